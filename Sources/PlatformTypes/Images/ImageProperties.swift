import Foundation

// Keys of the dictionaries in which ImageIO says what an image file tells of itself, with Apple's values. A dictionary of ours has `String`s for keys, so
// write `kCGImagePropertyOrientation as String`: to Swift's dictionaries outside of Apple's systems a `String` and an `NSString` are two keys.

/// How pixels are turned to stand upright, 1 to 8 (`NSNumber`).
public var kCGImagePropertyOrientation: CFString { "Orientation" }
/// Pixels in a row, as stored (`NSNumber`).
public var kCGImagePropertyPixelWidth: CFString { "PixelWidth" }
/// Rows, as stored (`NSNumber`).
public var kCGImagePropertyPixelHeight: CFString { "PixelHeight" }
/// Bits a component (`NSNumber`).
public var kCGImagePropertyDepth: CFString { "Depth" }
/// Whether there is transparency (`NSNumber`, a Boolean).
public var kCGImagePropertyHasAlpha: CFString { "HasAlpha" }
/// The colour profile's name (`String`).
public var kCGImagePropertyProfileName: CFString { "ProfileName" }

/// What EXIF tells, a dictionary.
public var kCGImagePropertyExifDictionary: CFString { "{Exif}" }
/// What TIFF's own tags tell, a dictionary.
public var kCGImagePropertyTIFFDictionary: CFString { "{TIFF}" }
/// Where it was taken, a dictionary.
public var kCGImagePropertyGPSDictionary: CFString { "{GPS}" }
/// What IPTC tells, a dictionary.
public var kCGImagePropertyIPTCDictionary: CFString { "{IPTC}" }

// In the dictionary of EXIF.
/// When it was taken, by the clock at that place: `2023:11:02 17:04:05`.
public var kCGImagePropertyExifDateTimeOriginal: CFString { "DateTimeOriginal" }
/// Digits after the decimal point of that date's second (`String`).
public var kCGImagePropertyExifSubsecTimeOriginal: CFString { "SubsecTimeOriginal" }
/// That clock's offset from UTC: `+02:00`.
public var kCGImagePropertyExifOffsetTimeOriginal: CFString { "OffsetTimeOriginal" }
/// Seconds (`NSNumber`).
public var kCGImagePropertyExifExposureTime: CFString { "ExposureTime" }
/// The lens's aperture (`NSNumber`).
public var kCGImagePropertyExifFNumber: CFString { "FNumber" }
/// The sensor's sensitivity, an array with one `NSNumber`.
public var kCGImagePropertyExifISOSpeedRatings: CFString { "ISOSpeedRatings" }
/// Millimetres (`NSNumber`).
public var kCGImagePropertyExifFocalLength: CFString { "FocalLength" }
/// Millimetres of the lens that shows as much on 35 mm film (`NSNumber`).
public var kCGImagePropertyExifFocalLenIn35mmFilm: CFString { "FocalLenIn35mmFilm" }
/// 1 where the flash fired, else 0 (`NSNumber`).
public var kCGImagePropertyExifFlash: CFString { "Flash" }
/// The lens's name.
public var kCGImagePropertyExifLensModel: CFString { "LensModel" }
/// Pixels in a row, as stored (`NSNumber`).
public var kCGImagePropertyExifPixelXDimension: CFString { "PixelXDimension" }
/// Rows, as stored (`NSNumber`).
public var kCGImagePropertyExifPixelYDimension: CFString { "PixelYDimension" }
/// What somebody wrote about it.
public var kCGImagePropertyExifUserComment: CFString { "UserComment" }

// In the dictionary of TIFF.
/// The camera's maker.
public var kCGImagePropertyTIFFMake: CFString { "Make" }
/// The camera's model.
public var kCGImagePropertyTIFFModel: CFString { "Model" }
/// The program that wrote the file.
public var kCGImagePropertyTIFFSoftware: CFString { "Software" }
/// As `kCGImagePropertyOrientation`.
public var kCGImagePropertyTIFFOrientation: CFString { "Orientation" }
/// When the file was made or changed: `2023:11:02 17:04:05`.
public var kCGImagePropertyTIFFDateTime: CFString { "DateTime" }
/// What the picture shows, in words.
public var kCGImagePropertyTIFFImageDescription: CFString { "ImageDescription" }

// In the dictionary of the place. Numbers are not negative: the reference beside each says on which side of zero.
/// Degrees (`NSNumber`).
public var kCGImagePropertyGPSLatitude: CFString { "Latitude" }
/// `N` or `S`.
public var kCGImagePropertyGPSLatitudeRef: CFString { "LatitudeRef" }
/// Degrees (`NSNumber`).
public var kCGImagePropertyGPSLongitude: CFString { "Longitude" }
/// `E` or `W`.
public var kCGImagePropertyGPSLongitudeRef: CFString { "LongitudeRef" }
/// Metres (`NSNumber`).
public var kCGImagePropertyGPSAltitude: CFString { "Altitude" }
/// 0 above the sea, 1 below it (`NSNumber`).
public var kCGImagePropertyGPSAltitudeRef: CFString { "AltitudeRef" }
/// Where the camera looked, in degrees (`NSNumber`).
public var kCGImagePropertyGPSImgDirection: CFString { "ImgDirection" }
/// `T` for degrees from true north.
public var kCGImagePropertyGPSImgDirectionRef: CFString { "ImgDirectionRef" }
/// How fast the camera moved (`NSNumber`).
public var kCGImagePropertyGPSSpeed: CFString { "Speed" }
/// `K` for kilometres an hour.
public var kCGImagePropertyGPSSpeedRef: CFString { "SpeedRef" }
/// Radius of uncertainty in metres (`NSNumber`).
public var kCGImagePropertyGPSHPositioningError: CFString { "HPositioningError" }

// In the dictionary of IPTC.
/// What a person wrote about it.
public var kCGImagePropertyIPTCCaptionAbstract: CFString { "Caption/Abstract" }
/// The title.
public var kCGImagePropertyIPTCObjectName: CFString { "ObjectName" }
/// An array of `String`s.
public var kCGImagePropertyIPTCKeywords: CFString { "Keywords" }
/// 0 to 5 (`NSNumber`).
public var kCGImagePropertyIPTCStarRating: CFString { "StarRating" }

// Options of `CGImageSource`.
/// Whether a small image is made although the file holds none (`NSNumber`, a Boolean).
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString { "kCGImageSourceCreateThumbnailFromImageAlways" }
/// Whether a small image is made where the file holds none (`NSNumber`, a Boolean).
public var kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString { "kCGImageSourceCreateThumbnailFromImageIfAbsent" }
/// Whether a small image is turned upright (`NSNumber`, a Boolean).
public var kCGImageSourceCreateThumbnailWithTransform: CFString { "kCGImageSourceCreateThumbnailWithTransform" }
/// Pixels of a small image's longer side at most (`NSNumber`).
public var kCGImageSourceThumbnailMaxPixelSize: CFString { "kCGImageSourceThumbnailMaxPixelSize" }

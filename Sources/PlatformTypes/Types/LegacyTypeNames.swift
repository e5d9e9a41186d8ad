import Foundation

// The names from before `UTType` was a type. Their values are the identifiers.
/// The identifier of ``UTType/item``, `public.item`.
public var kUTTypeItem: CFString { "public.item" }
/// The identifier of ``UTType/content``, `public.content`.
public var kUTTypeContent: CFString { "public.content" }
/// The identifier of ``UTType/data``, `public.data`.
public var kUTTypeData: CFString { "public.data" }
/// The identifier of ``UTType/image``, `public.image`.
public var kUTTypeImage: CFString { "public.image" }
/// The identifier of ``UTType/jpeg``, `public.jpeg`.
public var kUTTypeJPEG: CFString { "public.jpeg" }
/// `public.jpeg-2000`: a JPEG 2000 picture, `.jp2`, `.j2k`, `.jpf`, `.jpx`.
public var kUTTypeJPEG2000: CFString { "public.jpeg-2000" }
/// The identifier of ``UTType/png``, `public.png`.
public var kUTTypePNG: CFString { "public.png" }
/// The identifier of ``UTType/gif``, `com.compuserve.gif`.
public var kUTTypeGIF: CFString { "com.compuserve.gif" }
/// The identifier of ``UTType/tiff``, `public.tiff`.
public var kUTTypeTIFF: CFString { "public.tiff" }
/// The identifier of ``UTType/bmp``, `com.microsoft.bmp`.
public var kUTTypeBMP: CFString { "com.microsoft.bmp" }
/// The identifier of ``UTType/ico``, `com.microsoft.ico`.
public var kUTTypeICO: CFString { "com.microsoft.ico" }
/// The identifier of ``UTType/rawImage``, `public.camera-raw-image`.
public var kUTTypeRawImage: CFString { "public.camera-raw-image" }
/// The identifier of ``UTType/svg``, `public.svg-image`.
public var kUTTypeScalableVectorGraphics: CFString { "public.svg-image" }
/// The identifier of ``UTType/livePhoto``, `com.apple.live-photo`.
public var kUTTypeLivePhoto: CFString { "com.apple.live-photo" }
/// The identifier of ``UTType/audiovisualContent``, `public.audiovisual-content`.
public var kUTTypeAudiovisualContent: CFString { "public.audiovisual-content" }
/// The identifier of ``UTType/movie``, `public.movie`.
public var kUTTypeMovie: CFString { "public.movie" }
/// The identifier of ``UTType/video``, `public.video`.
public var kUTTypeVideo: CFString { "public.video" }
/// The identifier of ``UTType/audio``, `public.audio`.
public var kUTTypeAudio: CFString { "public.audio" }
/// The identifier of ``UTType/quickTimeMovie``, `com.apple.quicktime-movie`.
public var kUTTypeQuickTimeMovie: CFString { "com.apple.quicktime-movie" }
/// The identifier of ``UTType/mpeg``, `public.mpeg`.
public var kUTTypeMPEG: CFString { "public.mpeg" }
/// The identifier of ``UTType/mpeg4Movie``, `public.mpeg-4`.
public var kUTTypeMPEG4: CFString { "public.mpeg-4" }
/// The identifier of ``UTType/mpeg4Audio``, `public.mpeg-4-audio`.
public var kUTTypeMPEG4Audio: CFString { "public.mpeg-4-audio" }
/// The identifier of ``UTType/mp3``, `public.mp3`.
public var kUTTypeMP3: CFString { "public.mp3" }
/// The identifier of ``UTType/avi``, `public.avi`.
public var kUTTypeAVIMovie: CFString { "public.avi" }
/// The identifier of ``UTType/pdf``, `com.adobe.pdf`.
public var kUTTypePDF: CFString { "com.adobe.pdf" }
/// The identifier of ``UTType/text``, `public.text`.
public var kUTTypeText: CFString { "public.text" }
/// The identifier of ``UTType/plainText``, `public.plain-text`.
public var kUTTypePlainText: CFString { "public.plain-text" }
/// The identifier of ``UTType/url``, `public.url`.
public var kUTTypeURL: CFString { "public.url" }
/// The identifier of ``UTType/fileURL``, `public.file-url`.
public var kUTTypeFileURL: CFString { "public.file-url" }
/// The identifier of ``UTType/folder``, `public.folder`.
public var kUTTypeFolder: CFString { "public.folder" }
/// The identifier of ``UTType/directory``, `public.directory`.
public var kUTTypeDirectory: CFString { "public.directory" }

/// True where `identifier` is `ancestor` or a kind of it.
public func UTTypeConformsTo(_ identifier: CFString, _ ancestor: CFString) -> Bool {
    UTType(recorded: identifier as String).conforms(to: UTType(recorded: ancestor as String))
}

/// Whether both are the same identifier, upper and lower case alike.
public func UTTypeEqual(_ a: CFString, _ b: CFString) -> Bool { (a as String).lowercased() == (b as String).lowercased() }

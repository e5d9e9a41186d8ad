import Foundation

/// How a picture is made ready for sending it somewhere: what it may measure and weigh, and what it may tell. Addition.
public struct JPEGRepresentationOptions: Sendable, Hashable {
    /// Pixels of the longer side at most. Default `nil`: as large as the picture is. Pictures are never enlarged.
    public var longestSide: Int?
    /// Bytes of the file at most, its metadata included. Default `nil`: any number.
    public var byteLimit: Int?
    /// 0 to 1, what is tried first; less where that takes too many bytes. Default 0.85.
    public var compressionQuality = 0.85
    /// Whether the file says where the picture was taken. Default true.
    public var includesLocation = true
    /// Whether a picture that is in the cloud only is downloaded. Default false.
    public var isNetworkAccessAllowed = false

    /// Everything as its default, or as it is named here.
    public init(longestSide: Int? = nil, byteLimit: Int? = nil, compressionQuality: Double = 0.85, includesLocation: Bool = true, isNetworkAccessAllowed: Bool = false) {
        (self.longestSide, self.byteLimit, self.compressionQuality) = (longestSide, byteLimit, compressionQuality)
        (self.includesLocation, self.isNetworkAccessAllowed) = (includesLocation, isNetworkAccessAllowed)
    }
}

/// A picture as a JPEG that anybody can show: upright, in sRGB, transparent parts on white. Addition.
///
/// Of metadata it has when the picture was taken by the clock at that place, with which camera and lens, and where unless the options say otherwise: as the
/// library knows them, edits included, and nothing else that the original's file may tell.
public struct JPEGRepresentation: Sendable {
    /// The file.
    public let data: Data
    /// Pixels.
    public let pixelWidth: Int
    /// Pixels.
    public let pixelHeight: Int
    /// 0 to 1, what it was written with.
    public let compressionQuality: Double
    /// Why a part of the picture is missing or may be, for a person; `nil` where the library's file is sound.
    public let damage: String?
}

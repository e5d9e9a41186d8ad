import Foundation

/// One picture of a Live Photo on its way through an edit. <https://developer.apple.com/documentation/photos/phlivephotoframe>
///
/// Frames are made for the block of a `PHLivePhotoEditingContext`; nobody else makes them.
public protocol PHLivePhotoFrame {
    /// The picture, which lies as the context's `fullSizeImage` does: the still and all frames of the movie alike.
    var image: CIImage { get }
    /// When it shows, from the beginning of the Live Photo.
    var time: CMTime { get }
    /// Whether it is the still or of the movie.
    var type: PHLivePhotoFrameType { get }
    /// By how much it is smaller than the still of full size: what is meant in the still's pixels is multiplied by this.
    var renderScale: CGFloat { get }
}

/// What a frame is of. <https://developer.apple.com/documentation/photos/phlivephotoframetype>
public enum PHLivePhotoFrameType: Int, Sendable {
    /// The still.
    case photo = 0
    /// The movie.
    case video = 1
}

/// Gives what shows instead of a frame. `nil` ends the processing, with the error that was left, if any.
/// <https://developer.apple.com/documentation/photos/phlivephotoframeprocessingblock>
public typealias PHLivePhotoFrameProcessingBlock = (any PHLivePhotoFrame, NSErrorPointer) -> CIImage?

/// A key of the options of a processing. <https://developer.apple.com/documentation/photos/phlivephotoeditingoption>
public struct PHLivePhotoEditingOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether frames may be processed while they are played (`NSNumber`, a Boolean). They are always processed before here, as Apple reserves the right to.
    public static let shouldRenderAtPlaybackTime = PHLivePhotoEditingOption(rawValue: "PHLivePhotoShouldRenderAtPlaybackTime")
}

/// The domain of errors of this kind before macOS 10.15. Errors here are of `PHPhotosErrorDomain`, as Apple's are since.
public let PHLivePhotoEditingErrorDomain = "PHLivePhotoEditingErrorDomain"

/// The codes of that domain. <https://developer.apple.com/documentation/photos/phlivephotoeditingerrorcode>
public enum PHLivePhotoEditingErrorCode: Int, Sendable {
    /// Since called `PHPhotosError.internalError`.
    case unknown = 0
    /// Since called `PHPhotosError.userCancelled`.
    case aborted = 1
}

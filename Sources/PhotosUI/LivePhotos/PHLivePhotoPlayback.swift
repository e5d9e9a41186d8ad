import Foundation
import Photos

/// How a Live Photo plays. <https://developer.apple.com/documentation/photosui/phlivephotoviewplaybackstyle>
public enum PHLivePhotoViewPlaybackStyle: Int, Sendable {
    /// Not at all.
    case undefined = 0
    /// All of its movie, with sound.
    case full = 1
    /// A short part, without sound.
    case hint = 2
}

/// How a Live Photo fills the place where it is shown. <https://developer.apple.com/documentation/photosui/phlivephotoviewcontentmode>
public enum PHLivePhotoViewContentMode: Int, Sendable {
    /// Whole.
    case aspectFit = 0
    /// With nothing around it.
    case aspectFill = 1
}

/// What the badge of a Live Photo looks like. <https://developer.apple.com/documentation/photosui/phlivephotobadgeoptions>
public struct PHLivePhotoBadgeOptions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// To be seen over a picture.
    public static var overContent: PHLivePhotoBadgeOptions { PHLivePhotoBadgeOptions(rawValue: 1 << 0) }
    /// Crossed out: it does not play.
    public static var liveOff: PHLivePhotoBadgeOptions { PHLivePhotoBadgeOptions(rawValue: 1 << 1) }
}

/// What shows a Live Photo, as Apple's `PHLivePhotoView` does: an application's own view adopts it, so that code which plays Live Photos need not know the view.
/// Addition.
@MainActor public protocol PHLivePhotoDisplaying: AnyObject {
    /// What is shown; `nil` for nothing.
    var livePhoto: PHLivePhoto? { get set }
    /// Whether it plays without sound.
    var isMuted: Bool { get set }
    /// Which part is shown, in unit coordinates.
    var contentsRect: CGRect { get set }
    /// Begins to play.
    func startPlayback(with playbackStyle: PHLivePhotoViewPlaybackStyle)
    /// Shows the still again.
    func stopPlayback()
}

// Raw values are Apple's: clients store them and put them into predicates.
import PhotoModel

/// What an asset is. <https://developer.apple.com/documentation/photos/phassetmediatype>
public enum PHAssetMediaType: Int, Sendable {
    /// None of the others; also what a purged asset becomes.
    case unknown = 0
    /// A photo or another still picture, a Live Photo too.
    case image = 1
    /// A video.
    case video = 2
    /// Sound without pictures.
    case audio = 3
}

/// Kinds of picture (bits 0 to 15) and of video (from bit 16). <https://developer.apple.com/documentation/photos/phassetmediasubtype>
public struct PHAssetMediaSubtype: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Much wider than high, stitched together by the camera.
    public static let photoPanorama = PHAssetMediaSubtype(rawValue: 1 << 0)
    /// Several exposures made one, with details in shadows and lights.
    public static let photoHDR = PHAssetMediaSubtype(rawValue: 1 << 1)
    /// A picture of a screen.
    public static let photoScreenshot = PHAssetMediaSubtype(rawValue: 1 << 2)
    /// A still with the movie around it.
    public static let photoLive = PHAssetMediaSubtype(rawValue: 1 << 3)
    /// A photo with a map of depths, such as a portrait.
    public static let photoDepthEffect = PHAssetMediaSubtype(rawValue: 1 << 4)
    /// A picture that moves by itself: an animated GIF, PNG, WebP or HEIF.
    public static let photoAnimation = PHAssetMediaSubtype(rawValue: 1 << 6)
    /// A photo or video for both eyes.
    public static let spatialMedia = PHAssetMediaSubtype(rawValue: 1 << 10)
    /// A video that comes over the network. Nothing here makes one; an import may bring it.
    public static let videoStreamed = PHAssetMediaSubtype(rawValue: 1 << 16)
    /// A video with many frames a second, to be played slower.
    public static let videoHighFrameRate = PHAssetMediaSubtype(rawValue: 1 << 17)
    /// A video of frames that were taken with pauses, to be played faster.
    public static let videoTimelapse = PHAssetMediaSubtype(rawValue: 1 << 18)
    /// A recording of a screen.
    public static let videoScreenRecording = PHAssetMediaSubtype(rawValue: 1 << 19)
    /// A video whose focus can be changed afterwards.
    public static let videoCinematic = PHAssetMediaSubtype(rawValue: 1 << 21)
}

/// Whose an asset is. <https://developer.apple.com/documentation/photos/phassetsourcetype>
public struct PHAssetSourceType: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The user's own, the only ones that library-wide fetches find by default.
    public static let typeUserLibrary = PHAssetSourceType(rawValue: 1 << 0)
    /// Shared by somebody through a cloud.
    public static let typeCloudShared = PHAssetSourceType(rawValue: 1 << 1)
    /// Synced from another computer.
    public static let typeiTunesSynced = PHAssetSourceType(rawValue: 1 << 2)
}

/// Who chose a frame of a burst. <https://developer.apple.com/documentation/photos/phassetburstselectiontype>
public struct PHAssetBurstSelectionType: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The camera suggests it as a good frame of its burst.
    public static let autoPick = PHAssetBurstSelectionType(rawValue: 1 << 0)
    /// A person picked it.
    public static let userPick = PHAssetBurstSelectionType(rawValue: 1 << 1)
}

/// What may be done to an asset: `.content` is its picture, `.properties` what is told about it.
/// <https://developer.apple.com/documentation/photos/phasseteditoperation>
public enum PHAssetEditOperation: Int, Sendable {
    /// Moving it to Recently Deleted.
    case delete = 1
    /// Changing its picture or video.
    case content = 2
    /// Changing what is told about it, such as its date, place and favourite mark.
    case properties = 3
}

extension PHAsset {
    /// How to present an asset. <https://developer.apple.com/documentation/photos/phasset/playbackstyle-swift.enum>
    public enum PlaybackStyle: Int, Sendable {
        /// Nothing that can be shown.
        case unsupported = 0
        /// As a still picture.
        case image = 1
        /// As a picture that moves by itself, such as a GIF.
        case imageAnimated = 2
        /// As a Live Photo: a still that moves when it is pressed.
        case livePhoto = 3
        /// As a video.
        case video = 4
        /// As a video that begins again at its end.
        case videoLooping = 5
    }

    /// How a Live Photo plays.
    public enum PlaybackVariation: Int, Sendable {
        /// Once, as it was taken.
        case none = 0
        /// Again and again from the beginning.
        case autoloop = 1
        /// Forwards and backwards in turn.
        case mirror = 2
        /// As one still in which what moved is smeared.
        case longExposure = 3
    }

    /// Which file of a RAW and JPEG pair is the original.
    public enum OriginalResourceChoice: Int, Sendable {
        /// The JPEG or HEIF.
        case compressed = 0
        /// The RAW.
        case raw = 1
    }

    /// Who made the edit that an asset shows.
    public enum AdjustmentsState: Int, Sendable {
        /// There is none.
        case none = 0
        /// A person.
        case userAdjusted = 2
        /// The camera, while taking the picture.
        case cameraAutoAdjusted = 3
    }

    /// Stars.
    public enum Rating: Int, Sendable {
        /// No stars were given.
        case unset = 0
        /// One star.
        case one = 1
        /// Two stars.
        case two = 2
        /// Three stars.
        case three = 3
        /// Four stars.
        case four = 4
        /// Five stars.
        case five = 5
    }
}

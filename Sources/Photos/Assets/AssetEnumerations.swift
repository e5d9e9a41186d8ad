// Raw values are Apple's: clients store them and put them into predicates.
import PhotoModel

/// What an asset is. <https://developer.apple.com/documentation/photos/phassetmediatype>
public enum PHAssetMediaType: Int, Sendable {
    case unknown = 0
    case image = 1
    case video = 2
    case audio = 3
}

/// Kinds of picture (bits 0 to 15) and of video (from bit 16). <https://developer.apple.com/documentation/photos/phassetmediasubtype>
public struct PHAssetMediaSubtype: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let photoPanorama = PHAssetMediaSubtype(rawValue: 1 << 0)
    public static let photoHDR = PHAssetMediaSubtype(rawValue: 1 << 1)
    public static let photoScreenshot = PHAssetMediaSubtype(rawValue: 1 << 2)
    public static let photoLive = PHAssetMediaSubtype(rawValue: 1 << 3)
    public static let photoDepthEffect = PHAssetMediaSubtype(rawValue: 1 << 4)
    public static let photoAnimation = PHAssetMediaSubtype(rawValue: 1 << 6)
    public static let spatialMedia = PHAssetMediaSubtype(rawValue: 1 << 10)
    public static let videoStreamed = PHAssetMediaSubtype(rawValue: 1 << 16)
    public static let videoHighFrameRate = PHAssetMediaSubtype(rawValue: 1 << 17)
    public static let videoTimelapse = PHAssetMediaSubtype(rawValue: 1 << 18)
    public static let videoScreenRecording = PHAssetMediaSubtype(rawValue: 1 << 19)
    public static let videoCinematic = PHAssetMediaSubtype(rawValue: 1 << 21)
}

/// Whose an asset is. <https://developer.apple.com/documentation/photos/phassetsourcetype>
public struct PHAssetSourceType: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let typeUserLibrary = PHAssetSourceType(rawValue: 1 << 0)
    public static let typeCloudShared = PHAssetSourceType(rawValue: 1 << 1)
    public static let typeiTunesSynced = PHAssetSourceType(rawValue: 1 << 2)
}

/// Who chose a frame of a burst. <https://developer.apple.com/documentation/photos/phassetburstselectiontype>
public struct PHAssetBurstSelectionType: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let autoPick = PHAssetBurstSelectionType(rawValue: 1 << 0)
    public static let userPick = PHAssetBurstSelectionType(rawValue: 1 << 1)
}

/// What may be done to an asset: `.content` is its picture, `.properties` what is told about it.
/// <https://developer.apple.com/documentation/photos/phasseteditoperation>
public enum PHAssetEditOperation: Int, Sendable {
    case delete = 1
    case content = 2
    case properties = 3
}

extension PHAsset {
    /// How to present an asset. <https://developer.apple.com/documentation/photos/phasset/playbackstyle-swift.enum>
    public enum PlaybackStyle: Int, Sendable {
        case unsupported = 0
        case image = 1
        case imageAnimated = 2
        case livePhoto = 3
        case video = 4
        case videoLooping = 5
    }

    /// How a Live Photo plays.
    public enum PlaybackVariation: Int, Sendable {
        case none = 0
        case autoloop = 1
        case mirror = 2
        case longExposure = 3
    }

    /// Which file of a RAW and JPEG pair is the original.
    public enum OriginalResourceChoice: Int, Sendable {
        case compressed = 0
        case raw = 1
    }

    /// Who made the edit that an asset shows.
    public enum AdjustmentsState: Int, Sendable {
        case none = 0
        case userAdjusted = 2
        case cameraAutoAdjusted = 3
    }

    /// Stars.
    public enum Rating: Int, Sendable {
        case unset = 0
        case one = 1
        case two = 2
        case three = 3
        case four = 4
        case five = 5
    }
}

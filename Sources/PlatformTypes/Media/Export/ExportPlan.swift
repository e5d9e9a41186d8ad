import Adjustments

/// What an export makes of a movie, beyond a copy of its file.
package struct ExportPlan: Sendable, Equatable {
    package enum Picture: Sendable, Equatable { case copied, h264, hevc, none }

    package var picture = Picture.h264
    /// Pixels of the longer and the shorter side at most; `nil` for as many as the movie has.
    package var longSide: Int?
    package var shortSide: Int?
    /// The encoder's constant rate factor; `nil` for its usual one.
    package var quality: Double?
    /// Whether 10 bits stay 10 bits.
    package var keepsDepth = false
    /// Bits a second of sound that is encoded.
    package var soundRate = 160_000
    /// `.mov` is a QuickTime file, everything else MPEG-4.
    package var fileType = AVFileType.mp4
    /// What is made slower. Its sound is encoded.
    package var slowMotion: SlowMotion?
    /// Seconds of the file; an end of `nil` is the movie's.
    package var start = 0.0
    package var end: Double?
    package var indexFirst = false

    package init() {}

    /// What a preset encodes; `nil` for those that don't.
    /// - Parameter codec: of the movie's picture, four characters.
    init?(preset: String, codec: String?) {
        self.init()
        switch preset {
        case AVAssetExportPresetPassthrough: picture = .copied
        case AVAssetExportPresetHighestQuality:
            // A movie of HEVC may have more brightness than H.264 can say.
            let isHEVC = ["hvc1", "hev1", "dvh1"].contains(codec)
            (picture, keepsDepth, quality, soundRate) = (isHEVC ? .hevc : .h264, isHEVC, isHEVC ? 20 : 17, 256_000)
        case AVAssetExportPresetLowQuality: (longSide, shortSide, quality, soundRate) = (480, 360, 30, 64000)
        case AVAssetExportPresetMediumQuality: (longSide, shortSide, quality, soundRate) = (640, 480, 25, 96000)
        case AVAssetExportPreset640x480: (longSide, shortSide) = (640, 480)
        case AVAssetExportPreset960x540: (longSide, shortSide) = (960, 540)
        case AVAssetExportPreset1280x720: (longSide, shortSide) = (1280, 720)
        case AVAssetExportPreset1920x1080: (longSide, shortSide) = (1920, 1080)
        case AVAssetExportPreset3840x2160: (longSide, shortSide) = (3840, 2160)
        case AVAssetExportPresetHEVC1920x1080: (picture, keepsDepth, longSide, shortSide) = (.hevc, true, 1920, 1080)
        case AVAssetExportPresetHEVC3840x2160: (picture, keepsDepth, longSide, shortSide) = (.hevc, true, 3840, 2160)
        case AVAssetExportPresetHEVCHighestQuality: (picture, keepsDepth, quality, soundRate) = (.hevc, true, 20, 256_000)
        case AVAssetExportPresetAppleM4A: (picture, fileType) = (.none, .m4a)
        default: return nil
        }
    }
}

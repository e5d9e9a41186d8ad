/// The file's own tracks, as they are.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// As good as the source, which here is the source.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// Small files. It encodes, so an export with it fails.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// Files of medium size. It encodes, so an export with it fails.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// The best HEVC. It encodes, so an export with it fails.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// The best HEVC with transparency. It encodes, so an export with it fails.
public let AVAssetExportPresetHEVCHighestQualityWithAlpha = "AVAssetExportPresetHEVCHighestQualityWithAlpha"
/// At most 640 × 480 pixels. It encodes, so an export with it fails.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// At most 960 × 540 pixels. It encodes, so an export with it fails.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// At most 1280 × 720 pixels. It encodes, so an export with it fails.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// At most 1920 × 1080 pixels. It encodes, so an export with it fails.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// At most 3840 × 2160 pixels. It encodes, so an export with it fails.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// HEVC of at most 1920 × 1080 pixels. It encodes, so an export with it fails.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC of at most 3840 × 2160 pixels. It encodes, so an export with it fails.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// The sound alone, as `.m4a`. It encodes, so an export with it fails.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"

/// What the names of presets mean here.
enum ExportPresets {
    /// Done by copying the file.
    static let copies = [AVAssetExportPresetHighestQuality, AVAssetExportPresetPassthrough]

    /// Known, and beyond what is done here: they encode.
    static let encodings = [
        AVAssetExportPresetLowQuality, AVAssetExportPresetMediumQuality, AVAssetExportPresetHEVCHighestQuality,
        AVAssetExportPresetHEVCHighestQualityWithAlpha, AVAssetExportPreset640x480, AVAssetExportPreset960x540, AVAssetExportPreset1280x720,
        AVAssetExportPreset1920x1080, AVAssetExportPreset3840x2160, AVAssetExportPresetHEVC1920x1080, AVAssetExportPresetHEVC3840x2160,
        AVAssetExportPresetAppleM4A,
    ]

    static func isKnown(_ preset: String) -> Bool { copies.contains(preset) || encodings.contains(preset) }
}

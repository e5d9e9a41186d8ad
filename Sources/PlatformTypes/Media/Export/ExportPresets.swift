/// The file's own tracks, as they are.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// As good as the source, which here is the source.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
public let AVAssetExportPresetHEVCHighestQualityWithAlpha = "AVAssetExportPresetHEVCHighestQualityWithAlpha"
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
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

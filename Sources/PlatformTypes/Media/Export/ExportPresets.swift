/// The movie's own tracks, as they are: of the whole movie and its own type a copy of the file, otherwise the same frames in another file.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// As good as the source: of the whole movie and its own type a copy of the file, otherwise H.264, or HEVC of a movie that is HEVC.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// H.264 of at most 480 × 360 pixels in small files.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// H.264 of at most 640 × 480 pixels in files of medium size.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// HEVC as good as the source, with its 10 bits and its brightness.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// HEVC with transparency. No encoder here writes that, so an export with it fails.
public let AVAssetExportPresetHEVCHighestQualityWithAlpha = "AVAssetExportPresetHEVCHighestQualityWithAlpha"
/// H.264 of at most 640 × 480 pixels, or 480 × 640 of a movie that is upright. A smaller movie keeps its size.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264 of at most 960 × 540 pixels, or 540 × 960 of a movie that is upright. A smaller movie keeps its size.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264 of at most 1280 × 720 pixels, or 720 × 1280 of a movie that is upright. A smaller movie keeps its size.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264 of at most 1920 × 1080 pixels, or 1080 × 1920 of a movie that is upright. A smaller movie keeps its size.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264 of at most 3840 × 2160 pixels, or 2160 × 3840 of a movie that is upright. A smaller movie keeps its size.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// HEVC of at most 1920 × 1080 pixels, with its 10 bits and its brightness.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC of at most 3840 × 2160 pixels, with its 10 bits and its brightness.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// The sound alone, AAC in an `.m4a`.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"

/// What the names of presets mean here.
enum ExportPresets {
    /// Done by copying the file where the whole of it is wanted as it is.
    static let copies = [AVAssetExportPresetHighestQuality, AVAssetExportPresetPassthrough]

    private static let encodings = [
        AVAssetExportPresetLowQuality, AVAssetExportPresetMediumQuality, AVAssetExportPresetHEVCHighestQuality, AVAssetExportPreset640x480,
        AVAssetExportPreset960x540, AVAssetExportPreset1280x720, AVAssetExportPreset1920x1080, AVAssetExportPreset3840x2160,
        AVAssetExportPresetHEVC1920x1080, AVAssetExportPresetHEVC3840x2160,
    ]

    static let all = copies + encodings + [AVAssetExportPresetAppleM4A, AVAssetExportPresetHEVCHighestQualityWithAlpha]

    /// Those that can be exported with.
    static func fitting(_ movie: MediaDescription) -> [String] {
        let kinds = Set(movie.tracks.map(\.mediaType))
        return copies + (kinds.contains(.video) ? encodings : []) + (kinds.contains(.audio) ? [AVAssetExportPresetAppleM4A] : [])
    }

    /// The types that an export with a preset can have, the movie's own first.
    static func fileTypes(_ preset: String, of movie: MediaDescription) -> [AVFileType] {
        guard fitting(movie).contains(preset) else { return [] }
        if preset == AVAssetExportPresetAppleM4A { return [.m4a] }
        let hasPicture = movie.tracks.contains { $0.mediaType == .video }
        let made: [AVFileType] = hasPicture ? [.mov, .mp4, .m4v] : []
        return copies.contains(preset) ? [movie.fileType] + made.filter { $0 != movie.fileType } : made
    }
}

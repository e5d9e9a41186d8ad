/// The kind of a track. <https://developer.apple.com/documentation/avfoundation/avmediatype>
public struct AVMediaType: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A kind by its four characters.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Pictures that move.
    public static let video = AVMediaType("vide")
    /// Sound.
    public static let audio = AVMediaType("soun")
    /// Text, such as chapters.
    public static let text = AVMediaType("text")
    /// Closed captions.
    public static let closedCaption = AVMediaType("clcp")
    /// Subtitles.
    public static let subtitle = AVMediaType("sbtl")
    /// Time codes.
    public static let timecode = AVMediaType("tmcd")
    /// Timed metadata, such as where a Live Photo's still is taken.
    public static let metadata = AVMediaType("meta")
    /// Pictures and sound in one stream.
    public static let muxed = AVMediaType("muxx")
}

/// The format of a media file, a uniform type identifier. <https://developer.apple.com/documentation/avfoundation/avfiletype>
public struct AVFileType: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A format by its uniform type identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// QuickTime, `.mov`.
    public static let mov = AVFileType("com.apple.quicktime-movie")
    /// MPEG-4, `.mp4`.
    public static let mp4 = AVFileType("public.mpeg-4")
    /// MPEG-4 as Apple's stores sell it, `.m4v`.
    public static let m4v = AVFileType("com.apple.m4v-video")
    /// MPEG-4 with sound only, `.m4a`.
    public static let m4a = AVFileType("com.apple.m4a-audio")
    /// 3GPP, `.3gp`.
    public static let mobile3GPP = AVFileType("public.3gpp")
    /// 3GPP2, `.3g2`.
    public static let mobile3GPP2 = AVFileType("public.3gpp2")
    /// Core Audio, `.caf`.
    public static let caf = AVFileType("com.apple.coreaudio-format")
    /// WAVE, `.wav`.
    public static let wav = AVFileType("com.microsoft.waveform-audio")
    /// AIFF, `.aiff`.
    public static let aiff = AVFileType("public.aiff-audio")
    /// Compressed AIFF, `.aifc`.
    public static let aifc = AVFileType("public.aifc-audio")
    /// Adaptive Multi-Rate sound, `.amr`.
    public static let amr = AVFileType("org.3gpp.adaptive-multi-rate-audio")
    /// MPEG layer 3 sound, `.mp3`.
    public static let mp3 = AVFileType("public.mp3")
}

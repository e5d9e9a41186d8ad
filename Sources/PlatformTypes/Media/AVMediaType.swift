/// The kind of a track. <https://developer.apple.com/documentation/avfoundation/avmediatype>
public struct AVMediaType: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public static let video = AVMediaType("vide")
    public static let audio = AVMediaType("soun")
    public static let text = AVMediaType("text")
    public static let closedCaption = AVMediaType("clcp")
    public static let subtitle = AVMediaType("sbtl")
    public static let timecode = AVMediaType("tmcd")
    public static let metadata = AVMediaType("meta")
    public static let muxed = AVMediaType("muxx")
}

/// The format of a media file, a uniform type identifier. <https://developer.apple.com/documentation/avfoundation/avfiletype>
public struct AVFileType: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public static let mov = AVFileType("com.apple.quicktime-movie")
    public static let mp4 = AVFileType("public.mpeg-4")
    public static let m4v = AVFileType("com.apple.m4v-video")
    public static let m4a = AVFileType("com.apple.m4a-audio")
    public static let mobile3GPP = AVFileType("public.3gpp")
    public static let mobile3GPP2 = AVFileType("public.3gpp2")
    public static let caf = AVFileType("com.apple.coreaudio-format")
    public static let wav = AVFileType("com.microsoft.waveform-audio")
    public static let aiff = AVFileType("public.aiff-audio")
    public static let aifc = AVFileType("public.aifc-audio")
    public static let amr = AVFileType("org.3gpp.adaptive-multi-rate-audio")
    public static let mp3 = AVFileType("public.mp3")
}

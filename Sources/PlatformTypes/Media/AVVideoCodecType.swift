/// How the pictures of a film are encoded. <https://developer.apple.com/documentation/avfoundation/avvideocodectype>
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// H.264.
    public static let h264 = AVVideoCodecType(rawValue: "avc1")
    /// HEVC, H.265.
    public static let hevc = AVVideoCodecType(rawValue: "hvc1")
    /// HEVC with a plane of opacity.
    public static let hevcWithAlpha = AVVideoCodecType(rawValue: "muxa")
    /// JPEG, picture by picture.
    public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
    /// Apple ProRes 422.
    public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
    /// Apple ProRes 422 HQ.
    public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
    /// Apple ProRes 422 LT.
    public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
    /// Apple ProRes 422 Proxy.
    public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
    /// Apple ProRes 4444.
    public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
}

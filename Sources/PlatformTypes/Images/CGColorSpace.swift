import Foundation

public enum CGColorSpaceModel: Int32, Sendable {
    case unknown = -1
    case monochrome = 0
    case rgb = 1
    case cmyk = 2
}

/// A colour space by name or by ICC profile. Pixels of this module are always RGB.
public final class CGColorSpace: Sendable, Equatable {
    public static var sRGB: CFString { "kCGColorSpaceSRGB" }
    public static var displayP3: CFString { "kCGColorSpaceDisplayP3" }
    public static var adobeRGB1998: CFString { "kCGColorSpaceAdobeRGB1998" }
    public static var genericGrayGamma2_2: CFString { "kCGColorSpaceGenericGrayGamma2_2" }
    public static var extendedSRGB: CFString { "kCGColorSpaceExtendedSRGB" }
    public static var linearSRGB: CFString { "kCGColorSpaceLinearSRGB" }
    public static var rommrgb: CFString { "kCGColorSpaceROMMRGB" }
    public static var itur_2020: CFString { "kCGColorSpaceITUR_2020" }
    public static var itur_2100_PQ: CFString { "kCGColorSpaceITUR_2100_PQ" }
    public static var itur_2100_HLG: CFString { "kCGColorSpaceITUR_2100_HLG" }
    public static var displayP3_PQ: CFString { "kCGColorSpaceDisplayP3_PQ" }
    public static var displayP3_HLG: CFString { "kCGColorSpaceDisplayP3_HLG" }

    private let title: String?
    private let profile: Data?
    public let model: CGColorSpaceModel

    /// `nil` for a name that is none of the constants above.
    public convenience init?(name: CFString) {
        let known = [
            Self.sRGB, Self.displayP3, Self.adobeRGB1998, Self.genericGrayGamma2_2, Self.extendedSRGB, Self.linearSRGB, Self.rommrgb, Self.itur_2020,
            Self.itur_2100_PQ, Self.itur_2100_HLG, Self.displayP3_PQ, Self.displayP3_HLG,
        ]
        guard known.contains(name) else { return nil }
        self.init(title: name as String, profile: nil, model: name == Self.genericGrayGamma2_2 ? .monochrome : .rgb)
    }

    /// `nil` where the data is too short for a profile's header.
    public convenience init?(iccData: Data) {
        guard iccData.count >= 128 else { return nil }
        self.init(title: nil, profile: iccData, model: .rgb)
    }

    package init(title: String?, profile: Data?, model: CGColorSpaceModel) {
        (self.title, self.profile, self.model) = (title, profile, model)
    }

    /// One of the constants; `nil` for a space that was made from a profile, unless a picture's profile is known as one of them.
    public var name: CFString? { title.map { $0 as NSString } }
    public var numberOfComponents: Int { model == .monochrome ? 1 : model == .cmyk ? 4 : 3 }
    public var isWideGamutRGB: Bool {
        let others = [Self.sRGB, Self.genericGrayGamma2_2, Self.extendedSRGB, Self.linearSRGB]
        return profile != nil || title.map { title in !others.contains { $0 as String == title } } == true
    }
    public func copyICCData() -> CFData? { profile.map { $0 as NSData } }

    public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool { a.title == b.title && a.profile == b.profile }
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(title: CGColorSpace.sRGB as String, profile: nil, model: .rgb) }

import Foundation

/// What the components of a colour mean. <https://developer.apple.com/documentation/coregraphics/cgcolorspacemodel>
public enum CGColorSpaceModel: Int32, Sendable {
    /// None of the others.
    case unknown = -1
    /// One component: how light it is.
    case monochrome = 0
    /// Red, green and blue.
    case rgb = 1
    /// Cyan, magenta, yellow and black.
    case cmyk = 2
}

/// A colour space by name or by ICC profile. Pixels of this module are always RGB.
public final class CGColorSpace: Sendable, Equatable {
    /// sRGB, the colours that a picture without a profile is taken to have.
    public static var sRGB: CFString { "kCGColorSpaceSRGB" }
    /// Display P3, the wider colours of Apple's cameras and screens.
    public static var displayP3: CFString { "kCGColorSpaceDisplayP3" }
    /// Adobe RGB (1998).
    public static var adobeRGB1998: CFString { "kCGColorSpaceAdobeRGB1998" }
    /// Gray with a gamma of 2.2, the only space of one component.
    public static var genericGrayGamma2_2: CFString { "kCGColorSpaceGenericGrayGamma2_2" }
    /// sRGB with components that may be below 0 and above 1.
    public static var extendedSRGB: CFString { "kCGColorSpaceExtendedSRGB" }
    /// sRGB's primaries with linear components.
    public static var linearSRGB: CFString { "kCGColorSpaceLinearSRGB" }
    /// ROMM RGB, also called ProPhoto RGB.
    public static var rommrgb: CFString { "kCGColorSpaceROMMRGB" }
    /// ITU-R BT.2020 for standard dynamic range.
    public static var itur_2020: CFString { "kCGColorSpaceITUR_2020" }
    /// ITU-R BT.2100 with the PQ curve, for high dynamic range.
    public static var itur_2100_PQ: CFString { "kCGColorSpaceITUR_2100_PQ" }
    /// ITU-R BT.2100 with the HLG curve, for high dynamic range.
    public static var itur_2100_HLG: CFString { "kCGColorSpaceITUR_2100_HLG" }
    /// Display P3's primaries with the PQ curve.
    public static var displayP3_PQ: CFString { "kCGColorSpaceDisplayP3_PQ" }
    /// Display P3's primaries with the HLG curve.
    public static var displayP3_HLG: CFString { "kCGColorSpaceDisplayP3_HLG" }

    private let title: String?
    private let profile: Data?
    /// RGB for every space that a picture of this module has.
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
    /// Without alpha: 1 for gray, 4 for CMYK, else 3.
    public var numberOfComponents: Int { model == .monochrome ? 1 : model == .cmyk ? 4 : 3 }
    /// Whether it holds colours outside of sRGB. A space made from a profile is taken to.
    public var isWideGamutRGB: Bool {
        let others = [Self.sRGB, Self.genericGrayGamma2_2, Self.extendedSRGB, Self.linearSRGB]
        return profile != nil || title.map { title in !others.contains { $0 as String == title } } == true
    }
    /// The ICC profile it was made from; `nil` for a space that has only a name.
    public func copyICCData() -> CFData? { profile.map { $0 as NSData } }

    public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool { a.title == b.title && a.profile == b.profile }
}

/// The space of a picture that says nothing of its colours: sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(title: CGColorSpace.sRGB as String, profile: nil, model: .rgb) }

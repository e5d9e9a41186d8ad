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

    private let title: String?
    private let profile: Data?
    public let model: CGColorSpaceModel

    /// `nil` for a name that is none of the constants above.
    public convenience init?(name: CFString) {
        let known = [Self.sRGB, Self.displayP3, Self.adobeRGB1998, Self.genericGrayGamma2_2, Self.extendedSRGB, Self.linearSRGB]
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

    /// One of the constants; `nil` for a space that was made from a profile.
    public var name: CFString? { title.map { $0 as NSString } }
    public var numberOfComponents: Int { model == .monochrome ? 1 : model == .cmyk ? 4 : 3 }
    public var isWideGamutRGB: Bool { profile != nil || title == Self.displayP3 as String || title == Self.adobeRGB1998 as String }
    public func copyICCData() -> CFData? { profile.map { $0 as NSData } }

    public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool { a.title == b.title && a.profile == b.profile }
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(title: CGColorSpace.sRGB as String, profile: nil, model: .rgb) }

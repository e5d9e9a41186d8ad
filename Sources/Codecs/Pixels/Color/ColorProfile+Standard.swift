import CVips

extension ColorProfile {
    /// A profile for Display P3, made by lcms: warms it up, stands in for HEIF's code point, and serves tests.
    static let displayP3: [UInt8] = make(
        name: "Display P3", red: cmsCIExyY(x: 0.680, y: 0.320, Y: 1), green: cmsCIExyY(x: 0.265, y: 0.690, Y: 1), blue: cmsCIExyY(x: 0.150, y: 0.060, Y: 1))

    /// The same for ITU-R BT.2020's primaries.
    static let bt2020: [UInt8] = make(
        name: "Rec. ITU-R BT.2020", red: cmsCIExyY(x: 0.708, y: 0.292, Y: 1), green: cmsCIExyY(x: 0.170, y: 0.797, Y: 1), blue: cmsCIExyY(x: 0.131, y: 0.046, Y: 1))

    /// sRGB itself, which needs no profile: for tests.
    static let standard: [UInt8] = make(
        red: cmsCIExyY(x: 0.640, y: 0.330, Y: 1), green: cmsCIExyY(x: 0.300, y: 0.600, Y: 1), blue: cmsCIExyY(x: 0.150, y: 0.060, Y: 1))

    /// The profile of the primaries that a code point of ITU-T H.273 names, with sRGB's curve; empty for sRGB's own and for those that nobody uses.
    static func primaries(_ code: Int) -> [UInt8] {
        switch code {
        case 9: bt2020
        case 11, 12: displayP3
        default: []
        }
    }

    /// These primaries with sRGB's curve or a power; empty where lcms can make nothing of them.
    static func make(
        name: String? = nil, red: cmsCIExyY, green: cmsCIExyY, blue: cmsCIExyY, white: cmsCIExyY = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1), power: Double? = nil
    ) -> [UInt8] {
        var white = white
        var primaries = cmsCIExyYTRIPLE(Red: red, Green: green, Blue: blue)
        let parameters: [cmsFloat64Number] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
        guard let curve = power.map({ cmsBuildGamma(nil, $0) }) ?? cmsBuildParametricToneCurve(nil, 4, parameters) else { return [] }
        defer { cmsFreeToneCurve(curve) }
        var curves: [OpaquePointer?] = [curve, curve, curve]
        guard let profile = cmsCreateRGBProfile(&white, &primaries, &curves) else { return [] }
        defer { cmsCloseProfile(profile) }
        if let name { Self.name(profile, name) }
        return saved(profile)
    }

    /// Writes what the profile calls itself.
    static func name(_ profile: cmsHPROFILE, _ text: String) {
        guard let words = cmsMLUalloc(nil, 1) else { return }
        defer { cmsMLUfree(words) }
        cmsMLUsetASCII(words, "en", "US", text)
        cmsWriteTag(profile, cmsSigProfileDescriptionTag, UnsafeRawPointer(words))
    }

    /// The profile's bytes; empty where lcms can't write it.
    static func saved(_ profile: cmsHPROFILE) -> [UInt8] {
        var length: cmsUInt32Number = 0
        guard cmsSaveProfileToMem(profile, nil, &length) != 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(length))
        guard cmsSaveProfileToMem(profile, &bytes, &length) != 0, bytes.count > 36 else { return [] }
        // The header's creation date: the same picture shall always give the same bytes.
        for i in 24..<36 { bytes[i] = 0 }
        return bytes
    }
}

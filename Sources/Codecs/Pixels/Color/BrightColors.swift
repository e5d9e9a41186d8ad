import CVips
import Glibc

/// The colours of a picture for screens that are brighter than its white: its curve and its primaries.
struct BrightColors: Sendable, Equatable {
    let curve: ToneCurve
    /// Code point of ITU-T H.273.
    let primaries: Int

    /// `nil` where the transfer is one of ordinary screens.
    init?(primaries: Int, transfer: Int) {
        guard let curve = ToneCurve(code: transfer) else { return nil }
        (self.curve, self.primaries) = (curve, [1, 9, 11, 12].contains(primaries) ? primaries : 9)
    }

    /// By the code points in a profile, or by the name that libjxl gives the profiles it makes, which have none.
    init?(profile bytes: [UInt8]) {
        guard bytes.count > 128, let profile = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count)) else { return nil }
        defer { cmsCloseProfile(profile) }
        guard cmsGetColorSpace(profile) == cmsSigRgbData else { return nil }
        if let codes = cmsReadTag(profile, cmsSigcicpTag)?.assumingMemoryBound(to: cmsVideoSignalType.self).pointee {
            self.init(primaries: Int(codes.ColourPrimaries), transfer: Int(codes.TransferCharacteristics))
            return
        }
        var text = [CChar](repeating: 0, count: 64)
        cmsGetProfileInfoASCII(profile, cmsInfoDescription, "en", "US", &text, cmsUInt32Number(text.count))
        let words = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: "_")
        guard words.count == 5, words[0] == "RGB", let transfer = ["PeQ": 16, "HLG": 18][words[4]] else { return nil }
        self.init(primaries: ["202": 9, "DCI": 12, "SRG": 1][words[2]] ?? 9, transfer: transfer)
    }

    /// A profile of these primaries for pixels that keep their bright curve: who knows the code points shows them as they are meant, who does not
    /// sees everything up to white and what is brighter as white. `isHybrid` says which of the two curves the pixels have.
    func profile(isHybrid: Bool) -> [UInt8] {
        let points: [Double] =
            switch primaries {
            case 1: [0.640, 0.330, 0.300, 0.600, 0.150, 0.060]
            case 11, 12: [0.680, 0.320, 0.265, 0.690, 0.150, 0.060]
            default: [0.708, 0.292, 0.170, 0.797, 0.131, 0.046]
            }
        func point(_ at: Int) -> cmsCIExyY { cmsCIExyY(x: points[at], y: points[at + 1], Y: 1) }
        let values = (0..<1024).map { step -> UInt16 in
            let value = Double(step) / 1023
            // HLG's system gamma, of grey.
            let light = isHybrid ? ToneCurve.peak * pow(ToneCurve.light(hybrid: value), 1.2) : ToneCurve.light(perceptual: value)
            return UInt16(min(light / ToneCurve.white, 1) * 65535 + 0.5)
        }
        let curve = cmsBuildTabulatedToneCurve16(nil, cmsUInt32Number(values.count), values)
        defer { cmsFreeToneCurve(curve) }
        var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1), all = cmsCIExyYTRIPLE(Red: point(0), Green: point(2), Blue: point(4))
        var curves: [OpaquePointer?] = [curve, curve, curve]
        guard let profile = cmsCreateRGBProfile(&white, &all, &curves) else { return [] }
        defer { cmsCloseProfile(profile) }
        var codes = cmsVideoSignalType()
        (codes.ColourPrimaries, codes.TransferCharacteristics, codes.VideoFullRangeFlag) = (UInt8(primaries), isHybrid ? 18 : 16, 1)
        cmsSetProfileVersion(profile, 4.4)
        guard cmsWriteTag(profile, cmsSigcicpTag, &codes) != 0 else { return [] }
        let name = primaries == 9 ? "Rec. ITU-R BT.2100" : primaries == 1 ? "Rec. ITU-R BT.709" : "Display P3"
        ColorProfile.name(profile, "\(name) \(isHybrid ? "HLG" : "PQ")")
        return ColorProfile.saved(profile)
    }
}

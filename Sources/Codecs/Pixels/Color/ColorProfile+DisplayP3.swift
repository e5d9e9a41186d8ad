import CVips
import Glibc
import Pixels

extension StandardCurve {
    /// Whether a profile is three curves and a matrix, and each of the curves is sRGB's, give or take what no eye sees.
    static func isCurve(of profile: [UInt8]) -> Bool {
        guard let source = cmsOpenProfileFromMem(profile, cmsUInt32Number(profile.count)) else { return false }
        defer { cmsCloseProfile(source) }
        guard cmsIsMatrixShaper(source) != 0, let light = MatrixShaper.light(source, values: 256) else { return false }
        return light.indices.allSatisfy { at in
            let value = Double(at % 256) / 255
            return abs(Double(light[at]) - (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))) < 0.004
        }
    }
}

extension ColorProfile {
    /// Converts `R G B A` pixels without gaps, in place.
    static func convertToDisplayP3(_ pixels: UnsafeMutableRawBufferPointer, _ layout: PixelLayout, from profile: [UInt8]) throws(CodecError) {
        guard let base = pixels.baseAddress, let source = cmsOpenProfileFromMem(profile, cmsUInt32Number(profile.count)) else { return }
        defer { cmsCloseProfile(source) }
        guard let target = cmsOpenProfileFromMem(displayP3, cmsUInt32Number(displayP3.count)) else { return }
        defer { cmsCloseProfile(target) }
        let kind = layout.format == .rgba8 ? cvips_lcms_rgba8 : cvips_lcms_rgba16
        guard let transform = cmsCreateTransform(source, kind, target, kind, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), cvips_lcms_flags) else {
            throw CodecError(.unsupported, "The picture's colour profile can't be used for an edit.")
        }
        defer { cmsDeleteTransform(transform) }
        for y in 0..<layout.height { cmsDoTransform(transform, base + y * layout.bytesPerRow, base + y * layout.bytesPerRow, cmsUInt32Number(layout.width)) }
    }
}

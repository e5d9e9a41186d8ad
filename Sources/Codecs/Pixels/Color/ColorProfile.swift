import CVips
import Synchronization

/// An ICC profile for RGB or grey whose colours are not sRGB's.
///
/// Turning a profile into a transform costs more than a thumbnail, and a library holds few different profiles: the last ones are
/// kept.
struct ColorProfile: Sendable {
    let bytes: [UInt8]
    private let transform: ColorTransform

    /// `nil` where the profile is absent, broken, not for such pixels, or so close to sRGB that nobody could tell.
    ///
    /// - Parameter grey: the pixels are grey; the others can't be what a profile for grey speaks of.
    init?(_ bytes: [UInt8], grey: Bool = false) {
        guard bytes.count > 128, let transform = ColorTransform.cached(bytes), grey || !transform.isGrey else { return nil }
        (self.bytes, self.transform) = (bytes, transform)
    }

    /// Whether it is for grey, and so can't stay with pixels of three components.
    var isGrey: Bool { transform.isGrey }

    /// What grey of 16 bits becomes in sRGB; `nil` for a profile for RGB.
    var greys: [UInt16]? { transform.greys }

    /// Whether the conversion is three curves and a matrix, which takes less time.
    var isMatrixShaper: Bool { transform.shaper != nil }

    /// Converts `R G B A` pixels to sRGB in place.
    func convertToSRGB(_ pixels: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int) {
        for y in 0..<height { transform.apply(pixels + y * bytesPerRow, count: width) }
    }
}

/// A transform to sRGB of lcms.
private final class ColorTransform: Sendable {
    // Guarded by immutability: lcms allows one transform in several threads when it is made without its one-pixel cache.
    nonisolated(unsafe) private let handle: cmsHTRANSFORM

    /// sRGB's values for all of grey's, in 16 bits; of a profile for grey.
    let greys: [UInt16]?
    var isGrey: Bool { greys != nil }

    /// Does the same in less time, where the profile is of the kind that it can.
    let shaper: MatrixShaper?

    private init(_ handle: cmsHTRANSFORM, _ shaper: MatrixShaper?) {
        (self.handle, greys) = (handle, nil)
        self.shaper = shaper.flatMap { Self.agree($0, handle) ? $0 : nil }
    }

    /// From grey of 16 bits to as many of three components.
    private init(grey handle: cmsHTRANSFORM) {
        let values = (0...65535).map { UInt16($0) }
        var colours = [UInt16](repeating: 0, count: values.count * 3)
        cmsDoTransform(handle, values, &colours, cmsUInt32Number(values.count))
        (self.handle, shaper) = (handle, nil)
        greys = values.indices.map { colours[$0 * 3 + 1] }
    }

    deinit { cmsDeleteTransform(handle) }

    func apply(_ pixels: UnsafeMutableRawPointer, count: Int) {
        if let greys {
            let bytes = pixels.assumingMemoryBound(to: UInt8.self)
            for at in 0..<count * 4 where at & 3 != 3 {
                bytes[at] = UInt8(truncatingIfNeeded: (UInt32(greys[Int(bytes[at]) &* 257]) &+ 128) / 257)
            }
        } else if let shaper {
            shaper.apply(pixels, count: count)
        } else {
            cmsDoTransform(handle, pixels, pixels, cmsUInt32Number(count))
        }
    }

    /// Whether colours from everywhere in the cube become the same, give or take one: a profile may hold more than its curves and matrix say.
    private static func agree(_ shaper: MatrixShaper, _ handle: cmsHTRANSFORM) -> Bool {
        var colours: [UInt8] = []
        for red in stride(from: 0, through: 255, by: 15) {
            for green in stride(from: 0, through: 255, by: 15) {
                for blue in stride(from: 0, through: 255, by: 15) { colours += [UInt8(red), UInt8(green), UInt8(blue), 255] }
            }
        }
        var (ours, theirs) = (colours, colours)
        ours.withUnsafeMutableBytes { if let base = $0.baseAddress { shaper.apply(base, count: colours.count / 4) } }
        theirs.withUnsafeMutableBytes { if let base = $0.baseAddress { cmsDoTransform(handle, base, base, cmsUInt32Number(colours.count / 4)) } }
        return zip(ours, theirs).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }

    private static let kept = 8
    private static let cache = Mutex<[(profile: [UInt8], transform: ColorTransform?)]>([])

    /// `nil` where no conversion is needed or possible.
    static func cached(_ profile: [UInt8]) -> ColorTransform? {
        cache.withLock { entries in
            if let found = entries.firstIndex(where: { $0.profile == profile }) { return entries[found].transform }
            let transform = make(profile)
            if entries.count == kept { entries.removeFirst() }
            entries.append((profile, transform))
            return transform
        }
    }

    private static func make(_ profile: [UInt8]) -> ColorTransform? {
        guard let source = cmsOpenProfileFromMem(profile, cmsUInt32Number(profile.count)) else { return nil }
        defer { cmsCloseProfile(source) }
        let space = cmsGetColorSpace(source)
        guard space == cmsSigRgbData || space == cmsSigGrayData, let target = cmsCreate_sRGBProfile() else { return nil }
        defer { cmsCloseProfile(target) }
        let (input, output) = space == cmsSigGrayData ? (cvips_lcms_grey16, cvips_lcms_rgb16) : (cvips_lcms_rgba8, cvips_lcms_rgba8)
        guard let handle = cmsCreateTransform(source, input, target, output, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), cvips_lcms_flags)
        else { return nil }
        let transform = space == cmsSigGrayData ? ColorTransform(grey: handle) : ColorTransform(handle, MatrixShaper(from: source, to: target))
        return transform.changesColors ? transform : nil
    }

    /// Whether any of a few telling colours moves by more than an eye would notice.
    private var changesColors: Bool {
        if let greys { return greys.indices.contains { abs(Int(greys[$0]) - $0) > 3 * 257 } }
        let probes: [UInt8] = [
            255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 255, 255, 255, 255, 0, 255, 255, 255, 255, 0, 255, 255, 255, 255, 255, 128, 128, 128, 255,
            40, 40, 40, 255, 200, 120, 60, 255, 60, 160, 90, 255, 70, 90, 180, 255,
        ]
        var converted = probes
        converted.withUnsafeMutableBytes { if let base = $0.baseAddress { apply(base, count: probes.count / 4) } }
        return zip(probes, converted).contains { abs(Int($0) - Int($1)) > 3 }
    }
}

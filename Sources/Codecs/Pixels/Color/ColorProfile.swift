import CVips
import Synchronization

/// An ICC profile for RGB whose colours are not sRGB's.
///
/// Turning a profile into a transform costs more than a thumbnail, and a library holds few different profiles: the last ones are
/// kept.
struct ColorProfile: Sendable {
    let bytes: [UInt8]
    private let transform: ColorTransform

    /// `nil` where the profile is absent, broken, not for RGB, or so close to sRGB that nobody could tell.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > 128, let transform = ColorTransform.cached(bytes) else { return nil }
        (self.bytes, self.transform) = (bytes, transform)
    }

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

    /// Does the same in less time, where the profile is of the kind that it can.
    let shaper: MatrixShaper?

    private init(_ handle: cmsHTRANSFORM, _ shaper: MatrixShaper?) {
        self.handle = handle
        self.shaper = shaper.flatMap { Self.agree($0, handle) ? $0 : nil }
    }

    deinit { cmsDeleteTransform(handle) }

    func apply(_ pixels: UnsafeMutableRawPointer, count: Int) {
        if let shaper { shaper.apply(pixels, count: count) } else { cmsDoTransform(handle, pixels, pixels, cmsUInt32Number(count)) }
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
        guard cmsGetColorSpace(source) == cmsSigRgbData, let target = cmsCreate_sRGBProfile() else { return nil }
        defer { cmsCloseProfile(target) }
        guard let handle = cmsCreateTransform(
            source, lcms_shim_rgba8, target, lcms_shim_rgba8, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), lcms_shim_flags)
        else { return nil }
        let transform = ColorTransform(handle, MatrixShaper(from: source, to: target))
        return transform.changesColors ? transform : nil
    }

    /// Whether any of a few telling colours moves by more than an eye would notice.
    private var changesColors: Bool {
        let probes: [UInt8] = [
            255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 255, 255, 255, 255, 0, 255, 255, 255, 255, 0, 255, 255, 255, 255, 255, 128, 128, 128, 255,
            40, 40, 40, 255, 200, 120, 60, 255, 60, 160, 90, 255, 70, 90, 180, 255,
        ]
        var converted = probes
        converted.withUnsafeMutableBytes { if let base = $0.baseAddress { apply(base, count: probes.count / 4) } }
        return zip(probes, converted).contains { abs(Int($0) - Int($1)) > 3 }
    }
}

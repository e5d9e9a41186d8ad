import CVips
import Synchronization

extension ColorProfile {
    /// Converts `R G B A` pixels of 16 bits a component to sRGB in place.
    func convertDeepToSRGB(_ pixels: UnsafeMutableRawPointer, count: Int) {
        guard let greys else {
            DeepTransform.cached(bytes)?.apply(pixels, count: count)
            return
        }
        let samples = pixels.assumingMemoryBound(to: UInt16.self)
        for at in 0..<count * 4 where at & 3 != 3 { samples[at] = greys[Int(samples[at])] }
    }
}

/// A transform to sRGB in 16 bits; made when pixels of that kind are asked for, which is seldom.
private final class DeepTransform: Sendable {
    // Guarded by immutability: lcms allows one transform in several threads when it is made without its one-pixel cache.
    nonisolated(unsafe) private let handle: cmsHTRANSFORM
    /// Does it instead where it can.
    private let shaper: DeepShaper?

    private init(_ handle: cmsHTRANSFORM, _ shaper: DeepShaper?) { (self.handle, self.shaper) = (handle, shaper) }

    deinit { cmsDeleteTransform(handle) }

    func apply(_ pixels: UnsafeMutableRawPointer, count: Int) {
        if let shaper { return shaper.apply(pixels, count: count) }
        // lcms counts in 32 bits.
        var done = 0
        while done < count {
            let part = min(count - done, 1 << 20)
            cmsDoTransform(handle, pixels + done * 8, pixels + done * 8, cmsUInt32Number(part))
            done += part
        }
    }

    private static let last = Mutex<(profile: [UInt8], transform: DeepTransform?)?>(nil)

    /// `nil` where no conversion is possible.
    static func cached(_ profile: [UInt8]) -> DeepTransform? {
        last.withLock { last in
            if let last, last.profile == profile { return last.transform }
            let transform = make(profile)
            last = (profile, transform)
            return transform
        }
    }

    private static func make(_ profile: [UInt8]) -> DeepTransform? {
        guard let source = cmsOpenProfileFromMem(profile, cmsUInt32Number(profile.count)) else { return nil }
        defer { cmsCloseProfile(source) }
        guard let target = cmsCreate_sRGBProfile() else { return nil }
        defer { cmsCloseProfile(target) }
        let handle = cmsCreateTransform(
            source, cvips_lcms_rgba16, target, cvips_lcms_rgba16, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), cvips_lcms_flags)
        return handle.map { DeepTransform($0, DeepShaper(from: source, to: target)) }
    }
}

import CVips
import Synchronization

extension ColorProfile {
    /// Converts `R G B A` pixels of 16 bits a component to sRGB in place.
    func convertDeepToSRGB(_ pixels: UnsafeMutableRawPointer, count: Int) {
        DeepTransform.cached(bytes)?.apply(pixels, count: count)
    }
}

/// A transform of lcms to sRGB in 16 bits; made when pixels of that kind are asked for, which is seldom.
private final class DeepTransform: Sendable {
    // Guarded by immutability: lcms allows one transform in several threads when it is made without its one-pixel cache.
    nonisolated(unsafe) private let handle: cmsHTRANSFORM

    private init(_ handle: cmsHTRANSFORM) { self.handle = handle }

    deinit { cmsDeleteTransform(handle) }

    func apply(_ pixels: UnsafeMutableRawPointer, count: Int) {
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
        return cmsCreateTransform(
            source, lcms_shim_rgba16, target, lcms_shim_rgba16, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), lcms_shim_flags
        ).map { DeepTransform($0) }
    }
}

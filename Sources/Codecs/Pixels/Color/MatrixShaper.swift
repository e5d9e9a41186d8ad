import CVips
import Glibc

/// The conversion to sRGB of a profile that is three curves and a matrix, as those of cameras and screens are.
///
/// The same arithmetic as lcms', in one pass over the pixels and in whole numbers: what every value of a channel adds to the three of sRGB is
/// multiplied once for all pixels.
struct MatrixShaper: Sendable {
    /// What each of the 256 values of red, then green, then blue adds to the places in `encoded` of sRGB's red, green and blue: one number of three, each
    /// of `bits` bits, the lowest `fraction` of them parts of a step. None is negative, and the sum of any three fits.
    private let shares: [UInt64]
    /// sRGB's values of linear light, from the least that three shares can give to the most, so that nothing has to be cut off; seen is what lies from 0
    /// to 1. Steps are finer than half a value even where the curve is steepest.
    private let encoded: [UInt8]
    private static let steps = 1 << 14
    private static let (bits, fraction) = (21, 5)
    /// Most of light beside each other, where 1 is all that is seen: screens and cameras need up to three.
    private static let longest = 4

    /// `nil` for profiles of another kind.
    init?(from source: cmsHPROFILE, to sRGB: cmsHPROFILE) {
        guard let matrix = Self.matrix(from: source, to: sRGB), let linear = Self.light(source, values: 256) else { return nil }
        guard linear.allSatisfy({ abs($0) <= 16 }), matrix.allSatisfy({ abs($0) <= 16 }) else { return nil }
        /// Steps by channel and value.
        func shares(ofRow row: Int) -> [[Float]] {
            (0..<3).map { channel in linear[channel * 256..<channel * 256 + 256].map { $0 * matrix[row * 3 + channel] * Float(Self.steps) } }
        }
        let rows = (0..<3).map(shares)
        let least = rows.map { $0.reduce(0) { $0 + ($1.min() ?? 0) } }, most = rows.map { $0.reduce(0) { $0 + ($1.max() ?? 0) } }
        let lowest = (least.min() ?? 0).rounded(.down) - 2, highest = (most.max() ?? 0).rounded(.up) + 2
        guard highest - lowest < Float(Self.longest * Self.steps) else { return nil }
        var packed = [UInt64](repeating: 0, count: 3 * 256)
        for (row, channels) in rows.enumerated() {
            for (channel, steps) in channels.enumerated() {
                let origin = steps.min() ?? 0
                // The first channel brings all origins along, and the half that makes the nearest step of the one below.
                let start = channel == 0 ? least[row] - lowest + 0.5 : 0
                for (value, step) in steps.enumerated() {
                    let parts = UInt64(((step - origin + start) * Float(1 << Self.fraction)).rounded())
                    packed[channel * 256 + value] |= parts << UInt64(row * Self.bits)
                }
            }
        }
        self.shares = packed
        encoded = (Int(lowest)...Int(highest)).map { step in
            let light = min(max(Double(step) / Double(Self.steps), 0), 1)
            return UInt8((255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)).rounded())
        }
    }

    /// From the profile's linear light to sRGB's, row by row; `nil` for profiles of another kind.
    static func matrix(from source: cmsHPROFILE, to sRGB: cmsHPROFILE) -> [Float]? {
        guard cmsIsMatrixShaper(source) != 0, cmsGetPCS(source) == cmsSigXYZData, let from = colorants(source), let to = colorants(sRGB),
            let inverse = inverse(to)
        else { return nil }
        var matrix: [Float] = []
        for row in 0..<3 {
            for column in 0..<3 {
                matrix.append(Float((0..<3).reduce(0) { $0 + inverse[row * 3 + $1] * from[$1 * 3 + column] }))
            }
        }
        return matrix.allSatisfy(\.isFinite) ? matrix : nil
    }

    /// Linear light of so many values of red, then green, then blue.
    static func light(_ source: cmsHPROFILE, values: Int) -> [Float]? {
        var linear: [Float] = []
        for tag in [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag] {
            guard let curve = cmsReadTag(source, tag) else { return nil }
            for value in 0..<values { linear.append(cmsEvalToneCurveFloat(OpaquePointer(curve), Float(value) / Float(values - 1))) }
        }
        return linear.allSatisfy(\.isFinite) ? linear : nil
    }

    /// Converts `R G B A` pixels in place.
    func apply(_ pixels: UnsafeMutableRawPointer, count: Int) {
        let step = UInt64(Self.fraction), next = UInt64(Self.bits), mask = UInt64(1) << (next - step) - 1
        shares.withUnsafeBufferPointer { shares in
            encoded.withUnsafeBufferPointer { encoded in
                // Both have elements, and no sum leads out of the table.
                guard let shares = shares.baseAddress, let encoded = encoded.baseAddress else { return }
                for at in stride(from: 0, to: count &* 4, by: 4) {
                    let pixel = UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: at, as: UInt32.self))
                    let places = shares[Int(pixel & 255)] &+ shares[256 &+ Int(pixel &>> 8 & 255)] &+ shares[512 &+ Int(pixel &>> 16 & 255)]
                    let red = UInt32(encoded[Int(places &>> step & mask)]), green = UInt32(encoded[Int(places &>> (step &+ next) & mask)])
                    let blue = UInt32(encoded[Int(places &>> (step &+ next &+ next) & mask)])
                    let converted = red | green &<< 8 | blue &<< 16 | pixel & 0xFF00_0000
                    pixels.storeBytes(of: converted.littleEndian, toByteOffset: at, as: UInt32.self)
                }
            }
        }
    }

    /// The XYZ of the three primaries, as columns.
    private static func colorants(_ profile: cmsHPROFILE) -> [Double]? {
        var columns: [cmsCIEXYZ] = []
        for tag in [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag] {
            guard let colour = cmsReadTag(profile, tag) else { return nil }
            columns.append(colour.assumingMemoryBound(to: cmsCIEXYZ.self).pointee)
        }
        return columns.map(\.X) + columns.map(\.Y) + columns.map(\.Z)
    }

    private static func inverse(_ m: [Double]) -> [Double]? {
        func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { m[a] * m[d] - m[b] * m[c] }
        let determinant = m[0] * minor(4, 5, 7, 8) - m[1] * minor(3, 5, 6, 8) + m[2] * minor(3, 4, 6, 7)
        guard abs(determinant) > 1e-9 else { return nil }
        return [
            minor(4, 5, 7, 8), -minor(1, 2, 7, 8), minor(1, 2, 4, 5), -minor(3, 5, 6, 8), minor(0, 2, 6, 8), -minor(0, 2, 3, 5), minor(3, 4, 6, 7),
            -minor(0, 1, 6, 7), minor(0, 1, 3, 4),
        ].map { $0 / determinant }
    }
}

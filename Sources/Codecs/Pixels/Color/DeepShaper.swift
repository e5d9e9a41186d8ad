import CVips
import Glibc

/// What `MatrixShaper` does, in 16 bits: lcms puts a coarse table in the matrix's place, which is off by up to 20 levels of 255 beside the dark edges.
struct DeepShaper: Sendable {
    private let linear: [Float]
    private let matrix: [Float]

    /// `nil` for profiles of another kind.
    init?(from source: cmsHPROFILE, to sRGB: cmsHPROFILE) {
        guard let matrix = MatrixShaper.matrix(from: source, to: sRGB), let linear = MatrixShaper.light(source, values: 65536) else { return nil }
        (self.linear, self.matrix) = (linear, matrix)
    }

    /// Converts `R G B A` pixels of 16 bits in place.
    func apply(_ pixels: UnsafeMutableRawPointer, count: Int) {
        let samples = pixels.assumingMemoryBound(to: UInt16.self)
        let m = (matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5], matrix[6], matrix[7], matrix[8])
        linear.withUnsafeBufferPointer { linear in
            StandardCurve.withTable { curve in
                for at in stride(from: 0, to: count &* 4, by: 4) {
                    let r = linear[Int(samples[at])], g = linear[65536 &+ Int(samples[at &+ 1])], b = linear[131_072 &+ Int(samples[at &+ 2])]
                    samples[at] = curve.value(m.0 * r + m.1 * g + m.2 * b)
                    samples[at &+ 1] = curve.value(m.3 * r + m.4 * g + m.5 * b)
                    samples[at &+ 2] = curve.value(m.6 * r + m.7 * g + m.8 * b)
                }
            }
        }
    }
}

/// sRGB's curve as a table from linear light to 16 bits, read between its entries.
struct StandardCurve {
    private static let table: [Float] = (0...65536).map { step in
        let light = min(Double(step) / 65535, 1)
        return Float(65535 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055))
    }

    private let entries: UnsafeBufferPointer<Float>

    static func withTable<Result>(_ body: (StandardCurve) -> Result) -> Result {
        table.withUnsafeBufferPointer { body(StandardCurve(entries: $0)) }
    }

    /// Of light from 0 to 1; what is beyond is cut off.
    func value(_ light: Float) -> UInt16 {
        let place = min(max(light, 0), 1) * 65535, step = Int(place)
        let low = entries[step]
        return UInt16(low + (entries[step &+ 1] - low) * (place - Float(step)) + 0.5)
    }
}

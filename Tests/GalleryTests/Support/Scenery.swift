import Foundation

@testable import Codecs

/// A drawn picture with smooth colours and few edges, for what is done to pictures: a sky with its sun over hills and a lake.
enum Scenery {
    /// As TIFF, without loss. Drawn once, which takes a good second in a debug build.
    static let tiff = drawn(width: 960, height: 640)
    /// The same in Display P3 and in stronger colours, many of which sRGB does not have.
    static let wideTIFF = drawn(width: 960, height: 640, strength: 1.6, profile: ColorProfile.displayP3)

    private static func drawn(width: Int, height: Int, strength: Double = 1, profile: [UInt8] = []) -> Data {
        var pixels = [UInt8]()
        pixels.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let colour = colour((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height), ratio: Double(width) / Double(height))
                let grey = SIMD3(repeating: (colour.x + colour.y + colour.z) / 3), shown = strength == 1 ? colour : grey + (colour - grey) * strength
                pixels += [shown.x, shown.y, shown.z].map { UInt8(max(0, min(255, $0 * 255)).rounded()) }
            }
        }
        return file(pixels, width, height, profile)
    }

    private static func colour(_ x: Double, _ y: Double, ratio: Double) -> SIMD3<Double> {
        let hills = 0.55 + 0.06 * sin(7 * x + 1) + 0.04 * sin(17 * x)
        if y < hills {
            let far = ((x - 0.7) * (x - 0.7) * ratio * ratio + (y - 0.28) * (y - 0.28)).squareRoot()
            let glow = exp(-far * far / 0.02)
            if far < 0.06 { return SIMD3(1, 0.96, 0.82) }
            return SIMD3(0.32, 0.52, 0.82) * (1 - y) + SIMD3(0.98, 0.72, 0.5) * y + SIMD3(0.3, 0.2, 0.05) * glow
        }
        if y < 0.72 { return SIMD3(0.2, 0.36, 0.18) * (0.6 + 0.8 * x) }
        return SIMD3(0.14, 0.3, 0.42) + SIMD3(0.5, 0.4, 0.3) * exp(-abs(x - 0.7) * 9) * (1.1 - y) + SIMD3(repeating: 0.03) * sin(90 * y)
    }

    /// Uncompressed, in one strip, behind which the profile lies.
    private static func file(_ pixels: [UInt8], _ width: Int, _ height: Int, _ profile: [UInt8]) -> Data {
        // Where what the entries point to begins: the bits of each component, and the pixels behind them.
        let bits = UInt32(profile.isEmpty ? 134 : 146), strip = bits + 6
        var entries: [(tag: UInt16, type: UInt16, count: UInt32, value: UInt32)] = [
            (256, 4, 1, UInt32(width)), (257, 4, 1, UInt32(height)), (258, 3, 3, bits), (259, 3, 1, 1), (262, 3, 1, 2), (273, 4, 1, strip), (277, 3, 1, 3),
            (278, 4, 1, UInt32(height)), (279, 4, 1, UInt32(pixels.count)), (284, 3, 1, 1),
        ]
        if !profile.isEmpty { entries.append((34_675, 7, UInt32(profile.count), strip + UInt32(pixels.count))) }
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, UInt8(entries.count), 0]
        func put(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
        for entry in entries {
            put(entry.tag)
            put(entry.type)
            put(entry.count)
            put(entry.value)
        }
        put(UInt32(0))
        for _ in 0..<3 { put(UInt16(8)) }
        return Data(bytes + pixels + profile)
    }
}

import CResampling
import TestSupport
import Testing

/// The loops by themselves, as the processor at hand and as any processor runs them, beside sums in plain arithmetic.
@Suite struct ResamplingTests {
    private static let strip = Int(RESAMPLING_STRIP)

    /// Noise with stretches of the darkest and the brightest, which sums with negative weights leave at either end.
    private static func samples(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = LinearRandom(state: seed)
        return (0..<count).map { _ in
            let bits = random.next(), value = UInt8(truncatingIfNeeded: bits >> 56)
            return bits >> 40 & 3 == 0 ? (value < 128 ? 0 : 255) : value
        }
    }

    /// Of kernels that the filter makes: sharp, soft, nothing but a copy, and the most that may be taken away.
    private static let kernels: [[Int]] = [[128], [64, 64], [-8, 72, 72, -8], [-9, 111, 29, -3], [-5, 30, 39, 39, 30, -5], [-34, 162], [-17, 162, -17], [1, 2, 122, 2, 1]]

    private static func expected(_ weights: [Int], _ values: [UInt8]) -> UInt8 {
        // Rounded, with halves upwards.
        let sum = zip(weights, values).reduce(64) { $0 + $1.0 * Int($1.1) }
        return UInt8(min(max(sum >> 7, 0), 255))
    }

    @Test(arguments: kernels, [1, 31, 64, 65, 200])
    func rowsAreBlended(weights: [Int], count: Int) {
        let stride = (count + 63) / 64 * 64
        let input = Self.samples(stride * weights.count, seed: UInt64(count)), bits = weights.map { UInt16(truncatingIfNeeded: $0) }
        let right = (0..<count).map { x in Self.expected(weights, weights.indices.map { input[$0 * stride + x] }) }
        for blend in [cresampling_blend_rows, cresampling_plain_blend_rows] {
            var output = [UInt8](repeating: 0, count: stride)
            input.withUnsafeBufferPointer { input in
                let rows = weights.indices.map { row in input.baseAddress.map { $0 + row * stride } }
                blend(rows, bits, weights.count, count, &output)
            }
            #expect(Array(output[..<count]) == right)
        }
    }

    @Test(arguments: [false, true]) func columnsAreBlended(mirrored: Bool) {
        let origin = -3, width = 40, kernels = Self.kernels
        let input = Self.samples(width * Self.strip, seed: 7)
        // Each kernel over the input from another column on; the last ends with the last column.
        let first = kernels.indices.map { $0 == kernels.count - 1 ? origin + width - kernels[$0].count : origin + $0 * 4 }
        let start = kernels.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
        let weights = kernels.joined().map { UInt16(truncatingIfNeeded: $0) }
        var right: [UInt8] = []
        for i in mirrored ? Array(kernels.indices.reversed()) : Array(kernels.indices) {
            for y in 0..<Self.strip {
                right.append(Self.expected(kernels[i], kernels[i].indices.map { input[(first[i] - origin + $0) * Self.strip + y] }))
            }
        }
        for blend in [cresampling_blend_columns, cresampling_plain_blend_columns] {
            var output = [UInt8](repeating: 0, count: kernels.count * Self.strip)
            first.withUnsafeBufferPointer { first in
                start.withUnsafeBufferPointer { start in
                    weights.withUnsafeBufferPointer { weights in
                        let axis = cresampling_axis(first: first.baseAddress, start: start.baseAddress, weights: weights.baseAddress, count: kernels.count)
                        blend(input, origin, axis, mirrored ? 1 : 0, &output)
                    }
                }
            }
            #expect(output == right)
        }
    }

    @Test(arguments: [16, 48, 160]) func stripsAreTurnedAndTurnedBack(width: Int) {
        let stride = width + 64, rows = Self.samples(stride * Self.strip, seed: 3)
        let right = (0..<width).flatMap { x in (0..<Self.strip).map { rows[$0 * stride + x] } }
        for (turn, back) in [
            (cresampling_columns_of_rows, cresampling_rows_of_columns), (cresampling_plain_columns_of_rows, cresampling_plain_rows_of_columns),
        ] {
            var columns = [UInt8](repeating: 0, count: width * Self.strip)
            turn(rows, stride, width, &columns)
            #expect(columns == right)
            var restored = rows
            for i in restored.indices where i % stride < width { restored[i] = ~restored[i] }
            back(columns, width, &restored, stride)
            // What lies between the rows stays as it was.
            #expect(restored == rows)
        }
    }
}

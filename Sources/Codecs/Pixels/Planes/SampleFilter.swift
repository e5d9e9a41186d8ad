import CResampling
import Glibc

/// For each output sample of one axis: which input samples it is made of, and how much of each.
///
/// The kernel is Catmull-Rom's cubic, widened by the reduction so that it removes what the output cannot carry. Weights are
/// 1/128ths whose sum is exactly 128, so flat areas stay exact.
struct SampleFilter {
    let count: Int
    /// First input sample of each output; may lie outside the input, whose edge samples are then repeated.
    let first: [Int]
    /// Weights of output `i` are `weights[start[i]..<start[i + 1]]`.
    let start: [Int]
    let weights: [UInt16]
    let maximumTaps: Int
    /// The filter only copies `count` samples from this one on.
    let copiesFrom: Int?

    /// - Parameters:
    ///   - origin, length: The stretch of input to show, in input samples.
    ///   - count: Output samples.
    ///   - coverage: How many output samples `length` covers; `count` unless the last one sticks out by a half.
    init(origin: Double, length: Double, count: Int, coverage: Double) {
        let scale = length / coverage
        let width = max(scale, 1)
        var first: [Int] = [], start = [0], weights: [UInt16] = []
        first.reserveCapacity(count)
        start.reserveCapacity(count + 1)
        var raw: [Double] = []
        var maximum = 0
        for i in 0..<count {
            let centre = origin + (Double(i) + 0.5) * scale - 0.5
            var low = Int((centre - 2 * width).rounded(.up))
            let high = Int((centre + 2 * width).rounded(.down))
            raw.removeAll(keepingCapacity: true)
            var sum = 0.0
            for k in low...max(low, high) {
                let weight = Self.kernel(abs((Double(k) - centre) / width))
                raw.append(weight)
                sum += weight
            }
            // Rounding the running sum spreads the error instead of piling it up.
            var running = 0.0, given = 0
            let begin = weights.count
            for weight in raw {
                running += weight
                let next = Int((running / sum * 128).rounded())
                if next == given, weights.count == begin {
                    low += 1
                } else {
                    weights.append(UInt16(bitPattern: Int16(next - given)))
                }
                given = next
            }
            while weights.count > begin + 1, weights.last == 0 { weights.removeLast() }
            first.append(low)
            start.append(weights.count)
            maximum = max(maximum, weights.count - begin)
        }
        copiesFrom = scale == 1 && maximum == 1 ? first.first : nil
        (self.count, self.first, self.start, self.weights, maximumTaps) = (count, first, start, weights, maximum)
    }

    /// As the loops that resample take it.
    func withAxis(_ body: (cresampling_axis) -> Void) {
        first.withUnsafeBufferPointer { first in
            start.withUnsafeBufferPointer { start in
                weights.withUnsafeBufferPointer { weights in
                    body(cresampling_axis(first: first.baseAddress, start: start.baseAddress, weights: weights.baseAddress, count: count))
                }
            }
        }
    }

    private static func kernel(_ x: Double) -> Double {
        if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
        if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
        return 0
    }
}

/// What a picture looks like from afar: the signs of its 255 slowest waves. Pictures of the same thing at other sizes and qualities differ in a few of them, others in about half.
package struct PictureHash: Sendable, Hashable {
    /// Side of the square of samples that it is made of, and of the square of waves.
    static let side = 32
    static let waves = 16
    /// Where a wave is this weak everywhere, in levels of 255, there is nothing to tell one picture from another.
    private static let faintest: Float = 1.5

    /// The slowest waves first: those of `words[0]` hold what is seen of a picture at a glance.
    package let words: SIMD4<UInt64>
    /// Whether there is nothing in the picture that tells it from others: a black frame, a clear sky. Its signs are noise.
    package let isPlain: Bool
    /// How strong its colours are, from 0 for grey: how far the strongest of red, green and blue is from the weakest, in the mean.
    package let colour: UInt8

    /// - Parameters:
    ///   - luma: upright samples from 0 to 255, row by row: those of a thumbnail.
    ///   - colour: how strong its colours are.
    /// - Returns: `nil` for no samples, or another number than the size says.
    package init?(luma: some RandomAccessCollection<UInt8>, width: Int, height: Int, colour: UInt8 = 0) {
        guard width > 0, height > 0, luma.count == width * height else { return nil }
        let samples = Self.samples(Array(luma), width, height)
        let strengths = Self.transform(samples)
        var words = SIMD4<UInt64>(), strongest: Float = 0
        for (bit, index) in Self.order.enumerated() {
            if strengths[index] > 0 { words[bit >> 6] |= 1 << UInt64(bit & 63) }
            if bit < 64 { strongest = max(strongest, abs(strengths[index])) }
        }
        (self.words, isPlain, self.colour) = (words, strongest < Self.faintest, colour)
    }

    /// One that was kept.
    package init(words: SIMD4<UInt64>, isPlain: Bool = false, colour: UInt8 = 0) { (self.words, self.isPlain, self.colour) = (words, isPlain, colour) }

    /// In how many of the 255 signs two pictures differ.
    package func distance(to other: PictureHash) -> Int {
        let different = words ^ other.words
        return (0..<4).reduce(0) { $0 + different[$1].nonzeroBitCount }
    }

    /// Whether the colours of both are about as strong, so that one may be a copy of the other. The signs are those of brightness, which a grey copy has as well.
    package func hasColours(of other: PictureHash) -> Bool {
        let (weaker, stronger) = (Int(min(colour, other.colour)), Int(max(colour, other.colour)))
        return stronger <= 2 * weaker + 8
    }

    // MARK: Waves

    /// Means of equal parts of the picture, whatever its shape: a part that is less than a pixel takes the one it lies in.
    static func samples(_ luma: [UInt8], _ width: Int, _ height: Int) -> [Float] {
        var result = [Float](repeating: 0, count: side * side)
        for y in 0..<side {
            let rows = y * height / side..<max(y * height / side + 1, (y + 1) * height / side)
            for x in 0..<side {
                let columns = x * width / side..<max(x * width / side + 1, (x + 1) * width / side)
                var sum = 0
                for row in rows {
                    for column in columns { sum += Int(luma[row * width + column]) }
                }
                result[y * side + x] = Float(sum) / Float(rows.count * columns.count)
            }
        }
        return result
    }

    /// Strengths of cosine waves, `waves` by `waves`; that of the mean is 0.
    private static func transform(_ samples: [Float]) -> [Float] {
        var rows = [Float](repeating: 0, count: side * waves)
        for y in 0..<side {
            for u in 0..<waves {
                var sum: Float = 0
                for x in 0..<side { sum += cosines[u * side + x] * samples[y * side + x] }
                rows[y * waves + u] = sum
            }
        }
        var result = [Float](repeating: 0, count: waves * waves)
        for v in 0..<waves {
            for u in 0..<waves {
                var sum: Float = 0
                for y in 0..<side { sum += cosines[v * side + y] * rows[y * waves + u] }
                result[v * waves + u] = sum / Float(side)
            }
        }
        result[0] = 0
        return result
    }

    private static let cosines: [Float] = (0..<waves).flatMap { u in (0..<side).map { x in Float(cosine(Double(u) * (Double(x) + 0.5) / Double(side))) } }

    /// Places of the waves in a transform, without the mean's, the slowest first.
    private static let order: [Int] = (1..<waves * waves).sorted { a, b in
        let (x, y) = (a / waves + a % waves, b / waves + b % waves)
        return (x, a) < (y, b)
    }

    /// Of so many half turns: exact enough, and the same on every machine.
    private static func cosine(_ halfTurns: Double) -> Double {
        let turns = halfTurns.truncatingRemainder(dividingBy: 2)
        let angle = min(turns, 2 - turns) * Double.pi
        // Around the middle, where the series is short.
        let (near, sign) = angle > Double.pi / 2 ? (Double.pi - angle, -1.0) : (angle, 1.0)
        var term = 1.0, sum = 1.0
        for step in stride(from: 2.0, through: 24, by: 2) {
            term *= -near * near / (step * (step - 1))
            sum += term
        }
        return sign * sum
    }
}

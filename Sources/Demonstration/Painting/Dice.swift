import Support

/// Chance that is the same every time, begun from a seed and from what the numbers are for.
struct Dice: Sendable {
    private var numbers: SplitMix64

    init(_ seed: UInt64, _ purpose: UInt64...) {
        numbers = SplitMix64(seed: seed)
        for part in purpose { numbers = SplitMix64(seed: next() ^ (part &* 0xD6E8_FEB8_6659_FD93)) }
    }

    mutating func next() -> UInt64 { numbers.next() }

    /// 0 up to, not including, 1.
    mutating func unit() -> Float { Float(next() >> 40) * 0x1p-24 }
    mutating func between(_ low: Float, _ high: Float) -> Float { low + (high - low) * unit() }
    mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + Int(next() % UInt64(range.count)) }
    mutating func chance(_ probability: Float) -> Bool { unit() < probability }
    mutating func pick<T>(_ choices: [T]) -> T { choices[number(0...choices.count - 1)] }

    /// The same choices in another order.
    mutating func shuffled<T>(_ choices: [T]) -> [T] {
        var result = choices
        for place in stride(from: result.count - 1, to: 0, by: -1) { result.swapAt(place, number(0...place)) }
        return result
    }

    /// Sixteen bytes as a UUID of version 4 in upper case.
    mutating func identifier() -> String {
        let digits = (0..<32).map { place -> Character in
            let digit = place == 12 ? 4 : place == 16 ? 8 + number(0...3) : number(0...15)
            return Character(String(digit, radix: 16, uppercase: true))
        }
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}

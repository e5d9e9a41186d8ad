import Foundation
import Support

/// What a library is made up of: the same for the same seed.
package struct GeneratorRandom: RandomNumberGenerator, Sendable {
    private var numbers: SplitMix64

    package init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    package mutating func next() -> UInt64 { numbers.next() }

    /// 0 up to, not including, `bound`, which must be positive.
    package mutating func number(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// 0 up to, not including, 1.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    package mutating func chance(_ probability: Double) -> Bool { unit() < probability }

    package mutating func pick<T>(_ choices: [T]) -> T { choices[number(below: choices.count)] }

    /// Of version 4, as `UUID()` makes them.
    package mutating func uuid() -> UUID {
        let (a, b) = (next(), next())
        func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (8 * index)) }
        return UUID(
            uuid: (
                byte(a, 0), byte(a, 1), byte(a, 2), byte(a, 3), byte(a, 4), byte(a, 5), byte(a, 6) & 0x0F | 0x40, byte(a, 7),
                byte(b, 0) & 0x3F | 0x80, byte(b, 1), byte(b, 2), byte(b, 3), byte(b, 4), byte(b, 5), byte(b, 6), byte(b, 7)
            ))
    }

    /// As long as a SHA-256.
    package mutating func hash() -> Data {
        var data = Data(capacity: 32)
        for _ in 0..<4 { withUnsafeBytes(of: next()) { data.append(contentsOf: $0) } }
        return data
    }
}

import Foundation

/// Random numbers that are the same for the same seed (SplitMix64), so that a failure can be run again.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// 0 up to, not including, `bound`.
    package mutating func number(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

    package mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

    package mutating func pick<T>(_ choices: [T]) -> T { choices[number(below: choices.count)] }

    package mutating func uuid() -> UUID {
        let (a, b) = (next(), next())
        return withUnsafeBytes(of: (a, b)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

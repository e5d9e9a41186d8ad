import Foundation
import Support

/// Random numbers that are the same for the same seed, so that a failure can be run again.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var numbers: SplitMix64

    package init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    package mutating func next() -> UInt64 { numbers.next() }

    /// 0 up to, not including, `bound`.
    package mutating func number(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

    package mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

    package mutating func pick<T>(_ choices: [T]) -> T { choices[number(below: choices.count)] }

    package mutating func uuid() -> UUID {
        let (a, b) = (next(), next())
        return withUnsafeBytes(of: (a, b)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

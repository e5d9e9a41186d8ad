/// Knuth's linear congruence, of whose numbers the upper bits are good. For tests whose damage and acts were made with it: other numbers would be other tests.
/// What is new takes `SeededRandom`.
package struct LinearRandom: Sendable {
    private var state: UInt64

    package init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}

/// Marsaglia's xorshift, for files whose bytes tests know by their hash.
package struct XorshiftRandom: Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    package mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

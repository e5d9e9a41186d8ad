extension Sequence<UInt8> {
    /// 64 bits of FNV-1a: the same in every process, quick, and no match for anybody who wants two texts to have the same.
    /// - Parameter basis: what it begins with; another one gives another hash.
    package func fnv1a(basis: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
        reduce(basis) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}

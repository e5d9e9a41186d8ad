/// 64 bits of FNV-1a: the same in every process, quick, and no match for anybody who wants two texts to have the same.
@usableFromInline
package struct FNV1a: Sendable {
    @usableFromInline package var value: UInt64

    /// - Parameter basis: what it begins with; another one gives another hash.
    @inlinable package init(basis: UInt64 = 0xCBF2_9CE4_8422_2325) { value = basis }

    @inlinable package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}

extension Sequence<UInt8> {
    /// The hash of all of them.
    ///
    /// Each module that calls it compiles it for its own texts and arrays: unseen, it would ask for each byte through tables that the runtime has to find first.
    @inlinable package func fnv1a(basis: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
        var hash = FNV1a(basis: basis)
        for byte in self { hash.add(byte) }
        return hash.value
    }
}

/// 64 bits of FNV-1a: the same in every process, quick, and no match for anybody who wants two texts to have the same.
package struct FNV1a: Sendable {
    package private(set) var value: UInt64

    /// - Parameter basis: what it begins with; another one gives another hash.
    package init(basis: UInt64 = 0xCBF2_9CE4_8422_2325) { value = basis }

    package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}

extension String.UTF8View {
    /// The same of a text. The form for all sequences asks for each byte through the text's tables, which the runtime has to find and make first.
    package func fnv1a(basis: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
        var hash = FNV1a(basis: basis)
        for byte in self { hash.add(byte) }
        return hash.value
    }
}

extension Array<UInt8> {
    /// The same of an answer's bytes, of which the form for all sequences would ask for one at a time through a table.
    package func fnv1a(basis: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
        withUnsafeBytes { bytes in
            var hash = FNV1a(basis: basis)
            for byte in bytes { hash.add(byte) }
            return hash.value
        }
    }
}

extension Sequence<UInt8> {
    /// The hash of all of them.
    package func fnv1a(basis: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
        var hash = FNV1a(basis: basis)
        for byte in self { hash.add(byte) }
        return hash.value
    }
}

/// The first words of a column file. They carry a sum of their own, since they are read while another process may be writing them.
struct ColumnHeader: Equatable {
    static let magic: UInt64 = 0x6C6F_434B_6850_6F21
    static let format: UInt64 = 4

    enum Field: Int, CaseIterable {
        case magic, format
        /// Which catalogue the columns were made from.
        case identity
        case capacity, count, sortedCount
        /// Rows without an asset.
        case dead
        /// The last change of the catalogue that is contained, and what tells it from others of that position.
        case position, stamp
        /// Odd while a writer is writing, and for good after one died while it did.
        case sequence
        /// Sum of the blocks' sums.
        case total
        /// Sum of all words before it.
        case seal
    }

    static let size = Field.allCases.count * 8

    private(set) var words: [UInt64]

    /// A header of this format for `capacity` rows, with nothing else said.
    init(capacity: Int) {
        words = [UInt64](repeating: 0, count: Field.allCases.count)
        words[Field.magic.rawValue] = Self.magic
        words[Field.format.rawValue] = Self.format
        words[Field.capacity.rawValue] = UInt64(capacity)
    }

    /// - Parameter bytes: `size` of them.
    /// - Returns: `nil` where they are no whole header of this format.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.size else { return nil }
        words = Field.allCases.map { bytes.loadUnaligned(fromByteOffset: $0.rawValue * 8, as: UInt64.self) }
        guard self[.magic] == Self.magic, self[.format] == Self.format, self[.seal] == sum,
            self[.capacity] > 0, self[.capacity] <= UInt64(UInt32.max), self[.capacity] % UInt64(ColumnLayout.blockSize) == 0,
            self[.count] <= self[.capacity], self[.sortedCount] <= self[.count], self[.dead] <= self[.count]
        else { return nil }
    }

    subscript(field: Field) -> UInt64 {
        get { words[field.rawValue] }
        set { words[field.rawValue] = newValue }
    }

    private var sum: UInt64 {
        words.indices.dropLast().reduce(0) { $0 &+ BlockSum.part(words[$1], at: $1) }
    }

    /// With the sum of what it says.
    var sealed: ColumnHeader {
        var copy = self
        copy[.seal] = sum
        return copy
    }

    var position: Int64 { Int64(bitPattern: self[.position]) }
    var isChanging: Bool { self[.sequence] & 1 == 1 }
    var count: Int { Int(self[.count]) }
    var sortedCount: Int { Int(self[.sortedCount]) }

    var state: ColumnIdentity { ColumnIdentity(catalog: self[.identity], position: position, stamp: self[.stamp]) }
}

/// What a column file must say to be used.
package struct ColumnIdentity: Sendable, Equatable {
    /// Tells one catalogue from all others.
    package var catalog: UInt64
    /// The last change that is contained.
    package var position: Int64
    /// Tells that change from a change of the same position in a restored catalogue.
    package var stamp: UInt64

    package init(catalog: UInt64, position: Int64, stamp: UInt64) {
        (self.catalog, self.position, self.stamp) = (catalog, position, stamp)
    }
}

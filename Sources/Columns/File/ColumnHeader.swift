import Synchronization

/// The first page of a column file: 64-bit words that other processes may change at any moment.
struct ColumnHeader {
    static let magic: UInt64 = 0x6C6F_434B_6850_6F21
    static let format: UInt64 = 3

    enum Field: Int, CaseIterable {
        case magic, format
        /// Which catalogue the columns were made from.
        case identity
        case capacity, count, sortedCount
        /// Rows without an asset.
        case dead
        /// The last change of the catalogue that is contained, and something only that change has.
        case position, stamp
        /// Odd while a writer is at work, and forever after one died at it.
        case sequence
        /// Sum of all rows' checksums.
        case sum
        /// The machine's last start after which the sum was found right.
        case boot
    }

    private let words: UnsafeMutablePointer<Atomic<UInt64>>

    /// - Parameter page: the mapped page; where it is mapped for reading, nothing is ever stored.
    init(page: UnsafeMutableRawPointer) {
        words = page.bindMemory(to: Atomic<UInt64>.self, capacity: Field.allCases.count)
    }

    subscript(field: Field) -> UInt64 {
        get { words[field.rawValue].load(ordering: .acquiring) }
        nonmutating set { words[field.rawValue].store(newValue, ordering: .sequentiallyConsistent) }
    }

    var position: Int64 { Int64(bitPattern: self[.position]) }
    var isChanging: Bool { self[.sequence] & 1 == 1 }
}

/// What a column file must say so that it may be believed.
package struct ColumnIdentity: Sendable, Equatable {
    /// Tells one catalogue from all others.
    package var catalog: UInt64
    /// The last change that is contained.
    package var position: Int64
    /// Something that change has and a change of the same position in a restored catalogue has not.
    package var stamp: UInt64

    package init(catalog: UInt64, position: Int64, stamp: UInt64) {
        (self.catalog, self.position, self.stamp) = (catalog, position, stamp)
    }
}

/// One asset as the columns keep it: 60 bytes, first the wide fields, then the narrow ones, in the order of the columns in the file.
package struct ColumnRow: Sendable, Equatable, BitwiseCopyable {
    package var creationDate = ColumnTable.none
    package var modificationDate = ColumnTable.none
    package var addedDate = ColumnTable.none
    package var duration = 0.0
    package var id: UInt32
    package var pixelWidth: UInt32 = 0
    package var pixelHeight: UInt32 = 0
    package var mediaSubtypes: UInt32 = 0
    /// Raw value of `AssetFlags`; 0 for a row that holds no asset any more.
    package var flags: UInt32
    package var latitude = ColumnTable.noPlace
    package var longitude = ColumnTable.noPlace

    package init(id: UInt32, flags: UInt32) {
        (self.id, self.flags) = (id, flags)
    }

    package var isAlive: Bool { flags & AssetFlags.alive.rawValue != 0 }

    /// The order of the sorted part.
    package static func precedes(_ a: ColumnRow, _ b: ColumnRow) -> Bool {
        a.creationDate < b.creationDate || (a.creationDate == b.creationDate && a.id < b.id)
    }

    /// What the row at `index` adds to the file's sum, which tells a file that a power cut tore from a whole one.
    func checksum(at index: Int) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: index) &+ 0x9E37_79B9_7F4A_7C15
        func add(_ word: UInt64) {
            hash = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
            hash ^= hash >> 32
        }
        func add(_ low: UInt32, _ high: UInt32) { add(UInt64(low) | UInt64(high) << 32) }
        add(creationDate.bitPattern)
        add(modificationDate.bitPattern)
        add(addedDate.bitPattern)
        add(duration.bitPattern)
        add(id, pixelWidth)
        add(pixelHeight, mediaSubtypes)
        add(UInt64(flags))
        add(UInt32(bitPattern: latitude), UInt32(bitPattern: longitude))
        return hash
    }
}

/// What became of one asset.
package struct ColumnChange: Sendable {
    package var id: UInt32
    /// The columns did not hold it before.
    package var isNew: Bool
    /// `nil` for an asset that is gone.
    package var row: ColumnRow?

    package init(id: UInt32, isNew: Bool, row: ColumnRow?) {
        (self.id, self.isNew, self.row) = (id, isNew, row)
    }
}

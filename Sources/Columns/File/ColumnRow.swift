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

    /// What a column says of it, as the sums take it.
    func value(_ number: Int) -> UInt64 {
        let column = ColumnLayout.columns[number]
        return withUnsafeBytes(of: self) { bytes in
            column.width == 8
                ? bytes.load(fromByteOffset: column.offset, as: UInt64.self)
                : UInt64(bytes.load(fromByteOffset: column.offset, as: UInt32.self))
        }
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

import Columns

extension ColumnRow {
    /// The columns of `asset` that `read` takes.
    static let selection = """
        id, creationDate, modificationDate, addedDate, duration, pixelWidth, pixelHeight, mediaSubtypes, mediaType, playbackStyle, sourceType, \
        rating, playbackVariation, listed, visible, trashed, hidden, favorite, burstVisible, representsBurst, frontFacing, raw, \
        adjustmentFormatIdentifier IS NOT NULL, inBurst, latitude, longitude, creationOffset
        """

    static let selectionOfAll = "SELECT \(selection) FROM asset"
    static let selectionByID = "SELECT \(selection) FROM asset WHERE id = ?"

    /// - Returns: `nil` for a row that the columns have no room for: an id beyond 32 bits, a value that Apple's types don't have.
    static func read(_ row: Row) -> ColumnRow? {
        let id = row.int64(0)
        guard id <= Int64(UInt32.max), let width = UInt32(exactly: row.int64(5)), let height = UInt32(exactly: row.int64(6)),
            let subtypes = UInt32(exactly: row.int64(7))
        else { return nil }
        var flags = AssetFlags.alive.rawValue
        var isWhole = true
        func field(_ field: AssetFlags.Field, _ column: Int32) {
            let value = row.int64(column)
            if UInt64(bitPattern: value) > UInt64(field.mask) { isWhole = false }
            flags |= field.bits(UInt32(truncatingIfNeeded: value))
        }
        func flag(_ flag: AssetFlags, _ column: Int32) { if row.bool(column) { flags |= flag.rawValue } }
        field(AssetFlags.mediaType, 8)
        field(AssetFlags.playbackStyle, 9)
        field(AssetFlags.sourceType, 10)
        field(AssetFlags.rating, 11)
        field(AssetFlags.playbackVariation, 12)
        flag(.listed, 13)
        flag(.visible, 14)
        flag(.trashed, 15)
        flag(.hidden, 16)
        flag(.favorite, 17)
        flag(.burstVisible, 18)
        flag(.representsBurst, 19)
        flag(.frontFacing, 20)
        flag(.raw, 21)
        flag(.hasAdjustments, 22)
        flag(.inBurst, 23)

        var result = ColumnRow(id: UInt32(truncatingIfNeeded: id), flags: 0)
        func date(_ column: Int32) -> Double {
            guard let date = row.optionalDouble(column) else { return ColumnTable.none }
            // It would pass for a missing one.
            if date == ColumnTable.none { isWhole = false }
            return date
        }
        (result.creationDate, result.modificationDate, result.addedDate) = (date(1), date(2), date(3))
        result.duration = row.double(4)
        (result.pixelWidth, result.pixelHeight, result.mediaSubtypes) = (width, height, subtypes)
        if let latitude = row.optionalDouble(24), let longitude = row.optionalDouble(25) {
            (result.latitude, result.longitude) = (rounded(latitude), rounded(longitude))
        }
        flags |= AssetFlags.zone.bits(AssetFlags.zoneCode(row.optionalInt(26)))
        result.flags = flags
        return isWhole ? result : nil
    }

    /// Degrees × 10⁷; what is no degree is held at the ends of the range.
    static func rounded(_ degrees: Double) -> Int32 {
        let limit = Double(Int32.max)
        return Int32(max(-limit, min(limit, (degrees * 1e7).rounded())))
    }

    /// The other way round.
    static func degrees(_ rounded: Int32) -> Double { Double(rounded) / 1e7 }
}

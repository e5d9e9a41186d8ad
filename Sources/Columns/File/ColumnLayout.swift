/// Where things stand in a column file: a page for the header, then one array for each column, each with room for `capacity` rows.
struct ColumnLayout {
    static let headerSize = 4096
    static let rowSize = 60

    /// A column's place in a `ColumnRow`, and with that its number in the file.
    struct Column {
        var offset: Int
        var width: Int
    }

    static let columns = (0..<4).map { Column(offset: $0 * 8, width: 8) } + (0..<7).map { Column(offset: 32 + $0 * 4, width: 4) }

    /// Rows: a multiple of 1,024, so that each column begins on a page.
    let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Room for later rows. It costs no disk until it is used: the file has holes there.
    init(roomFor count: Int) {
        capacity = (count + max(65_536, count / 4) + 1023) / 1024 * 1024
    }

    /// Bytes that stand before the value of `row`.
    func place(_ column: Column, _ row: Int) -> Int { Self.headerSize + column.offset * capacity + row * column.width }

    var fileSize: Int { Self.headerSize + Self.rowSize * capacity }
}

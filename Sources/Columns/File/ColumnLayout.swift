/// The layout of a column file: a page for the header, then the sums of all blocks, then one array of `capacity` rows for each column.
struct ColumnLayout {
    static let pageSize = 4096
    /// Rows of a block: what is read and checked at once, column by column.
    static let blockSize = 4096
    static let rowSize = 60

    /// A column's offset in a `ColumnRow`, and with that its number in the file.
    struct Column {
        var offset: Int
        var width: Int
    }

    static let columns = (0..<4).map { Column(offset: $0 * 8, width: 8) } + (0..<7).map { Column(offset: 32 + $0 * 4, width: 4) }

    /// Rows: a multiple of `blockSize`.
    let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Space for later rows. It takes no disk until it is used: the file is sparse.
    init(roomFor count: Int) {
        capacity = (count + max(65_536, count / 4) + Self.blockSize - 1) / Self.blockSize * Self.blockSize
    }

    var blockCount: Int { capacity / Self.blockSize }

    /// Each block's sums are adjacent, one for each column.
    func sumOffset(block: Int) -> Int { Self.pageSize + block * Self.columns.count * 8 }

    /// Where the header and the sums end.
    var sumsEnd: Int { sumOffset(block: blockCount) }

    /// Where the first column begins.
    var start: Int { (sumsEnd + Self.pageSize - 1) / Self.pageSize * Self.pageSize }

    /// Offset of the value of `row` from the first column's beginning.
    func offset(_ column: Column, _ row: Int) -> Int { column.offset * capacity + row * column.width }

    func byteOffset(_ column: Column, _ row: Int) -> Int { start + offset(column, row) }

    /// Bytes of all columns.
    var columnsSize: Int { Self.rowSize * capacity }

    var fileSize: Int { start + columnsSize }

    /// The rows of a block, of `count` in all.
    static func rows(of block: Int, count: Int) -> Range<Int> {
        let first = block * blockSize
        return first..<max(first, min(count, first + blockSize))
    }
}

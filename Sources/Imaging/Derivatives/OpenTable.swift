/// The two open files of a packed table.
struct OpenTable: Sendable {
    let pack: OpenFile
    let index: OpenFile

    init?(_ packPath: String, _ indexPath: String, creating: Bool) {
        guard let pack = OpenFile(packPath, creating: creating), let index = OpenFile(indexPath, creating: creating) else { return nil }
        (self.pack, self.index) = (pack, index)
    }

    func isCurrent(_ packPath: String, _ indexPath: String) -> Bool { pack.isCurrent(packPath) && index.isCurrent(indexPath) }

    func slot(row: Int64) -> TableSlot? {
        var bytes: (UInt64, UInt64, UInt64) = (0, 0, 0)
        let read = withUnsafeMutableBytes(of: &bytes) { readFully(index.descriptor, $0, at: row * Int64(PackedTable.slotSize)) }
        guard read == PackedTable.slotSize else { return nil }
        return withUnsafeBytes(of: bytes) { TableSlot($0) }
    }
}

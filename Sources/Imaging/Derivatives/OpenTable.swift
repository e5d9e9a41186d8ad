import Glibc

/// The two open files of a packed table.
struct OpenTable: Sendable {
    /// What the path of an index leads to.
    enum Finding {
        case table(OpenTable)
        /// Of another format, or torn at its beginning.
        case foreign(OpenFile)
        case nothing
    }

    let pack: OpenFile
    let index: OpenFile
    /// As it was when the table was opened; only its count of waste changes.
    let header: TableHeader

    private init(pack: OpenFile, index: OpenFile, header: TableHeader) {
        (self.pack, self.index, self.header) = (pack, index, header)
    }

    /// How often files are opened anew that were replaced while they were opened or locked. Each time somebody else has got something done, so that it
    /// comes to an end by itself; the number is for file systems that never tell a file from its successor.
    static let patience = 1_000

    static func open(_ paths: TablePaths, creating: Bool) -> Finding {
        // A rewritten table may take this one's place before its pack is open too.
        for _ in 0..<patience {
            guard let index = OpenFile(paths.folder, paths.index, creating: creating) else { return .nothing }
            guard let header = TableHeader(index.descriptor, size: TableHeader.size), header.format == TableHeader.format else {
                return .foreign(index)
            }
            let name = paths.pack(header.generation)
            if let pack = OpenFile(paths.folder, name, creating: false) ?? (creating ? newPack(name, of: index, paths) : nil) {
                return .table(OpenTable(pack: pack, index: index, header: header))
            }
            if index.isCurrent(in: paths.folder) { return .nothing }
        }
        return .nothing
    }

    /// Under the lock, which whoever replaces the index holds: nobody would ever delete a pack that was made for an index that is gone.
    private static func newPack(_ name: String, of index: OpenFile, _ paths: TablePaths) -> OpenFile? {
        guard flock(index.descriptor, LOCK_EX) == 0 else { return nil }
        defer { flock(index.descriptor, LOCK_UN) }
        return index.isCurrent(in: paths.folder) ? OpenFile(paths.folder, name, creating: true) : nil
    }

    func isCurrent(_ paths: TablePaths) -> Bool { pack.isCurrent(in: paths.folder) && index.isCurrent(in: paths.folder) }

    func slot(row: Int64) -> TableSlot? {
        var bytes: (UInt64, UInt64, UInt64) = (0, 0, 0)
        let read = withUnsafeMutableBytes(of: &bytes) { readFully(index.descriptor, $0, at: row * Int64(PackedTable.slotSize)) }
        guard read == PackedTable.slotSize else { return nil }
        return withUnsafeBytes(of: bytes) { TableSlot($0) }
    }

    /// Gives a file that has none its header; false on an error.
    func completeHeader() -> Bool {
        if header.isWritten || TableHeader(index.descriptor, size: TableHeader.size)?.isWritten == true { return true }
        return header.write(to: index.descriptor, size: TableHeader.size)
    }

    var packSize: Int64? {
        var status = stat()
        return fstat(pack.descriptor, &status) == 0 ? Int64(status.st_size) : nil
    }
}

/// Where a packed table's files lie.
struct TablePaths: Sendable {
    let folder: DerivativeFolder
    private let name: String

    init(folder: DerivativeFolder, name: String) { (self.folder, self.name) = (folder, name) }

    var index: String { "\(name).index" }
    /// The next index, until it takes the place of the one before.
    var nextIndex: String { "\(name).index.new" }

    func pack(_ generation: UInt32) -> String { generation == 0 ? "\(name).pack" : "\(name)-\(generation).pack" }

    /// A number that no pack has.
    func unusedGeneration(after generation: UInt32) -> UInt32 {
        var next = generation
        repeat { next = next == .max ? 1 : next + 1 } while folder.exists(pack(next))
        return next
    }

    /// Deletes what processes that were killed left behind. Call with the lock on the index.
    func sweep(keeping generation: UInt32) {
        folder.remove(nextIndex)
        for file in folder.names where file != pack(generation) && file.hasPrefix(name) && file.hasSuffix(".pack") {
            let number = file.dropFirst(name.count).dropLast(5)
            guard number.isEmpty || number.hasPrefix("-") && UInt32(number.dropFirst()) != nil else { continue }
            folder.remove(file)
        }
    }
}

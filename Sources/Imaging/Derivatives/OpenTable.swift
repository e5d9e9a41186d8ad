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
    private let packPath: String

    private init(pack: OpenFile, index: OpenFile, header: TableHeader, packPath: String) {
        (self.pack, self.index, self.header, self.packPath) = (pack, index, header, packPath)
    }

    /// How often files are opened anew that were replaced while they were opened or locked. Each time somebody else has got something done, so that it
    /// comes to an end by itself; the number is for file systems that never tell a file from its successor.
    static let patience = 1_000

    static func open(_ paths: TablePaths, creating: Bool) -> Finding {
        // A rewritten table may take this one's place before its pack is open too.
        for _ in 0..<patience {
            guard let index = OpenFile(paths.index, creating: creating) else { return .nothing }
            guard let header = TableHeader(index.descriptor, size: TableHeader.size), header.format == TableHeader.format else {
                return .foreign(index)
            }
            let packPath = paths.pack(header.generation)
            if let pack = OpenFile(packPath, creating: false) ?? (creating ? newPack(packPath, of: index, paths) : nil) {
                return .table(OpenTable(pack: pack, index: index, header: header, packPath: packPath))
            }
            if index.isCurrent(paths.index) { return .nothing }
        }
        return .nothing
    }

    /// Under the lock, which whoever replaces the index holds: nobody would ever delete a pack that was made for an index that is gone.
    private static func newPack(_ path: String, of index: OpenFile, _ paths: TablePaths) -> OpenFile? {
        guard flock(index.descriptor, LOCK_EX) == 0 else { return nil }
        defer { flock(index.descriptor, LOCK_UN) }
        return index.isCurrent(paths.index) ? OpenFile(path, creating: true) : nil
    }

    func isCurrent(_ paths: TablePaths) -> Bool { pack.isCurrent(packPath) && index.isCurrent(paths.index) }

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
    private let folder: String
    private let name: String

    init(folder: String, name: String) { (self.folder, self.name) = (folder, name) }

    var index: String { "\(folder)/\(name).index" }
    /// The next index, until it takes the place of the one before.
    var nextIndex: String { "\(folder)/\(name).index.new" }

    func pack(_ generation: UInt32) -> String { "\(folder)/\(packName(generation))" }

    private func packName(_ generation: UInt32) -> String { generation == 0 ? "\(name).pack" : "\(name)-\(generation).pack" }

    /// A number that no pack has.
    func unusedGeneration(after generation: UInt32) -> UInt32 {
        var next = generation
        repeat { next = next == .max ? 1 : next + 1 } while access(pack(next), F_OK) == 0
        return next
    }

    /// Deletes what processes that were killed left behind. Call with the lock on the index.
    func sweep(keeping generation: UInt32) {
        unlink(nextIndex)
        guard let folder = opendir(folder) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let file = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard file != packName(generation), file.hasPrefix(name), file.hasSuffix(".pack") else { continue }
            let number = file.dropFirst(name.count).dropLast(5)
            guard number.isEmpty || number.hasPrefix("-") && UInt32(number.dropFirst()) != nil else { continue }
            unlink("\(self.folder)/\(file)")
        }
    }
}

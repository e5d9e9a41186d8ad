import Foundation
import Glibc
import Support
import Synchronization

/// Small blobs by row id in two files: `NAME.pack` holds the bytes one after the other, `NAME.index` a header and one 24-byte slot per row id
/// (offset, length, checksum, tag).
///
/// Read with `pread`, not mapped: another process may truncate or delete the files at any moment, which a mapping answers with SIGBUS
/// and a read with an end of file, at the same speed. Appending happens under `flock`, in the order blob, slot; nothing is ever
/// overwritten but slots. So whatever is torn, stale or foreign fails its checksum and reads as absent. Files that were deleted or
/// replaced under us are noticed by their inode and opened anew. A table is rewritten without what was replaced as a new pack and a new index that
/// names it, which takes the old one's place at once.
final class PackedTable: Sendable {
    static let slotSize = 24
    /// Row ids above this are refused: the index would become a file that backup programs choke on.
    static let highestRow: Int64 = 1 << 32
    static let longestBlob = 16 << 20

    let paths: TablePaths
    let limits: CompactionLimits
    private let files = Mutex<OpenTable?>(nil)
    /// Those that were found to be current lately, and until when nobody looks again.
    private let lately = Mutex<(table: OpenTable, end: UInt64)?>(nil)
    /// In nanoseconds.
    private static let patience: UInt64 = 50_000_000
    /// `flock` binds descriptors, which our threads share; this keeps them apart. Whether what killed processes left behind has been looked for.
    private let appending = Mutex(false)

    init(folder: DerivativeFolder, name: String, limits: CompactionLimits = CompactionLimits()) {
        self.limits = limits
        paths = TablePaths(folder: folder, name: name)
    }

    /// The blob of a row, if it is whole and its tag is `tag`.
    func blob(row: Int64, tag: UInt64) -> [UInt8]? { blobs([(row, tag)])[0] }

    /// The same of several, with one look at whether the files are still the same.
    func blobs(_ rows: [(row: Int64, tag: UInt64)]) -> [[UInt8]?] {
        guard let table = current(creating: false) else { return rows.map { _ in nil } }
        return rows.map { Self.blob(table, $0.row, $0.tag) }
    }

    private static func blob(_ table: OpenTable, _ row: Int64, _ tag: UInt64) -> [UInt8]? {
        guard row > 0, row <= Self.highestRow else { return nil }
        guard let slot = table.slot(row: row), slot.tag == tag, slot.length > 0, slot.length <= Self.longestBlob else { return nil }
        let length = Int(slot.length)
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = readFully(table.pack.descriptor, UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<length]), at: Int64(clamping: slot.offset))
        }
        guard bytes.count == length, CRC32.checksum(bytes, tag: tag) == slot.checksum else { return nil }
        return bytes
    }

    /// Appends the blob and points the row at it.
    func store(_ bytes: [UInt8], row: Int64, tag: UInt64) throws(ImagingError) {
        guard 1...Self.highestRow ~= row, !bytes.isEmpty, bytes.count <= Self.longestBlob else {
            throw ImagingError(.derivativesUnwritable, "No place for a derivative of \(bytes.count) bytes at row \(row) in \(paths.folder.path(paths.index))")
        }
        try append(bytes) { table, end in
            let slot = TableSlot(offset: UInt64(end), length: UInt32(bytes.count), checksum: CRC32.checksum(bytes, tag: tag), tag: tag)
            table.count(waste: table.slot(row: row)?.length ?? 0)
            return writeFully(table.index.descriptor, slot.bytes, at: row * Int64(Self.slotSize))
        }
    }

    /// Appends the blobs and points each row at one of them, by its index. Rows ascend.
    func share(_ blobs: [[UInt8]], among rows: [(row: Int64, tag: UInt64, blob: Int)]) throws(ImagingError) {
        guard rows.allSatisfy({ 1...Self.highestRow ~= $0.row && blobs.indices.contains($0.blob) }) else {
            throw ImagingError(.derivativesUnwritable, "No place for all rows in \(paths.folder.path(paths.index))")
        }
        let starts = blobs.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
        try append(Array(blobs.joined())) { table, end in
            var run: [UInt8] = []
            var start: Int64 = 0
            func finish() -> Bool { writeFully(table.index.descriptor, run, at: start * Int64(Self.slotSize)) }
            for (row, tag, blob) in rows {
                if start + Int64(run.count / Self.slotSize) != row || run.count >= 1 << 20 {
                    guard finish() else { return false }
                    (run, start) = ([], row)
                }
                let checksum = CRC32.checksum(blobs[blob], tag: tag)
                run += TableSlot(offset: UInt64(end) + UInt64(starts[blob]), length: UInt32(blobs[blob].count), checksum: checksum, tag: tag).bytes
            }
            return finish()
        }
    }

    /// Appends to the pack; `point` then writes the slots, knowing where the bytes begin, and is false where it could not.
    private func append(_ bytes: [UInt8], _ point: (OpenTable, Int64) -> Bool) throws(ImagingError) {
        let appended = try withLock { table throws(ImagingError) in
            guard let end = table.packSize else { throw unwritable("look at") }
            guard table.completeHeader(), writeFully(table.pack.descriptor, bytes, at: end), point(table, end) else { throw unwritable("write") }
            // What is replaced makes room by itself once it is most of the table; that this fails takes nothing away.
            if limits.isDue(packSize: end + Int64(bytes.count), waste: table.waste) { _ = try? compact(table, leastWaste: limits.least) }
            return true
        }
        guard appended != nil else { throw unwritable("keep") }
    }

    /// Calls `body` while nobody else appends, with files that the paths lead to; `nil` where they never did.
    func withLock<Result: Sendable>(_ body: (OpenTable) throws(ImagingError) -> Result) throws(ImagingError) -> Result? {
        let outcome: Swift.Result<Result?, ImagingError> = appending.withLock { isSwept in
            // Somebody may delete or replace the files between opening and locking, so the lock counts only while the path still leads to them.
            for _ in 0..<OpenTable.patience {
                guard let table = current(creating: true) else { return .failure(unwritable("open")) }
                guard flock(table.index.descriptor, LOCK_EX) == 0 else { return .failure(unwritable("lock")) }
                defer { flock(table.index.descriptor, LOCK_UN) }
                guard table.isCurrent(paths) else { continue }
                if !isSwept { paths.sweep(keeping: table.header.generation) }
                isSwept = true
                do throws(ImagingError) { return .success(try body(table)) } catch { return .failure(error) }
            }
            return .success(nil)
        }
        return try outcome.get()
    }

    /// Forgets a row.
    func clear(row: Int64) {
        guard row > 0, row <= Self.highestRow, let table = current(creating: false), table.slot(row: row).map({ $0.length > 0 }) == true else { return }
        _ = try? withLock { table throws(ImagingError) in
            table.count(waste: table.slot(row: row)?.length ?? 0)
            _ = writeFully(table.index.descriptor, [UInt8](repeating: 0, count: Self.slotSize), at: row * Int64(Self.slotSize))
        }
    }

    /// The open files, if the paths still lead to them; else whatever the paths lead to now.
    func current(creating: Bool) -> OpenTable? {
        files.withLock { open in
            if let open, open.isCurrent(paths) { return open }
            open = nil
            if creating { paths.folder.makeFolders() }
            for _ in 0..<OpenTable.patience {
                switch OpenTable.open(paths, creating: creating) {
                case .table(let table):
                    open = table
                    return table
                case .foreign(let index):
                    guard creating, begin(insteadOf: index) else { return nil }
                case .nothing: return nil
                }
            }
            return nil
        }
    }

    /// The same for who can't wait: looked at a few times a second, since that takes longer than the reading, and many threads would do it one after the other. What was
    /// deleted meanwhile can be read for as long.
    func recent() -> OpenTable? {
        let now = nanoseconds()
        if let known = lately.withLock({ known in known.flatMap { now < $0.end ? $0.table : nil } }) { return known }
        let table = current(creating: false)
        lately.withLock { $0 = table.map { ($0, now + Self.patience) } }
        return table
    }

    private func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Puts an empty table in the place of one that can't be read.
    private func begin(insteadOf index: OpenFile) -> Bool {
        guard flock(index.descriptor, LOCK_EX) == 0 else { return false }
        defer { flock(index.descriptor, LOCK_UN) }
        // Somebody else was faster.
        guard index.isCurrent(in: paths.folder) else { return true }
        paths.folder.remove(paths.nextIndex)
        guard let next = OpenFile(paths.folder, paths.nextIndex, creating: true),
            TableHeader(generation: paths.unusedGeneration(after: 0)).write(to: next.descriptor, size: TableHeader.size)
        else { return false }
        return paths.folder.replace(paths.index, with: paths.nextIndex)
    }

    func unwritable(_ verb: String) -> ImagingError { ImagingError.unwritable(verb, paths.folder.path(paths.index)) }
}

extension OpenTable {
    /// Bytes of the pack that no slot leads to, as counted so far.
    fileprivate var waste: UInt64 { TableHeader(index.descriptor, size: TableHeader.size)?.waste ?? 0 }

    /// Call with the lock.
    fileprivate func count(waste length: UInt32) {
        guard length > 0, length <= PackedTable.longestBlob, var header = TableHeader(index.descriptor, size: TableHeader.size) else { return }
        header.waste = header.waste &+ UInt64(length)
        _ = header.write(to: index.descriptor, size: TableHeader.size)
    }
}

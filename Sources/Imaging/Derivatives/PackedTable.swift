import Foundation
import Glibc
import Synchronization

/// Small blobs by row id in two files: `NAME.pack` holds the bytes one after the other, `NAME.index` one 24-byte slot per row id
/// (offset, length, checksum, tag).
///
/// Read with `pread`, not mapped: another process may truncate or delete the files at any moment, which a mapping answers with SIGBUS
/// and a read with an end of file, at the same speed. Appending happens under `flock`, in the order blob, slot; nothing is ever
/// overwritten but slots. So whatever is torn, stale or foreign fails its checksum and reads as absent. Files that were deleted or
/// replaced under us are noticed by their inode and opened anew.
final class PackedTable: Sendable {
    static let slotSize = 24
    /// Row ids above this are refused: the index would become a file that backup programs choke on.
    static let highestRow: Int64 = 1 << 32
    static let longestBlob = 16 << 20

    private let folder: URL
    private let packPath: String
    private let indexPath: String
    private let files = Mutex<OpenTable?>(nil)
    /// `flock` binds descriptors, which our threads share; this keeps them apart.
    private let appending = Mutex(())

    init(folder: URL, name: String) {
        self.folder = folder
        packPath = folder.appendingPathComponent(name + ".pack").path
        indexPath = folder.appendingPathComponent(name + ".index").path
    }

    /// The blob of a row, if it is whole and its tag is `tag`.
    func blob(row: Int64, tag: UInt64) -> [UInt8]? {
        guard row > 0, row <= Self.highestRow, let table = current(creating: false) else { return nil }
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
            throw ImagingError(.derivativesUnwritable, "No place for a derivative of \(bytes.count) bytes at row \(row) in \(packPath)")
        }
        try append(bytes) { table, end in
            let slot = TableSlot(offset: UInt64(end), length: UInt32(bytes.count), checksum: CRC32.checksum(bytes, tag: tag), tag: tag)
            return writeFully(table.index.descriptor, slot.bytes, at: row * Int64(Self.slotSize))
        }
    }

    /// Appends the blobs and points each row at one of them, by its index. Rows ascend.
    func share(_ blobs: [[UInt8]], among rows: [(row: Int64, tag: UInt64, blob: Int)]) throws(ImagingError) {
        guard rows.allSatisfy({ 1...Self.highestRow ~= $0.row && blobs.indices.contains($0.blob) }) else {
            throw ImagingError(.derivativesUnwritable, "No place for all rows in \(packPath)")
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
        let failure: ImagingError? = appending.withLock { _ in
            // Somebody may delete the files between opening and locking, so the lock counts only while the path still leads to them.
            for _ in 0..<8 {
                guard let table = current(creating: true) else { return unwritable("open") }
                guard flock(table.index.descriptor, LOCK_EX) == 0 else { return unwritable("lock") }
                defer { flock(table.index.descriptor, LOCK_UN) }
                guard table.isCurrent(packPath, indexPath) else { continue }
                var status = stat()
                guard fstat(table.pack.descriptor, &status) == 0 else { return unwritable("look at") }
                let end = Int64(status.st_size)
                guard writeFully(table.pack.descriptor, bytes, at: end), point(table, end) else { return unwritable("write") }
                return nil
            }
            return unwritable("keep")
        }
        if let failure { throw failure }
    }

    /// Forgets a row.
    func clear(row: Int64) {
        guard row > 0, row <= Self.highestRow, let table = current(creating: false) else { return }
        guard table.slot(row: row).map({ $0.length > 0 }) == true else { return }
        _ = writeFully(table.index.descriptor, [UInt8](repeating: 0, count: Self.slotSize), at: row * Int64(Self.slotSize))
    }

    /// The open files, if the paths still lead to them; else whatever the paths lead to now.
    func current(creating: Bool) -> OpenTable? {
        files.withLock { open in
            if let open, open.isCurrent(packPath, indexPath) { return open }
            open = nil
            if creating { try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
            open = OpenTable(packPath, indexPath, creating: creating)
            return open
        }
    }

    private func unwritable(_ verb: String) -> ImagingError { ImagingError.unwritable(verb, packPath) }
}

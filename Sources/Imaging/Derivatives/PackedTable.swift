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
    private static let longestBlob = 16 << 20

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
            count = readFully(table.pack, UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<length]), at: Int64(clamping: slot.offset))
        }
        guard bytes.count == length, Self.checksum(bytes, tag: tag) == slot.checksum else { return nil }
        return bytes
    }

    /// Appends the blob and points the row at it.
    func store(_ bytes: [UInt8], row: Int64, tag: UInt64) throws(ImagingError) {
        guard row > 0, row <= Self.highestRow, !bytes.isEmpty, bytes.count <= Self.longestBlob else {
            throw ImagingError(.derivativesUnwritable, "No place for a derivative of \(bytes.count) bytes at row \(row) in \(packPath)")
        }
        let failure: ImagingError? = appending.withLock { _ in
            // Somebody may delete the files between opening and locking, so the lock counts only while the path still leads to them.
            for _ in 0..<8 {
                guard let table = current(creating: true) else { return unwritable("open") }
                guard flock(table.index, LOCK_EX) == 0 else { return unwritable("lock") }
                defer { flock(table.index, LOCK_UN) }
                guard table.isCurrent(packPath, indexPath) else { continue }
                var status = stat()
                guard fstat(table.pack, &status) == 0 else { return unwritable("look at") }
                let end = Int64(status.st_size)
                guard writeFully(table.pack, bytes, at: end) else { return unwritable("write") }
                let slot = TableSlot(offset: UInt64(end), length: UInt32(bytes.count), checksum: Self.checksum(bytes, tag: tag), tag: tag)
                guard writeFully(table.index, slot.bytes, at: row * Int64(Self.slotSize)) else { return unwritable("write") }
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
        _ = writeFully(table.index, [UInt8](repeating: 0, count: Self.slotSize), at: row * Int64(Self.slotSize))
    }

    /// The open files, if the paths still lead to them; else whatever the paths lead to now.
    private func current(creating: Bool) -> OpenTable? {
        files.withLock { open in
            if let open, open.isCurrent(packPath, indexPath) { return open }
            open = nil
            if creating { try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
            open = OpenTable(packPath, indexPath, creating: creating)
            return open
        }
    }

    private func unwritable(_ verb: String) -> ImagingError {
        let reason = String(cString: strerror(errno))
        return ImagingError(.derivativesUnwritable, "Could not \(verb) \(packPath): \(reason). Make room or fix its permissions; the pictures themselves are safe.")
    }

    /// Covers the tag too, so that a slot can't vouch for another row's bytes.
    private static func checksum(_ bytes: [UInt8], tag: UInt64) -> UInt32 {
        var crc = CRC32()
        withUnsafeBytes(of: tag.littleEndian) { crc.update($0) }
        bytes.withUnsafeBytes { crc.update($0) }
        return crc.value
    }
}

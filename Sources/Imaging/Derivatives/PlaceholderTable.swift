import Foundation
import Glibc
import Pixels
import Support
import Synchronization

/// The quarters' colours by row id in one file: a header and a 16-byte slot per row id, the colours and a checksum that covers the tag.
///
/// The same rules as a packed table's: read with `pread`, nothing is synced, and what is torn, stale or foreign reads as absent.
final class PlaceholderTable: Sendable {
    static let slotSize = 16
    static let fileName = "placeholders"
    /// Rows that lie this close together on average are read at once.
    private static let density: Int64 = 16

    private let folder: DerivativeFolder
    private let name: String
    private let file = Mutex<(open: OpenFile, hasHeader: Bool)?>(nil)

    init(folder: DerivativeFolder, name: String) { (self.folder, self.name) = (folder, name) }

    /// The colours of each row, where they are whole and of this tag.
    func colors(_ wanted: [(row: Int64, tag: UInt64)]) -> [[UInt8]?] {
        guard let open = current(creating: false) else { return wanted.map { _ in nil } }
        return Self.colors(wanted, in: open)
    }

    private static func colors(_ wanted: [(row: Int64, tag: UInt64)], in open: OpenFile) -> [[UInt8]?] {
        let valid = wanted.lazy.map(\.row).filter { 1...PackedTable.highestRow ~= $0 }
        guard let first = valid.min(), let last = valid.max() else { return wanted.map { _ in nil } }
        guard last - first < density * Int64(wanted.count) else {
            return wanted.map { row, tag in
                guard 1...PackedTable.highestRow ~= row else { return nil }
                return read(open, row, count: 1).flatMap { colors(in: $0, at: 0, tag) }
            }
        }
        let slots = read(open, first, count: Int(last - first) + 1) ?? []
        return wanted.map { row, tag in
            row < first || row > last ? nil : colors(in: slots, at: Int(row - first) * slotSize, tag)
        }
    }

    func store(_ colors: QuarterColors, row: Int64, tag: UInt64) throws(ImagingError) {
        try store(Self.slot(colors, tag), from: row)
    }

    /// Writes slots that follow each other.
    func store(_ slots: [UInt8], from row: Int64) throws(ImagingError) {
        guard 1...PackedTable.highestRow ~= row, let open = current(creating: true),
            writeFully(open.descriptor, slots, at: row * Int64(Self.slotSize))
        else { throw ImagingError.unwritable("write", folder.path(name)) }
    }

    func clear(row: Int64) {
        if let open = current(creating: false) { Self.clear(open, row) }
    }

    /// Whether there is a table at all.
    var isThere: Bool { current(creating: false) != nil }

    /// Clears these rows, but for those whose colours are whole and of this tag.
    func clearOthers(than kept: [(row: Int64, tag: UInt64)]) {
        // Once for all rows: to ask whether the file is still the table's takes longer than reading a row of it.
        guard let open = current(creating: false) else { return }
        for (kept, colors) in zip(kept, Self.colors(kept, in: open)) where colors == nil { Self.clear(open, kept.row) }
    }

    /// What is empty, or behind the end of the file, stays as it is.
    private static func clear(_ open: OpenFile, _ row: Int64) {
        guard 1...PackedTable.highestRow ~= row, let slot = read(open, row, count: 1), slot.count == slotSize, slot.contains(where: { $0 != 0 }) else { return }
        _ = writeFully(open.descriptor, [UInt8](repeating: 0, count: slotSize), at: row * Int64(slotSize))
    }

    /// Whether anything stands in the row's slot.
    func isUsed(row: Int64) -> Bool {
        guard let open = current(creating: false), let slot = Self.read(open, row, count: 1) else { return false }
        return slot.contains { $0 != 0 }
    }

    /// False for a file whose beginning is torn; one that is not there is no such file.
    var isReadable: Bool {
        guard let file = OpenFile(folder, name, creating: false) else { return !folder.exists(name) }
        return TableHeader(file.descriptor, size: TableHeader.shortSize)?.format == TableHeader.format
    }

    static func slot(_ colors: QuarterColors, _ tag: UInt64) -> [UInt8] {
        colors.bytes + withUnsafeBytes(of: CRC32.checksum(colors.bytes, tag: tag).littleEndian) { Array($0) }
    }

    /// As many bytes as there are, up to the end of the file.
    private static func read(_ open: OpenFile, _ row: Int64, count: Int) -> [UInt8]? {
        [UInt8](unsafeUninitializedCapacity: count * slotSize) { buffer, filled in
            filled = readFully(open.descriptor, UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<(count * slotSize)]), at: row * Int64(slotSize))
        }
    }

    private static func colors(in slots: [UInt8], at offset: Int, _ tag: UInt64) -> [UInt8]? {
        guard slots.count >= offset + slotSize else { return nil }
        let colors = Array(slots[offset..<offset + QuarterColors.byteCount])
        let stored = slots.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset + QuarterColors.byteCount, as: UInt32.self)) }
        return CRC32.checksum(colors, tag: tag) == stored ? colors : nil
    }

    /// The open file, if the path still leads to it; else whatever the path leads to now.
    private func current(creating: Bool) -> OpenFile? {
        file.withLock { current in
            if let (open, hasHeader) = current, open.isCurrent(in: folder), hasHeader || !creating { return open }
            current = nil
            if creating { folder.makeFolders() }
            guard var found = OpenFile(folder, name, creating: creating) else { return nil }
            var hasHeader = true
            if let header = TableHeader(found.descriptor, size: TableHeader.shortSize), header.format == TableHeader.format {
                hasHeader = header.isWritten || creating && header.write(to: found.descriptor, size: TableHeader.shortSize)
            } else {
                guard creating, let new = begun() else { return nil }
                found = new
            }
            current = (found, hasHeader)
            return found
        }
    }

    /// An empty table in the place of one that can't be read.
    private func begun() -> OpenFile? {
        let part = "\(name).\(UUID().uuidString)"
        guard let new = OpenFile(folder, part, creating: true), TableHeader(generation: 0).write(to: new.descriptor, size: TableHeader.shortSize),
            folder.replace(name, with: part)
        else {
            folder.remove(part)
            return nil
        }
        return new
    }
}

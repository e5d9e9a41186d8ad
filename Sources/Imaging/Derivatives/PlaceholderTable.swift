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
        let valid = wanted.lazy.map(\.row).filter { 1...PackedTable.highestRow ~= $0 }
        guard let first = valid.min(), let last = valid.max(), let open = current(creating: false) else { return wanted.map { _ in nil } }
        guard last - first < Self.density * Int64(wanted.count) else {
            return wanted.map { row, tag in
                guard 1...PackedTable.highestRow ~= row else { return nil }
                return Self.read(open, row, count: 1).flatMap { Self.colors(in: $0, at: 0, tag) }
            }
        }
        let slots = Self.read(open, first, count: Int(last - first) + 1) ?? []
        return wanted.map { row, tag in
            row < first || row > last ? nil : Self.colors(in: slots, at: Int(row - first) * Self.slotSize, tag)
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
        guard 1...PackedTable.highestRow ~= row, let open = current(creating: false), Self.read(open, row, count: 1)?.count == Self.slotSize else { return }
        _ = writeFully(open.descriptor, [UInt8](repeating: 0, count: Self.slotSize), at: row * Int64(Self.slotSize))
    }

    /// Whether there is a table at all.
    var isThere: Bool { current(creating: false) != nil }

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

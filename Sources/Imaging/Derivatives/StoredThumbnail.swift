import CLinux
import Foundation
import Glibc
import Support

/// A thumbnail as it lies in the table, for handing its bytes on without decoding or copying them.
package struct StoredThumbnail: Sendable {
    /// What became of a read.
    package enum Reading: Sendable, Equatable {
        case whole
        /// Somebody deleted or tore it; it can be made again.
        case absent
        /// The disk would have to be waited for.
        case wouldWait
    }

    /// The size of the picture, before its bytes.
    static let headerSize = 4

    let pack: OpenFile
    let slot: TableSlot

    /// Bytes of the JPEG.
    package var byteCount: Int { Int(slot.length) - Self.headerSize }

    /// Fills a buffer of `byteCount` bytes.
    /// - Parameter waits: false reads only what lies in memory.
    package func read(into buffer: UnsafeMutableRawBufferPointer, waits: Bool) -> Reading {
        var header: UInt32 = 0
        let reading = withUnsafeMutableBytes(of: &header) { Self.fill($0, buffer, from: pack.descriptor, at: Int64(clamping: slot.offset), waits: waits) }
        guard reading == .whole else { return reading }
        var checksum = CRC32()
        withUnsafeBytes(of: slot.tag.littleEndian) { checksum.update($0) }
        withUnsafeBytes(of: header) { checksum.update($0) }
        checksum.update(UnsafeRawBufferPointer(buffer))
        return checksum.value == slot.checksum ? .whole : .absent
    }

    /// Fills one buffer and then another with what lies at `offset`.
    static func fill(
        _ first: UnsafeMutableRawBufferPointer, _ second: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int64, waits: Bool
    ) -> Reading {
        guard waits else {
            let count = clinux_read_cached(descriptor, first.baseAddress, UInt64(first.count), second.baseAddress, UInt64(second.count), offset)
            // Less than all of it lies in memory, or the file ends: waiting tells which.
            return count == first.count + second.count ? .whole : .wouldWait
        }
        guard readFully(descriptor, first, at: offset) == first.count else { return .absent }
        return readFully(descriptor, second, at: offset + Int64(first.count)) == second.count ? .whole : .absent
    }
}

extension DerivativeStore {
    /// Where the thumbnail of this revision lies; `nil` where there is none.
    /// - Parameter waits: false looks only into memory, and gives `nil` also where the disk would have to be waited for.
    package func storedThumbnail(
        _ size: ThumbnailSize = .small, assetID: Int64, uuid: UUID, revision: Int64, waits: Bool
    ) -> StoredThumbnail? {
        table(size).stored(row: assetID, tag: Self.tag(uuid, revision), waits: waits)
    }
}

extension PackedTable {
    private static var nothing: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: nil, count: 0) }

    func stored(row: Int64, tag: UInt64, waits: Bool) -> StoredThumbnail? {
        guard row > 0, row <= Self.highestRow, let table = waits ? current(creating: false) : recent() else { return nil }
        var bytes: (UInt64, UInt64, UInt64) = (0, 0, 0)
        let reading = withUnsafeMutableBytes(of: &bytes) { StoredThumbnail.fill($0, Self.nothing, from: table.index.descriptor, at: row * Int64(Self.slotSize), waits: waits) }
        guard reading == .whole else { return nil }
        let slot = withUnsafeBytes(of: bytes) { TableSlot($0) }
        guard slot.tag == tag, slot.length > UInt32(StoredThumbnail.headerSize), slot.length <= Self.longestBlob else { return nil }
        return StoredThumbnail(pack: table.pack, slot: slot)
    }
}

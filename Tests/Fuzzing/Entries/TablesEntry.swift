import Codecs
import Foundation
@testable import Imaging

/// Tables whose bytes are the input: what is found in them has passed its checksum.
enum TablesEntry {
    private static let folder: String = {
        let folder = ScratchFile.folder()
        atexit { TablesEntry.sweep() }
        return folder
    }()
    private static let index = ScratchFile("thumbnails-256.index", in: folder)
    private static let pack = ScratchFile("thumbnails-256.pack", in: folder)
    private static let placeholders = ScratchFile("placeholders", in: folder)
    private static let store = DerivativeStore(folder: URL(fileURLWithPath: folder))
    private static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    static func run(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        var choices = Choices(bytes)
        let (row, length, repairs) = (Int64(choices.byte() % 8), Int(choices.byte()) * 8, choices.byte())
        var slots = Array(choices.take(length))
        let content = choices.rest
        let tag = DerivativeStore.tag(uuid, 1)
        if repairs & 1 != 0 { repair(&slots, row, content, tag) }
        // Where a header would be: what isn't ours is not looked at any further.
        for place in slots.indices.prefix(24) { slots[place] = 0 }
        slots.withUnsafeBytes { index.fill($0) }
        pack.fill(content)
        let colours = [UInt8](repeating: 0, count: min(16, content.count)) + Array(content.dropFirst(16))
        colours.withUnsafeBytes { placeholders.fill($0) }

        if let image = store.thumbnail(assetID: row, uuid: uuid, revision: 1) {
            claims.claim(image.bytes.count < content.count && image.width >= 0 && image.height >= 0, "a thumbnail of more than there is")
        }
        if let stored = store.storedThumbnail(assetID: row, uuid: uuid, revision: 1, waits: true) {
            claims.claim(stored.byteCount > 0, "a thumbnail of \(stored.byteCount) bytes")
            if stored.byteCount <= 1 << 20 {
                let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: stored.byteCount, alignment: 1)
                defer { buffer.deallocate() }
                let isWhole = stored.read(into: buffer, waits: true) == .whole
                claims.claim(!isWhole || stored.byteCount < content.count, "a thumbnail of more than there is")
            }
        }
        let versions = [row, 0, 1, Int64(repairs), .max, .min].map { DerivativeStore.Version(assetID: $0, uuid: uuid, revision: 1) }
        for count in [versions.count, 3, 1] { _ = store.placeholders(Array(versions.prefix(count))) }
        guard repairs & 2 != 0 else { return }
        // What was stored over such files is found again.
        let image = EncodedImage(bytes: Array(content.prefix(64)) + [1], width: 3, height: 2)
        do {
            try store.storeThumbnail(image, assetID: 1, uuid: uuid, revision: 1)
            claims.claim(store.thumbnail(assetID: 1, uuid: uuid, revision: 1)?.bytes == image.bytes, "what was stored is not found")
        } catch { claims.claim(false, "\(error)") }
        store.remove(assetID: 1, uuid: uuid, revision: 1)
        claims.claim(store.thumbnail(assetID: 1, uuid: uuid, revision: 1) == nil, "what was removed is found")
    }

    private static func sweep() {
        for file in [index, pack, placeholders] { unlink(file.path) }
        rmdir(folder)
    }

    /// Gives the row's slot the right tag and checksum, which chance never does.
    private static func repair(_ slots: inout [UInt8], _ row: Int64, _ content: UnsafeRawBufferPointer, _ tag: UInt64) {
        let place = Int(row) * PackedTable.slotSize
        guard slots.count >= place + PackedTable.slotSize else { return }
        var slot = slots.withUnsafeBytes { TableSlot(UnsafeRawBufferPointer(rebasing: $0[place..<place + PackedTable.slotSize])) }
        slot.tag = tag
        if slot.offset <= UInt64(content.count), UInt64(slot.length) <= UInt64(content.count) - slot.offset {
            slot.checksum = CRC32.checksum(Array(content[Int(slot.offset)..<Int(slot.offset) + Int(slot.length)]), tag: tag)
        }
        slots.replaceSubrange(place..<place + PackedTable.slotSize, with: slot.bytes)
    }
}

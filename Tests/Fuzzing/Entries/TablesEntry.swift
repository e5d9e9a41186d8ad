import Foundation
import Pixels
@testable import Imaging
import Support

/// Tables whose bytes are the input: what is found in them has passed its checksum.
enum TablesEntry {
    /// What of the input is made right, which chance never does, and what is done with it.
    private struct Repairs: OptionSet {
        let rawValue: UInt8

        /// The row's slot has the right tag and checksum.
        static let slot = Repairs(rawValue: 1)
        /// Something is stored, and removed again.
        static let store = Repairs(rawValue: 2)
        /// The files have headers of ours; without it they have none, as those of the first format.
        static let header = Repairs(rawValue: 4)
        /// The headers name another format.
        static let otherFormat = Repairs(rawValue: 8)
        /// What stands in the headers' place is left as it is.
        static let rawHeader = Repairs(rawValue: 16)
        /// The pack that the header names is missing.
        static let noPack = Repairs(rawValue: 32)
        static let compact = Repairs(rawValue: 64)
        /// Two rows share their bytes.
        static let shared = Repairs(rawValue: 128)
    }

    private static let folder: ScratchFolder = {
        atexit { TablesEntry.folder.remove() }
        return ScratchFolder()
    }()
    private static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    static func run(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        var choices = Choices(bytes)
        let (row, length, repairs) = (Int64(choices.byte() % 8), Int(choices.byte()) * 8, Repairs(rawValue: choices.byte()))
        var slots = Array(choices.take(length))
        let content = choices.rest
        if repairs.contains(.slot) {
            repair(&slots, row, content)
            if repairs.contains(.shared) { repair(&slots, row + 1, content) }
        }
        folder.clear()
        write(slots, content, repairs)

        let store = DerivativeStore(folder: URL(fileURLWithPath: folder.path), limits: CompactionLimits(least: 64, largestPack: 1 << 20))
        read(store, row, content.count, &claims)
        let versions = [row, 0, 1, Int64(repairs.rawValue), .max, .min].map { DerivativeStore.Version(assetID: $0, uuid: uuid, revision: 1) }
        for count in [versions.count, 3, 1] { _ = store.placeholders(Array(versions.prefix(count))) }
        if repairs.contains(.compact) { compact(store, content.count, &claims) }
        if repairs.contains(.store) { change(store, content, &claims) }
    }

    private static func write(_ slots: [UInt8], _ content: UnsafeRawBufferPointer, _ repairs: Repairs) {
        var slots = slots, colours = Array(content)
        var header = TableHeader(generation: 0)
        if repairs.contains(.header) {
            let given = slots + [UInt8](repeating: 0, count: TableHeader.size)
            given.withUnsafeBytes {
                // Three packs are enough to take one for another.
                header.generation = UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
                if header.generation < .max { header.generation %= 3 }
                header.waste = UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
                if repairs.contains(.otherFormat) { header.format = UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self)) }
            }
        }
        if !repairs.contains(.rawHeader) {
            let head = repairs.contains(.header) ? header.bytes : [UInt8](repeating: 0, count: TableHeader.size)
            slots.replaceSubrange(..<min(slots.count, head.count), with: head.prefix(slots.count))
            colours.replaceSubrange(..<min(colours.count, TableHeader.shortSize), with: head.prefix(min(colours.count, TableHeader.shortSize)))
        }
        slots.withUnsafeBytes { folder.write($0, to: "thumbnails-256.index") }
        colours.withUnsafeBytes { folder.write($0, to: "placeholders") }
        guard !repairs.contains(.noPack) else { return }
        folder.write(content, to: header.generation == 0 ? "thumbnails-256.pack" : "thumbnails-256-\(header.generation).pack")
    }

    private static func read(_ store: DerivativeStore, _ row: Int64, _ count: Int, _ claims: inout Claims) {
        let image = store.thumbnail(assetID: row, uuid: uuid, revision: 1)
        if let image { claims.claim(image.bytes.count < count && image.width >= 0 && image.height >= 0, "a thumbnail of more than there is") }
        var whole: [UInt8]?
        for waits in [true, false] {
            guard let stored = store.storedThumbnail(assetID: row, uuid: uuid, revision: 1, waits: waits) else { continue }
            claims.claim(stored.byteCount > 0, "a thumbnail of \(stored.byteCount) bytes")
            guard stored.byteCount <= 1 << 20 else { continue }
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: stored.byteCount, alignment: 1)
            defer { buffer.deallocate() }
            guard stored.read(into: buffer, waits: waits) == .whole else { continue }
            claims.claim(stored.byteCount < count, "a thumbnail of more than there is")
            whole = Array(buffer)
        }
        claims.claim(image?.bytes == whole, "a thumbnail is read in two ways, and is not the same")
    }

    /// Whatever was found is found again.
    private static func compact(_ store: DerivativeStore, _ count: Int, _ claims: inout Claims) {
        func all() -> [[UInt8]?] { store.thumbnails((0..<10).map { ($0, uuid, 1) }).map { $0?.bytes } }
        let before = all()
        do {
            let freed = try store.compact()
            claims.claim((0...Int64(count)).contains(freed), "\(freed) bytes are free of \(count)")
        } catch { claims.claim(false, "\(error)") }
        claims.claim(all() == before, "another thumbnail behind the compaction")
    }

    /// What was stored over such files is found again.
    private static func change(_ store: DerivativeStore, _ content: UnsafeRawBufferPointer, _ claims: inout Claims) {
        let colours = QuarterColors(bytes: Array(1...UInt8(QuarterColors.byteCount)))
        let image = EncodedImage(bytes: Array(content.prefix(64)) + [1], width: 3, height: 2, quarters: colours)
        do {
            // The second leaves the first as waste, of which a small table soon has too much.
            for _ in 0..<2 {
                try store.storeThumbnail(image, assetID: 1, uuid: uuid, revision: 1)
                claims.claim(store.thumbnail(assetID: 1, uuid: uuid, revision: 1)?.bytes == image.bytes, "what was stored is not found")
                claims.claim(store.placeholder(assetID: 1, uuid: uuid, revision: 1) == colours?.bytes, "the colours that were stored are not found")
            }
        } catch { claims.claim(false, "\(error)") }
        store.remove(assetID: 1, uuid: uuid, revision: 1)
        claims.claim(store.thumbnail(assetID: 1, uuid: uuid, revision: 1) == nil, "what was removed is found")
        claims.claim(store.placeholder(assetID: 1, uuid: uuid, revision: 1) == nil, "the colours of what was removed are found")
    }

    private static func repair(_ slots: inout [UInt8], _ row: Int64, _ content: UnsafeRawBufferPointer) {
        let place = Int(row) * PackedTable.slotSize
        guard slots.count >= place + PackedTable.slotSize else { return }
        let tag = DerivativeStore.tag(uuid, 1)
        var slot = slots.withUnsafeBytes { TableSlot(UnsafeRawBufferPointer(rebasing: $0[place..<place + PackedTable.slotSize])) }
        slot.tag = tag
        if slot.offset <= UInt64(content.count), UInt64(slot.length) <= UInt64(content.count) - slot.offset {
            slot.checksum = CRC32.checksum(Array(content[Int(slot.offset)..<Int(slot.offset) + Int(slot.length)]), tag: tag)
        }
        slots.replaceSubrange(place..<place + PackedTable.slotSize, with: slot.bytes)
    }
}

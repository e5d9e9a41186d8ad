import Glibc
import Support

/// When a table makes room by itself.
struct CompactionLimits: Sendable {
    /// Bytes that no slot leads to; with fewer it isn't worth it.
    var least: Int64 = 32 << 20
    /// Larger packs are left to whoever asks for it: it takes its time, and others wait.
    var largestPack: Int64 = 512 << 20

    /// Once half of the pack is waste, so that no byte is copied more often than one is replaced.
    func isDue(packSize: Int64, waste: UInt64) -> Bool { waste >= UInt64(clamping: least) && waste >= UInt64(packSize) / 2 && packSize <= largestPack }
}

/// The part of a pack that a slot leads to. Rows share whole ones; where a file is wrong, two may begin at one place and end at others.
private struct Extent: Hashable {
    let offset: UInt64
    let length: UInt32

    init(_ slot: TableSlot) { (offset, length) = (slot.offset, slot.length) }
}

extension PackedTable {
    private static let chunk = (1 << 20) / slotSize * slotSize
    /// `SEEK_DATA`, which Glibc keeps to itself.
    private static let seekData: Int32 = 3

    /// Rewrites the pack without what no slot leads to.
    /// - Returns: the bytes that are free now; 0 where fewer than `leastWaste` would be.
    func compact(leastWaste: Int64) throws(ImagingError) -> Int64 {
        // There may be nothing at all yet.
        guard current(creating: false) != nil else { return 0 }
        return try withLock { table throws(ImagingError) in try compact(table, leastWaste: leastWaste) } ?? 0
    }

    /// Call with the lock on the table. Killed at any moment it leaves the old table or the new one, and files that the next process sweeps away.
    func compact(_ table: OpenTable, leastWaste: Int64) throws(ImagingError) -> Int64 {
        guard let size = table.packSize, size - liveBytes(of: table, size) >= max(1, leastWaste) else { return 0 }
        let generation = paths.unusedGeneration(after: table.header.generation), packName = paths.pack(generation)
        paths.folder.remove(paths.nextIndex)
        defer { paths.folder.remove(paths.nextIndex) }
        guard let pack = OpenFile(paths.folder, packName, creating: true), let index = OpenFile(paths.folder, paths.nextIndex, creating: true) else { throw unwritable("rewrite") }
        var end: Int64?
        // A power cut must not leave the new name with nothing behind it.
        if TableHeader(generation: generation).write(to: index.descriptor, size: TableHeader.size), let written = copy(table, size, pack, index),
            fdatasync(pack.descriptor) == 0, fdatasync(index.descriptor) == 0, paths.folder.replace(paths.index, with: paths.nextIndex)
        {
            end = written
        }
        guard let end else {
            let error = unwritable("rewrite")
            paths.folder.remove(packName)
            throw error
        }
        paths.sweep(keeping: generation)
        return size - end
    }

    /// Bytes of the pack that slots lead to, each counted once.
    private func liveBytes(of table: OpenTable, _ size: Int64) -> Int64 {
        var seen: Set<Extent> = [], sum: Int64 = 0
        _ = eachSlot(of: table, size) { _, slot in
            if seen.insert(Extent(slot)).inserted { sum += Int64(slot.length) }
            return true
        } finishing: { _, _ in
            true
        }
        return sum
    }

    /// Writes what is whole into the new files, in the rows' order.
    /// - Returns: the size of the new pack; `nil` on an error, which `errno` names.
    private func copy(_ table: OpenTable, _ size: Int64, _ pack: OpenFile, _ index: OpenFile) -> Int64? {
        var places: [Extent: UInt64] = [:], buffered: [UInt8] = [], end: Int64 = 0
        func flush() -> Bool {
            guard writeFully(pack.descriptor, buffered, at: end) else { return false }
            end += Int64(buffered.count)
            buffered.removeAll(keepingCapacity: true)
            return true
        }
        var slots: [UInt8] = []
        let isDone = eachSlot(of: table, size) { offset, slot in
            let length = Int(slot.length)
            let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
                let target = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<length])
                count = readFully(table.pack.descriptor, target, at: Int64(slot.offset))
            }
            guard bytes.count == slot.length, CRC32.checksum(bytes, tag: slot.tag) == slot.checksum else { return true }
            var moved = slot
            if let known = places[Extent(slot)] {
                moved.offset = known
            } else {
                moved.offset = UInt64(end) + UInt64(buffered.count)
                places[Extent(slot)] = moved.offset
                buffered += bytes
            }
            if slots.count < offset + Self.slotSize { slots += [UInt8](repeating: 0, count: offset + Self.slotSize - slots.count) }
            slots.replaceSubrange(offset..<offset + Self.slotSize, with: moved.bytes)
            return buffered.count < 1 << 20 || flush()
        } finishing: { start, _ in
            defer { slots.removeAll(keepingCapacity: true) }
            // The header stands already; what is empty stays a hole.
            let skipped = start == 0 ? Self.slotSize : 0
            return slots.count <= skipped || writeFully(index.descriptor, Array(slots[skipped...]), at: start + Int64(skipped))
        }
        return isDone && flush() ? end : nil
    }

    /// Calls `body` with every slot that leads into the pack, and its place in the chunk of the index that was read, and `finishing` after each chunk.
    /// - Returns: false once one of them does, or where the index can't be read.
    private func eachSlot(
        of table: OpenTable, _ size: Int64, _ body: (_ offset: Int, TableSlot) -> Bool, finishing: (_ start: Int64, _ count: Int) -> Bool
    ) -> Bool {
        var status = stat()
        guard fstat(table.index.descriptor, &status) == 0 else { return false }
        var chunk = [UInt8](repeating: 0, count: Self.chunk), start: Int64 = 0
        while start < Int64(status.st_size) {
            // Rows that never were leave holes, which may be long.
            start = max(start, Int64(lseek(table.index.descriptor, off_t(start), Self.seekData)) / Int64(Self.slotSize) * Int64(Self.slotSize))
            let count = chunk.withUnsafeMutableBytes { readFully(table.index.descriptor, $0, at: start) }
            guard count > 0 else { break }
            let isContinued = chunk.withUnsafeBytes { bytes in
                for offset in stride(from: start == 0 ? Self.slotSize : 0, through: count - Self.slotSize, by: Self.slotSize) {
                    let slot = TableSlot(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Self.slotSize]))
                    let leadsInside = slot.offset <= UInt64(size) && UInt64(slot.length) <= UInt64(size) - min(slot.offset, UInt64(size))
                    if slot.length > 0, slot.length <= Self.longestBlob, leadsInside, !body(offset, slot) { return false }
                }
                return finishing(start, count)
            }
            guard isContinued else { return false }
            start += Int64(count / Self.slotSize * Self.slotSize)
            if count < Self.slotSize { break }
        }
        return true
    }
}

extension DerivativeStore {
    /// Gives back the room of thumbnails that were replaced or forgotten, where it is a tenth of all or more.
    /// - Returns: how many bytes.
    package func compact() throws(ImagingError) -> Int64 {
        var freed: Int64 = 0
        for table in ThumbnailSize.allCases.map(table) {
            guard let size = table.current(creating: false)?.packSize else { continue }
            freed += try table.compact(leastWaste: size / 10)
        }
        return freed
    }
}

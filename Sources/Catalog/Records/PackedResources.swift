import Foundation
import PhotoModel

/// Resources as one read found them, in two pieces of memory however many they are. Who lists those of many assets asks most of them for one or two things, so
/// that texts and hashes are made only when they are asked for.
package struct PackedResources: Sendable {
    /// A value whose length differs, in the order in which their bytes follow each other.
    private enum Value: Int {
        case filename, uniformType, path, damage, sha256, sha1
    }

    /// What is equally long in all. It holds no reference, so that many are moved and let go of at once.
    private struct Entry: Sendable {
        var id: Int64, assetID: Int64, type: Int, size: Int64
        var rootID: Int64?, modified: Double
        var isLocal: Bool, isInCloud: Bool
        var inode: Int64?, modifiedNanoseconds: Int64?, changedNanoseconds: Int64?
        var offset: Int64?
        /// Where the bytes of its values begin.
        var start: Int
        /// Of each value; -1 where there is none.
        var lengths = SIMD8<Int32>(repeating: -1)

        func range(of value: Value) -> Range<Int>? {
            let length = Int(lengths[value.rawValue])
            guard length >= 0 else { return nil }
            var start = start
            for index in 0..<value.rawValue { start += max(0, Int(lengths[index])) }
            return start..<start + length
        }
    }

    private var entries: [Entry] = []
    private var bytes: [UInt8] = []

    /// - Parameter capacity: how many are expected.
    init(capacity: Int) {
        entries.reserveCapacity(capacity)
        // A file's name, its path, its type and a hash.
        bytes.reserveCapacity(capacity * 128)
    }

    /// One alone, which may be of no row.
    package init(_ record: ResourceRecord) {
        self.init(capacity: 1)
        var entry = Entry(
            id: record.id, assetID: record.assetID, type: record.type.rawValue, size: record.size, rootID: nil, modified: 0, isLocal: record.isLocal,
            isInCloud: record.isInCloud, inode: record.facts?.inode, modifiedNanoseconds: record.facts?.modified, changedNanoseconds: record.facts?.changed,
            offset: record.offset, start: 0)
        if case .referenced(let rootID, _, let modified) = record.location { (entry.rootID, entry.modified) = (rootID, modified) }
        keep(.filename, record.filename.utf8, in: &entry)
        keep(.uniformType, record.uniformType.utf8, in: &entry)
        keep(.path, record.location.path.utf8, in: &entry)
        if let damage = record.damage { keep(.damage, damage.utf8, in: &entry) }
        keep(.sha256, record.sha256, in: &entry)
        if let sha1 = record.sha1 { keep(.sha1, sha1, in: &entry) }
        entries.append(entry)
    }

    /// - Parameter row: of `ResourceRecord.selection`.
    mutating func append(_ row: Row) {
        var entry = Entry(
            id: row.int64(0), assetID: row.int64(1), type: row.int(2), size: row.int64(5), rootID: row.optionalInt64(7), modified: 0, isLocal: row.bool(10),
            isInCloud: row.bool(11), inode: row.optionalInt64(13), modifiedNanoseconds: row.optionalInt64(14), changedNanoseconds: row.optionalInt64(15),
            offset: row.optionalInt64(16), start: bytes.count)
        if entry.rootID != nil { entry.modified = row.double(9) }
        keep(.filename, 3, of: row, in: &entry)
        keep(.uniformType, 4, of: row, in: &entry)
        keep(.path, 8, of: row, in: &entry)
        keep(.damage, 12, of: row, in: &entry)
        keep(.sha256, 6, of: row, in: &entry)
        keep(.sha1, 17, of: row, in: &entry)
        entries.append(entry)
    }

    private mutating func keep(_ value: Value, _ column: Int32, of row: Row, in entry: inout Entry) {
        if let length = row.append(column, to: &bytes) { entry.lengths[value.rawValue] = length }
    }

    private mutating func keep(_ value: Value, _ content: some Collection<UInt8>, in entry: inout Entry) {
        bytes.append(contentsOf: content)
        entry.lengths[value.rawValue] = Int32(content.count)
    }

    package var count: Int { entries.count }

    package func id(at index: Int) -> Int64 { entries[index].id }
    package func assetID(at index: Int) -> Int64 { entries[index].assetID }
    package func type(at index: Int) -> ResourceType { ResourceType(rawValue: entries[index].type) }
    /// Bytes.
    package func size(at index: Int) -> Int64 { entries[index].size }
    package func filename(at index: Int) -> String { text(.filename, of: entries[index]) ?? "" }
    package func uniformType(at index: Int) -> String { text(.uniformType, of: entries[index]) ?? "" }

    /// All that was read of one.
    package subscript(index: Int) -> ResourceRecord {
        let entry = entries[index], path = text(.path, of: entry) ?? ""
        let location: ResourceLocation = entry.rootID.map { ResourceLocation.referenced(rootID: $0, path: path, modified: entry.modified) } ?? .managed(path: path)
        var record = ResourceRecord(
            type: ResourceType(rawValue: entry.type), filename: text(.filename, of: entry) ?? "", uniformType: text(.uniformType, of: entry) ?? "", size: entry.size,
            sha256: hash(.sha256, of: entry) ?? ShortBytes(Data()), sha1: hash(.sha1, of: entry), location: location)
        (record.id, record.assetID) = (entry.id, entry.assetID)
        (record.isLocal, record.isInCloud) = (entry.isLocal, entry.isInCloud)
        record.damage = text(.damage, of: entry)
        if let inode = entry.inode, let modified = entry.modifiedNanoseconds, let changed = entry.changedNanoseconds {
            record.facts = FileFacts(inode: inode, modified: modified, changed: changed)
        }
        record.offset = entry.offset
        return record
    }

    private func text(_ value: Value, of entry: Entry) -> String? {
        entry.range(of: value).map { range in bytes.withUnsafeBytes { String(decoding: UnsafeRawBufferPointer(rebasing: $0[range]), as: UTF8.self) } }
    }

    private func hash(_ value: Value, of entry: Entry) -> ShortBytes? {
        entry.range(of: value).map { range in bytes.withUnsafeBytes { ShortBytes(UnsafeRawBufferPointer(rebasing: $0[range])) } }
    }
}

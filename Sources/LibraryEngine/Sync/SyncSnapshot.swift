import Catalog
import Cloud
import Foundation
import PhotoModel
import Record
import Support

/// All that machines have told each other up to a segment, joined: each object once, with what was said last of each group, and what is gone. It never names one
/// machine's changes that others have not heard of, so that whoever begins with it is where somebody is who read every segment.
///
/// It lies in parts, in the order of `SyncDelta.Key`. Its head names them with their sums, and is written last, on the condition that nobody has written one for
/// this segment: a snapshot without a head is none.
struct SyncSnapshot: Equatable {
    static let prefix = "snapshots/"
    private static let kind = "snapshot", headLimit = 1 << 24

    struct Part: Equatable {
        let key: String
        let sum: SyncSum
        let size: Int64
        let objects: Int
    }

    /// The segment that it reaches to, and its sum.
    let number: Int64
    let last: SyncSum
    let machine: UUID
    let parts: [Part]

    var size: Int64 { parts.reduce(0) { $0 + $1.size } }

    static func key(_ number: Int64) -> String { "\(prefix)\(SyncSegment.digits(number)).jsonl.gz" }

    /// - Parameter attempt: tells parts of two who write the same snapshot apart.
    static func partKey(_ number: Int64, _ attempt: UUID, _ index: Int) -> String {
        "\(prefix)\(SyncSegment.digits(number))-\(attempt.uuidString)-\(index.padded(to: 5)).jsonl.gz"
    }

    func encoded(library: UUID, date: Date) throws -> [UInt8] {
        let parts = parts.map { part in
            RecordValue.object([
                RecordField("key", .text(part.key)), RecordField("sha256", .text(part.sum.text)), RecordField("size", .int(part.size)),
                RecordField("objects", .int(Int64(part.objects))),
            ])
        }
        let header = RecordObject(
            RecordKey(Self.kind, number),
            [
                RecordField("library", .text(library.uuidString)), RecordField("machine", .text(machine.uuidString)),
                RecordField("schema", .int(SyncLines.format)), RecordField("date", .double(date.timeIntervalSinceReferenceDate)),
                RecordField("last", .text(last.text)), RecordField("parts", .list(parts)),
            ])
        return try RecordLines.encode([header])
    }

    /// - Returns: `nil` where there is none that reaches to this segment.
    static func read(_ number: Int64, of library: UUID, in store: any CloudStore) async throws -> SyncSnapshot? {
        let key = key(number), bytes: [UInt8]
        do throws(CloudError) { bytes = try await store.bytes(of: key, limit: headLimit).bytes } catch {
            guard error.code == .objectMissing else { throw error }
            return nil
        }
        let name = "\(key) in \(store.name)", header = try SyncLines.read(bytes, name, RecordKey(kind, number), of: library).header
        let parts = (header.fields["parts"]?.list ?? []).compactMap { value -> Part? in
            guard let key = value["key"]?.text, key.hasPrefix(prefix), let sum = SyncSum(value["sha256"]?.text), let size = value["size"]?.int, let objects = value["objects"]?.int
            else { return nil }
            return Part(key: key, sum: sum, size: size, objects: Int(objects))
        }
        guard let machine = header.fields["machine"]?.text.flatMap(UUID.init(uuidString:)), let last = SyncSum(header.fields["last"]?.text),
            parts.count == header.fields["parts"]?.list?.count
        else { throw SyncLines.foreign(name) }
        return SyncSnapshot(number: number, last: last, machine: machine, parts: parts)
    }

    /// Whether an error says that a snapshot, or a part of it, is not there or not what was written.
    static func isBroken(_ error: any Error) -> Bool {
        if let error = error as? LibraryError { return error.code == .damaged }
        return [.objectMissing, .corrupt].contains((error as? CloudError)?.code)
    }

    /// A segment went into a snapshot, and nobody can read one that has it.
    static func isLost(_ number: Int64, _ store: any CloudStore) -> LibraryError {
        LibraryError(
            .damaged,
            "\(SyncSegment.key(number)) in \(store.name) is in a snapshot that is not there, or can't be read. Put \(prefix) back from a copy; or run 'photos cloud sync --resend' on each machine that has all of it."
        )
    }

    /// What a part holds, as it was written.
    func objects(of part: Part, library: UUID, in store: any CloudStore) async throws -> [SyncObject] {
        let bytes = try await store.bytes(of: part.key, limit: SyncSegment.limit).bytes, name = "\(part.key) in \(store.name)"
        guard Int64(bytes.count) == part.size, try SyncSum(of: bytes) == part.sum else {
            throw LibraryError(.damaged, "\(name) is not what was written. Nothing of it was believed; put it back from a copy.")
        }
        let objects = try SyncLines.read(bytes, name, RecordKey(Self.kind, number), of: library).objects
        guard objects.count == part.objects else { throw SyncLines.foreign(name) }
        return objects
    }

    /// The lines of a part.
    static func encode(_ objects: [SyncObject], _ number: Int64, library: UUID) throws -> [UInt8] {
        let header = RecordObject(
            RecordKey(kind, number), [RecordField("library", .text(library.uuidString)), RecordField("schema", .int(SyncLines.format))])
        return try RecordLines.encode([header] + objects.map(\.line))
    }

    /// What lies among the snapshots of a store.
    struct Inventory {
        /// The segments that snapshots reach to, the newest first.
        var numbers: [Int64] = []
        /// Parts, whether a head names them or not.
        var parts: [String] = []
    }

    static func inventory(of store: any CloudStore) async throws -> Inventory {
        var inventory = Inventory()
        for try await object in store.objects(prefix: prefix) {
            guard let number = SyncSegment.number(of: object.key, behind: prefix) else { continue }
            if object.key == key(number) { inventory.numbers.append(number) } else { inventory.parts.append(object.key) }
        }
        inventory.numbers.sort(by: >)
        return inventory
    }
}

/// What segments say, one after the other, as one: of each object what was said last.
struct SyncDelta {
    /// Assets before collections, each by their UUIDs' bytes.
    struct Key: Hashable, Comparable {
        let kind: SyncKind
        let uuid: UUID

        static func < (a: Key, b: Key) -> Bool {
            guard a.kind == b.kind else { return a.kind.rawValue < b.kind.rawValue }
            return withUnsafeBytes(of: a.uuid.uuid) { a in withUnsafeBytes(of: b.uuid.uuid) { b in a.lexicographicallyPrecedes(b) } }
        }
    }

    private(set) var objects: [Key: SyncObject] = [:]

    mutating func add(_ segment: SyncSegment) {
        for var object in segment.objects {
            if object.kind == .asset, object.groups[SyncObject.content] != nil { object.pack = segment.pack }
            objects[object.key] = Self.joined(objects[object.key], object)
        }
    }

    /// What is gone stays gone.
    static func joined(_ old: SyncObject?, _ new: SyncObject) -> SyncObject {
        guard var old, !old.isRemoved, !new.isRemoved else { return old?.isRemoved == true ? old ?? new : new }
        // What shows something else has another thumbnail, or none.
        if new.groups[SyncObject.content] != nil { old.pack = nil }
        old.groups.merge(new.groups) { $1 }
        return old
    }
}

extension SyncObject {
    var key: SyncDelta.Key { SyncDelta.Key(kind: kind, uuid: uuid) }

    /// In a snapshot: the object that has the asset's thumbnail.
    var pack: String? {
        get { groups[Self.packGroup]?["key"]?.text }
        set { groups[Self.packGroup] = newValue.map { [RecordField("key", .text($0))] } }
    }

    private static let packGroup = "pack"
}

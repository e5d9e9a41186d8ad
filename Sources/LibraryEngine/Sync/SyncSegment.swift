import Catalog
import Cloud
import Foundation
import Record
import Support

/// One step of the common order: what one machine changed, as an object of the store that nobody takes the place of but its own `SyncEntry.joined`. Who wants to add
/// the next one and finds that another was faster takes that in first.
struct SyncSegment {
    static let prefix = "sync/"
    /// Objects of one segment at most, and bytes of their lines, about.
    static let mostObjects = 2_000, mostBytes = 8 << 20
    static let kind = "segment", limit = 1 << 28

    let number: Int64
    let machine: UUID
    /// Of the segment before: a store that was set back, and went on from there, has others. `nil` of the first, and where it is not known.
    var previous: SyncSum?
    /// The object with the thumbnails of what came in or shows something else; `nil` for none.
    var pack: String?
    var objects: [SyncObject]

    static func key(_ number: Int64) -> String { "\(prefix)\(digits(number)).jsonl.gz" }

    static func digits(_ number: Int64) -> String { Int(number).padded(to: 12) }

    /// The number that an object's key begins with behind a prefix.
    static func number(of key: String, behind prefix: String) -> Int64? {
        guard key.hasPrefix(prefix) else { return nil }
        return Int64(key.dropFirst(prefix.count).prefix { $0.isASCII && $0.isNumber })
    }

    func encoded(library: UUID, date: Date) throws -> [UInt8] {
        let header = RecordObject(
            RecordKey(Self.kind, number),
            [
                RecordField("library", .text(library.uuidString)), RecordField("machine", .text(machine.uuidString)),
                RecordField("schema", .int(SyncLines.format)), RecordField("date", .double(date.timeIntervalSinceReferenceDate)),
                RecordField("previous", previous.map { .text($0.text) } ?? .null), RecordField("pack", pack.map { .text($0) } ?? .null),
            ])
        return try RecordLines.encode([header] + objects.map(\.line))
    }
}

/// SHA-256 of an object's content, by which machines know that they mean the same one: 64 digits.
struct SyncSum: Hashable, Codable {
    let text: String

    init(of bytes: [UInt8]) throws {
        guard let sum = BytesBody(bytes).sha256 else { throw LibraryError(.failed, "libcrypto could not compute a SHA-256. Check the installation of OpenSSL.") }
        text = sum.hexadecimal
    }

    init?(_ text: String?) {
        guard let text, [UInt8](hexadecimal: text, count: 32) != nil else { return nil }
        self.text = text
    }
}

/// What has a segment's key.
enum SyncEntry {
    case segment(SyncSegment)
    /// The segment went into a snapshot, and this has its place, so that nobody adds one of its number again.
    case joined

    struct Found {
        let entry: SyncEntry
        /// Of the segment, also where it is no more.
        let sum: SyncSum
        /// Bytes of the object.
        let size: Int
        /// The store's mark of the object.
        let etag: String
    }

    /// - Returns: `nil` where there is none of this number yet.
    static func read(_ number: Int64, of library: UUID, in store: any CloudStore) async throws -> Found? {
        let key = SyncSegment.key(number), read: (bytes: [UInt8], facts: ObjectFacts)
        do throws(CloudError) { read = try await store.bytes(of: key, limit: SyncSegment.limit) } catch {
            guard error.code == .objectMissing else { throw error }
            return nil
        }
        let name = "\(key) in \(store.name)"
        let (header, objects) = try SyncLines.read(read.bytes, name, RecordKey(SyncSegment.kind, number), of: library)
        func found(_ entry: SyncEntry, _ sum: SyncSum) -> Found { Found(entry: entry, sum: sum, size: read.bytes.count, etag: read.facts.etag) }
        if let sum = SyncSum(header.fields["joined"]?.text) { return found(.joined, sum) }
        guard let machine = header.fields["machine"]?.text.flatMap(UUID.init(uuidString:)) else { throw SyncLines.foreign(name) }
        let segment = SyncSegment(
            number: number, machine: machine, previous: SyncSum(header.fields["previous"]?.text), pack: header.fields["pack"]?.text, objects: objects)
        return found(.segment(segment), try SyncSum(of: read.bytes))
    }

    /// What takes the place of a segment that a snapshot holds.
    static func joined(_ number: Int64, _ sum: SyncSum, library: UUID) throws -> [UInt8] {
        let header = RecordObject(
            RecordKey(SyncSegment.kind, number),
            [
                RecordField("library", .text(library.uuidString)), RecordField("schema", .int(SyncLines.format)), RecordField("joined", .text(sum.text)),
            ])
        return try RecordLines.encode([header])
    }
}

/// Reads what machines that share a store have written there: a header, and lines of objects.
enum SyncLines {
    /// What the lines may say, in the place of the header's `schema`: raised when assets, their files, albums or folders get a column, or lines another form, and not with
    /// what a catalogue keeps for itself. It was the schema's number at first, and goes on from there.
    static let format: Int64 = 11

    static func read(_ bytes: [UInt8], _ name: String, _ key: RecordKey, of library: UUID) throws -> (header: RecordObject, objects: [SyncObject]) {
        let lines: [RecordObject]
        do { lines = try RecordLines.decode(bytes, name) } catch let error as RecordError { throw LibraryError(.damaged, error.message, cause: error) }
        guard let header = lines.first, header.key == key, let schema = header.fields["schema"]?.int else { throw foreign(name) }
        guard header.fields["library"]?.text == library.uuidString else { throw LibraryError(.invalid, "\(name) is of another library. Choose another bucket or folder.") }
        guard schema <= Self.format else {
            throw LibraryError(.tooNew, "\(name) was written by a newer version, which knows more of photos than this one. Update OpenPhotoKit on this machine.")
        }
        let objects = lines.dropFirst().compactMap(SyncObject.init)
        // Whoever may write to the store does not choose where in this machine's folders a file goes.
        guard objects.allSatisfy(\.hasProperPaths) else { throw LibraryError(.damaged, "\(name) names files where no library has any. Nothing of it was believed.") }
        return (header, objects)
    }

    static func foreign(_ name: String) -> LibraryError { LibraryError(.damaged, "\(name) is no part of a library's changes. Put it back from a copy.") }
}

import Catalog
import Cloud
import Foundation
import Record

/// One step of the common order: what one machine changed, as an object of the store that nobody replaces. Who wants to add the next one and finds that another
/// was faster takes that in first.
struct SyncSegment {
    static let prefix = "sync/"
    /// Objects of one segment at most, and bytes of their lines, about.
    static let mostObjects = 2_000, mostBytes = 8 << 20
    private static let kind = "segment", limit = 1 << 28

    let number: Int64
    let machine: UUID
    /// The object with the thumbnails of what came in or shows something else; `nil` for none.
    var pack: String?
    var objects: [SyncObject]

    static func key(_ number: Int64) -> String {
        let digits = String(number)
        return "\(prefix)\(String(repeating: "0", count: max(0, 12 - digits.count)))\(digits).jsonl.gz"
    }

    func encoded(library: UUID, date: Date) throws -> [UInt8] {
        let header = RecordObject(
            RecordKey(Self.kind, number),
            [
                RecordField("library", .text(library.uuidString)), RecordField("machine", .text(machine.uuidString)),
                RecordField("schema", .int(Int64(Catalog.schemaVersion))), RecordField("date", .double(date.timeIntervalSinceReferenceDate)),
                RecordField("pack", pack.map { .text($0) } ?? .null),
            ])
        return try RecordLines.encode([header] + objects.map(\.line))
    }

    /// - Returns: `nil` where there is none of this number yet.
    static func read(_ number: Int64, of library: UUID, in store: any CloudStore) async throws -> SyncSegment? {
        let key = key(number), bytes: [UInt8]
        do throws(CloudError) { bytes = try await store.bytes(of: key, limit: limit).bytes } catch {
            guard error.code == .objectMissing else { throw error }
            return nil
        }
        let name = "\(key) in \(store.name)", lines: [RecordObject]
        do { lines = try RecordLines.decode(bytes, name) } catch let error as RecordError { throw LibraryError(.damaged, error.message, cause: error) }
        guard let header = lines.first, header.key == RecordKey(kind, number), let machine = header.fields["machine"]?.text.flatMap(UUID.init(uuidString:)),
            let schema = header.fields["schema"]?.int
        else { throw LibraryError(.damaged, "\(name) is no part of a library's changes. Put it back from a copy.") }
        guard header.fields["library"]?.text == library.uuidString else { throw LibraryError(.invalid, "\(name) is of another library. Choose another bucket or folder.") }
        guard schema <= Catalog.schemaVersion else {
            throw LibraryError(.tooNew, "\(name) was written by a newer version, which knows more of photos than this one. Update OpenPhotoKit on this machine.")
        }
        let objects = lines.dropFirst().compactMap(SyncObject.init)
        // Whoever may write to the store does not choose where in this machine's folders a file goes.
        guard objects.allSatisfy(\.hasProperPaths) else { throw LibraryError(.damaged, "\(name) names files where no library has any. Nothing of it was believed.") }
        return SyncSegment(number: number, machine: machine, pack: header.fields["pack"]?.text, objects: objects)
    }
}

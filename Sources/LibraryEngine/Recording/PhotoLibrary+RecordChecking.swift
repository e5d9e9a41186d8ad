import Catalog
import Foundation
import Record

extension PhotoLibrary {
    /// Reads the whole record and compares it with the catalogue, each object with what the catalogue keeps of it. Brings the record up to date first.
    /// - Returns: what is wrong, a line each for a person; empty where both say the same, and for a library whose record is not kept.
    /// - Throws: `.locked` where another process writes to the record for too long, `.cannotWrite`; `.failed` when it is given up.
    package func recordProblems(isCancelled: () -> Bool = { false }) throws(LibraryError) -> [String] {
        guard let recordUpdater else { return [] }
        do { return try recordUpdater.problems(isCancelled: isCancelled) } catch { throw LibraryError(recording: error) }
    }

    /// Makes a new record of the catalogue. The old one is moved aside, and kept.
    package func renewRecord() throws(LibraryError) {
        do { try recordUpdater?.renew() } catch { throw LibraryError(recording: error) }
    }
}

extension RecordUpdater {
    func problems(isCancelled: () -> Bool) throws -> [String] {
        try working { work in
            let record = try opened(&work)
            // Before anything is said, which would begin a new record in the place of a damaged one.
            if case .broken(let error) = try record.withLock(timeout: 30, { try $0.condition() }) { return [error.message] }
            try bring(&work, mayTakeLong: true, waiting: 30, isCancelled: isCancelled)
            // One that was damaged when the library was opened has gone, and is told of nevertheless.
            guard work.faults.isEmpty else { return work.faults }
            return try record.withLock(timeout: 30) { editor in
                guard case .whole(let tail) = try editor.condition() else { return ["The record of \(folder.path.display) is damaged."] }
                // What was committed meanwhile is said first, in the very snapshot that is compared with.
                return try catalog.read { reader in
                    guard try follow(editor, tail, reader, {}) else { return ["The record of \(folder.path.display) does not belong to its catalogue."] }
                    do {
                        let contents = try record.contents()
                        if let fault = contents.fault { return [fault] }
                        var comparison = RecordComparison(reader: reader)
                        try contents.forEach { object in
                            if isCancelled() { throw RecordError(.cancelled, "The check of the record was given up.") }
                            try comparison.compare(object)
                        }
                        return try comparison.finish()
                    } catch let error as RecordError where [.damaged, .missing].contains(error.code) {
                        return [error.message]
                    }
                }
            }
        }
    }

    func renew() throws {
        try working { work in
            let record = try opened(&work)
            try record.withLock(timeout: 30) { editor in
                _ = try editor.setAside(now())
                _ = try beginAnew(editor, true, { _ in }, {})
                work.faults = []
            }
        }
    }
}

/// Compares what a record says with one snapshot of the catalogue.
private struct RecordComparison {
    let reader: CatalogReader
    private var assets = 0
    private var collections = 0
    private var problems: [String] = []

    /// Enough to see what kind of trouble it is.
    private static let most = 100

    init(reader: CatalogReader) { self.reader = reader }

    mutating func compare(_ object: RecordObject) throws {
        guard problems.count < Self.most, case .number(let id) = object.key.id else {
            if object.key.kind == RecordKind.access { try compareAccess(object) }
            if object.key.kind == RecordKind.share { try compareShare(object) }
            return
        }
        switch object.key.kind {
        case RecordKind.asset:
            assets += 1
            guard let stored = try reader.storedAssets(ids: CollectionOfOne(id))[0] else { return note("The record tells of asset \(id), and the catalogue has none.") }
            let (said, object) = (Self.withoutLooks(RecordObject(stored)), Self.withoutLooks(object))
            guard said != object else { return }
            let fields = said.fields.filter { $0.value != object.fields[$0.name] } + object.fields.filter { said.fields[$0.name] == nil }
            note("The record and the catalogue differ in \(fields.map(\.name).joined(separator: ", ")) of asset \(id) (\(object.fields["filename"]?.text ?? "")).")
        case RecordKind.collection:
            collections += 1
            guard let stored = try reader.storedCollection(id: id) else { return note("The record tells of album \(id), and the catalogue has none.") }
            var object = object
            // A purged key asset leaves its album without a word.
            if let key = object.fields["keyAssetID"]?.int, try reader.uuids(assetIDs: CollectionOfOne(key))[0] == nil {
                object.fields.removeAll { $0.name == "keyAssetID" }
            }
            if RecordObject(stored) != object { note("The record and the catalogue differ in the album or folder \(id) (\(object.fields["title"]?.text ?? "")).") }
        case RecordKind.members:
            guard let members = object.members, try living(members.assetIDs) != Array(reader.everyMemberID(of: id)) else { return }
            note("The record and the catalogue differ in the members of album \(id).")
        case RecordKind.tree:
            if try RecordObject(tree: reader.collectionTree()) != object { note("The record and the catalogue differ in the order of albums and folders.") }
        case RecordKind.root:
            if try !reader.storedRoots().contains(where: { RecordObject(root: $0) == object }) { note("The record and the catalogue differ in the referenced folder \(id).") }
        case RecordKind.library:
            if try RecordObject(reader.storedLibrary()) != object { note("The record and the catalogue differ in what the library keeps of itself.") }
        default: break
        }
    }

    /// What a referenced file looked like when it was last compared is noted without a change, and found out again where it is not known; so is the SHA-1 of what
    /// came in before it was kept.
    private static func withoutLooks(_ object: RecordObject) -> RecordObject {
        let looks: Set = ["inode", "modifiedNanoseconds", "changedNanoseconds", "sha1"]
        var object = object
        for index in object.fields.indices where object.fields[index].name == "resources" {
            object.fields[index].value = .list(
                object.fields[index].value.list?.map { resource in
                    .object(resource.fields?.filter { !looks.contains($0.name) } ?? [])
                } ?? [])
        }
        return object
    }

    private mutating func compareAccess(_ object: RecordObject) throws {
        guard var said = object.storedAccess else { return note("The record tells of an application without a name.") }
        said.selection = try living(said.selection)
        if try reader.storedAccess(of: said.application) != said { note("The record and the catalogue differ in what \(said.application) may see.") }
    }

    private mutating func compareShare(_ object: RecordObject) throws {
        if try !reader.storedShares().contains(where: { RecordObject(share: $0) == object }) { note("The record and the catalogue differ in the link \(object.key.id).") }
    }

    private func living(_ ids: [Int64]) throws -> [Int64] { try zip(ids, reader.uuids(assetIDs: ids)).compactMap { $1 == nil ? nil : $0 } }

    private mutating func note(_ problem: String) { if problems.count < Self.most { problems.append(problem) } }

    mutating func finish() throws -> [String] {
        guard problems.isEmpty else { return problems }
        let info = try reader.libraryInfo()
        if assets != info.assetCount + info.trashedCount {
            note("The record tells of \(assets) assets, and the catalogue has \(info.assetCount + info.trashedCount).")
        }
        if collections != info.collectionCount { note("The record tells of \(collections) albums and folders, and the catalogue has \(info.collectionCount).") }
        return problems
    }
}

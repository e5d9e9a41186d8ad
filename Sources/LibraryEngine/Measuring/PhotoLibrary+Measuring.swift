import Catalog
import Imaging
import PhotoModel
import Query
import Similarity
import Support

/// What benchmarks ask of the storage.
extension PhotoLibrary {
    package var columnFile: String { catalog.columnFile }
    /// `nil` where SQLite answers.
    package func columnRows() throws -> Int? { try catalog.read { try $0.withColumns { $0.count } } }
    /// Of the disk.
    package func columnBytes() throws -> Int { try catalog.columnFileSize() }
    /// The statement whose rows a column file is made of.
    package static var columnSelection: String { Catalog.columnSelection }

    /// Another opening of the same library, in a world of its own, which keeps no record and no snapshots.
    package func reopened(_ change: (inout Environment) -> Void = { _ in }) throws -> PhotoLibrary {
        var environment = environment
        (environment.takesSnapshots, environment.keepsRecord) = (false, false)
        change(&environment)
        return try PhotoLibrary.open(at: url, environment: environment)
    }

    /// Calls `handler` after each commit of this object's own, as soon as it is durable.
    package func onCommit(_ handler: @escaping @Sendable () -> Void) -> ChangeSubscription {
        catalog.onCommit { _ in handler() }
    }

    /// Adds an album through a connection of its own, as another process does, and runs `body` when that is committed.
    package func insertElsewhere<T>(_ album: CollectionRecord, _ body: () throws -> T) throws -> T {
        let other = try Catalog.open(at: catalog.file, options: CatalogOptions())
        defer { other.close() }
        _ = try other.write(author: "bench") { try $0.insert(album) }
        return try body()
    }

    /// Writes the library's record into another folder.
    package func recordUpdater(in folder: FolderHandle) -> RecordUpdater {
        RecordUpdater(folder: folder, uuid: uuid, catalog: catalog, now: environment.now, log: { _, _ in })
    }

    /// Keeps what photos are said to look like, in the order of their rows, in the place of what a search for duplicates found out of their thumbnails.
    package func keepLooks(_ looks: [(version: DerivativeStore.Version, signs: SIMD4<UInt64>)]) throws {
        var stored = StoredHashes()
        for (version, signs) in looks { stored.append(row: version.assetID, tag: DerivativeStore.tag(version.uuid, version.revision), hash: PictureHash(words: signs)) }
        guard derivatives.keep(stored.bytes, as: StoredHashes.fileName) else {
            throw LibraryError(.failed, "What photos look like can't be written to \(url.path). Check the permissions and the room on the disk.")
        }
    }
}

extension LibraryReader {
    /// The SQL behind a fetch with its values written in; `nil` where nothing can match.
    package func statement(of query: AssetQuery) throws -> String? { try catalog.statement(of: query) }
}

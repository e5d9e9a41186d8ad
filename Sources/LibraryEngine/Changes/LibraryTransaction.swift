import Catalog
import Foundation
import Importing
import Originals
import PhotoModel

/// One change of the library while it is made: rows through `catalog`, and what happens to files when it commits.
package final class LibraryTransaction {
    /// Reads see what was written so far.
    package let catalog: CatalogWriter
    private(set) var inserted: [(asset: PreparedAsset, id: Int64)] = []
    private(set) var attempted: [PreparedAsset] = []
    private(set) var purged: [AssetRecord] = []
    private(set) var freed: [ResourceRecord] = []
    /// Where freed files are announced, so that they go even if this process does first.
    private(set) var removal: StagingSession?

    init(catalog: CatalogWriter) { self.catalog = catalog }

    /// Adds a prepared asset. Its files get their names now and lose them again if the transaction fails.
    /// - Parameter change: the caller's own wishes, such as a date or a place.
    /// - Returns: its row id.
    @discardableResult
    package func insert(_ asset: PreparedAsset, _ change: (inout AssetRecord) throws -> Void = { _ in }) throws -> Int64 {
        attempted.append(asset)
        let id = try asset.insert(into: catalog, change)
        inserted.append((asset, id))
        return id
    }

    /// Moves assets to Recently Deleted, where they stay for 30 days.
    package func delete(_ assetIDs: some Sequence<Int64>) throws { try catalog.trash(assetIDs: assetIDs) }

    package func restore(_ assetIDs: some Sequence<Int64>) throws { try catalog.restore(assetIDs: assetIDs) }

    /// Removes assets for good. Their bytes go after the commit, and only those that no other asset needs.
    package func purge(_ assetIDs: some Sequence<Int64>) throws {
        let ids = Array(assetIDs)
        purged += try catalog.assets(ids: ids).compactMap { $0 }
        freed += try catalog.purge(assetIDs: ids)
    }

    var freedPaths: [String] {
        freed.compactMap { resource in if case .managed(let path) = resource.place { path } else { nil } }
    }

    /// The last step before the commit.
    func announceRemoval(_ originals: OriginalStore) throws {
        guard !freedPaths.isEmpty else { return }
        let session = try originals.beginSession()
        removal = session
        try session.announceRemoval(freedPaths)
    }
}

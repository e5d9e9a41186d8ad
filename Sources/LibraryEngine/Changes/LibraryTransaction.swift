import Catalog
import Foundation
import Importing
import PhotoModel

/// One change of the library while it is made: rows through `catalog`, and what happens to files when it commits.
package final class LibraryTransaction {
    /// Reads see what was written so far.
    package var catalog: CatalogWriter { executor.writer }
    private let executor: PlanExecutor

    init(_ executor: PlanExecutor) { self.executor = executor }

    /// Adds a prepared asset. Its files get their names with the commit.
    /// - Parameter change: the caller's own wishes, such as a date or a place.
    /// - Returns: its row id.
    @discardableResult
    package func insert(_ asset: PreparedAsset, _ change: (inout AssetRecord) throws -> Void = { _ in }) throws -> Int64 {
        try executor.create(asset, change)
    }

    /// Makes a prepared edit what an asset shows, in the place of the edit it had. The original stays.
    package func replaceRendition(of assetID: Int64, with rendition: PreparedRendition) throws {
        do { try executor.replaceRendition(of: assetID, with: rendition) } catch let error as ResourceCombinationError {
            throw LibraryError(.invalid, error.message, cause: error)
        }
    }

    /// Moves assets to Recently Deleted, where they stay for 30 days.
    package func delete(_ assetIDs: some Sequence<Int64>) throws { try catalog.trash(assetIDs: assetIDs) }

    package func restore(_ assetIDs: some Sequence<Int64>) throws { try catalog.restore(assetIDs: assetIDs) }

    /// Removes assets for good. Their bytes go after the commit, and only those that no other asset needs.
    package func purge(_ assetIDs: some Sequence<Int64>) throws { try executor.purge(Array(assetIDs)) }

    /// The last step before the commit, which comes by itself. For tests of what fails behind it.
    func nameFiles() throws { try executor.nameFiles() }
}

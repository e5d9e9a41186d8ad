import Catalog
import Foundation
import Importing
import PhotoModel

/// One change of the library while it is made: its rows, and what happens to files when it commits.
package final class LibraryTransaction {
    /// Sees what was written so far.
    package var reader: LibraryReader { LibraryReader(executor.writer) }
    var catalog: CatalogWriter { executor.writer }
    let executor: PlanExecutor

    init(_ executor: PlanExecutor) { self.executor = executor }

    /// Adds a prepared asset. Its files get their names with the commit.
    /// - Parameter change: the caller's own wishes, such as a date or a place.
    /// - Returns: its row id.
    @discardableResult
    package func insert(_ asset: PreparedAsset, _ change: (inout AssetRecord) throws -> Void = { _ in }) throws -> Int64 {
        try executor.create(asset, change)
    }

    /// Writes the words of assets again, which are as before: for benchmarks.
    package func rewriteWords(of assets: [AssetRecord]) throws { try catalog.rewriteWords(of: assets) }

    /// Changes an asset's record. Row id and UUID stay; what did not change is not written. Of a burst whose frames are picked otherwise than before,
    /// the frame that stands for it is chosen anew when the transaction ends.
    /// - Throws: `.unknown` where there is no such asset; what `change` throws.
    package func update(assetID: Int64, _ change: (inout AssetRecord) throws -> Void) throws {
        var pickedAnew: String?
        do {
            try catalog.update(assetID: assetID) { record in
                let wasPicked = record.isBurstPick
                try change(&record)
                if record.isBurstPick != wasPicked { pickedAnew = record.burstIdentifier }
            }
        } catch let error as CatalogError where error.code == .unknownObject {
            throw LibraryError(error)
        }
        if let pickedAnew { executor.chooseFrameLater(of: pickedAnew) }
    }

    /// Makes a prepared edit what an asset shows, in the place of the edit it had. The original stays.
    /// - Parameters:
    ///   - base: what the edit was made on.
    ///   - choice: which of a RAW and JPEG pair that was, which is the original from now on; `nil` leaves it as it is.
    package func replaceRendition(
        of assetID: Int64, with rendition: PreparedRendition, on base: EditBase = .original, choice: OriginalChoice? = nil
    ) throws {
        do { try executor.replaceRendition(of: assetID, with: rendition, on: base, choice: choice) } catch let error as ResourceCombinationError {
            throw LibraryError(.invalid, error.message, cause: error)
        }
    }

    /// Shows an asset's original again. As it was, it is in Recently Deleted, as an asset of its own.
    package func revert(_ assetID: Int64, to reversion: PreparedReversion) throws {
        do { try executor.revert(assetID, to: reversion) } catch let error as ResourceCombinationError {
            throw LibraryError(.invalid, error.message, cause: error)
        }
    }

    /// Moves assets to Recently Deleted, where they stay for 30 days.
    package func delete(_ assetIDs: some Sequence<Int64>) throws { try catalog.trash(assetIDs: assetIDs) }

    package func restore(_ assetIDs: some Sequence<Int64>) throws { try catalog.restore(assetIDs: assetIDs) }

    /// Removes assets for good. Their bytes go after the commit, and only those that no other asset needs.
    package func purge(_ assetIDs: some Sequence<Int64>) throws { try executor.purge(Array(assetIDs)) }

    /// Adds an asset that has a record and no files, such as those of a library that is measured.
    @discardableResult
    package func insert(_ asset: AssetRecord, resources: [ResourceRecord]) throws -> Int64 { try catalog.insert(asset, resources: resources) }

    /// Changes what is known of a file; it stays with its asset.
    package func update(resourceID: Int64, _ change: (inout ResourceRecord) throws -> Void) throws { try catalog.update(resourceID: resourceID, change) }

    /// The last step before the commit, which comes by itself. For tests of what fails behind it.
    func nameFiles() throws { try executor.nameFiles() }
}

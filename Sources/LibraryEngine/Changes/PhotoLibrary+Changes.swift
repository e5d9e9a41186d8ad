import Catalog
import Foundation
import Importing

extension PhotoLibrary {
    /// Stages and examines the files or data of a new asset, which takes as long as decoding does. Insert the result in `performChanges`.
    package func prepareAsset(_ inputs: [ResourceInput]) throws(LibraryError) -> PreparedAsset {
        do {
            return try AssetPreparer(context: importContext, timeZone: environment.timeZone).prepare(inputs)
        } catch let error as ResourceCombinationError {
            throw LibraryError(.invalid, error.message, cause: error)
        } catch {
            throw LibraryError(error)
        }
    }

    /// Runs `body` as one transaction with one entry in the change log: all of it happens, or nothing.
    /// - Parameter author: who changes, for the log.
    /// - Throws: what `body` throws, or a `LibraryError`.
    package func performChanges<T>(author: String, _ body: (LibraryTransaction) throws -> T) throws -> T {
        var transaction: LibraryTransaction?
        let result: T
        do {
            result = try catalog.write(author: author) { writer in
                let new = LibraryTransaction(catalog: writer)
                transaction = new
                let result = try body(new)
                try new.announceRemoval(originals)
                return result
            }
        } catch {
            // A commit in doubt may show when the catalogue is opened next; the sweep decides then.
            if (error as? CatalogError)?.leavesCommitInDoubt == true {
                transaction?.attempted.forEach { $0.abandon() }
            } else if let transaction {
                takeBack(transaction)
            }
            if error is CatalogError { throw LibraryError(error) }
            throw error
        }
        if let transaction { settle(transaction) }
        pruneHistory()
        snapshots.look(self)
        return result
    }

    /// What follows a failure. The error that is thrown is the one that caused it; what can't be taken back now is left to the sweep.
    private func takeBack(_ transaction: LibraryTransaction) {
        for asset in transaction.attempted {
            do { try asset.takeBack() } catch { environment.log(.warning, "\(error)") }
        }
        do {
            try transaction.removal?.retire()
            transaction.removal?.finish()
        } catch { environment.log(.warning, "\(error)") }
    }

    /// What follows a commit. Nothing here can lose an asset, so what fails is reported and left to `verify`.
    private func settle(_ transaction: LibraryTransaction) {
        for (asset, id) in transaction.inserted { asset.keep(assetID: id, context: importContext) }
        do {
            for path in transaction.freedPaths { try originals.remove(managedPath: path) }
            try transaction.removal?.retire()
            transaction.removal?.finish()
        } catch {
            // The announcement stays, and the next sweep goes on with it.
            environment.log(.warning, "\(error)")
        }
        for asset in transaction.purged { derivatives.remove(assetID: asset.id, uuid: asset.uuid, revision: asset.revision) }
    }
}

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
                return try body(new)
            }
        } catch {
            for asset in transaction?.attempted ?? [] { try asset.takeBack() }
            if error is CatalogError { throw LibraryError(error) }
            throw error
        }
        if let transaction { settle(transaction) }
        return result
    }

    /// What follows a commit. Nothing here can lose an asset, so what fails is reported and left to `verify`.
    private func settle(_ transaction: LibraryTransaction) {
        for (asset, id) in transaction.inserted { asset.keep(assetID: id, context: importContext) }
        for resource in transaction.freed {
            guard case .managed(let path) = resource.place else { continue }
            do { try originals.remove(managedPath: path) } catch { environment.log(.warning, "\(error)") }
        }
        for asset in transaction.purged { derivatives.remove(assetID: asset.id, uuid: asset.uuid, revision: asset.revision) }
    }
}

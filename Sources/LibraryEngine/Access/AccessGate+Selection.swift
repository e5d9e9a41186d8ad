import Catalog
import Foundation
import Query

/// The choice of assets behind limited access, for whoever lets a person change it.
extension AccessGate {
    /// In the order of their rows; those in Recently Deleted are left out.
    package func selection() throws -> [UUID] {
        try library.read { reader in
            let ids = try reader.assetIDs(AssetQuery.everything(of: application)).sorted()
            return try reader.uuids(assetIDs: ids).compactMap { $0 }
        }
    }

    /// - Returns: those that are new in it.
    package func setSelection(_ uuids: [UUID]) throws -> [UUID] {
        try library.performChanges(author: application) { transaction in
            let catalog = transaction.catalog
            let ids = try uuids.compactMap { try catalog.assetID(uuid: $0) }
            // What is in Recently Deleted was not on offer, so it stays chosen.
            let deleted = try catalog.assetIDs(AssetQuery.trash(of: application))
            let added = try catalog.setSelection(of: application, to: ids + deleted)
            return try catalog.uuids(assetIDs: added).compactMap { $0 }
        }
    }
}

extension AssetQuery {
    fileprivate static func everything(of application: String) -> AssetQuery {
        var query = AssetQuery()
        (query.includesHidden, query.includesAllBursts, query.sourceTypes) = (true, true, .all)
        query.selection = application
        return query
    }

    fileprivate static func trash(of application: String) -> AssetQuery {
        var query = AssetQuery(scope: .trash)
        query.selection = application
        return query
    }
}

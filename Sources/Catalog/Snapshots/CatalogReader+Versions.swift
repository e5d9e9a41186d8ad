import Foundation

/// Which picture of an asset is the current one.
package struct AssetVersion: Sendable, Equatable {
    package var id: Int64
    package var uuid: UUID
    package var revision: Int64
}

extension CatalogReader {
    /// Every asset, hidden and deleted ones included, in the order of the row ids, a page at a time.
    package func assetVersions(afterID id: Int64, limit: Int) throws -> [AssetVersion] {
        try db.all("SELECT id, uuid, revision FROM asset WHERE id > ? ORDER BY id LIMIT ?", [.int(id), SQLValue(limit)]) {
            AssetVersion(id: $0.int64(0), uuid: $0.uuid(1), revision: $0.int64(2))
        }
    }
}

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

    /// Those of `ids`, in their order, without purged ones. Cheaper than whole records.
    package func assetVersions(ids: some Collection<Int64>) throws -> [AssetVersion] {
        var versions: [AssetVersion] = []
        versions.reserveCapacity(ids.count)
        try db.withStatement("SELECT uuid, revision FROM asset WHERE id = ?", [], cached: true) { statement in
            for id in ids {
                guard try sees(assetID: id) else { continue }
                let version = try db.step(statement, binding: id) { AssetVersion(id: id, uuid: $0.uuid(0), revision: $0.int64(1)) }
                if let version { versions.append(version) }
            }
        }
        return versions
    }
}

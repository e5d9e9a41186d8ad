import Foundation
import PhotoModel

/// Assets by what their main file holds. Those in Recently Deleted are not found.
extension CatalogReader {
    private static let primaryTypes = ResourceType.primary.map { String($0.rawValue) }.joined(separator: ", ")

    /// The resource that makes an asset what it is: its photo, else its video, else its sound.
    private static func primary(_ column: String, of asset: String) -> String {
        """
        (SELECT \(column) FROM resource AS main WHERE main.assetID = \(asset) AND main.type IN (\(primaryTypes)) ORDER BY main.type, main.id LIMIT 1)
        """
    }

    /// SHA-256 of an asset's main file; empty where it has none. `nil` where there is no such asset.
    package func content(ofAsset uuid: UUID) throws -> Data? {
        let found = try db.first(
            "SELECT asset.id, \(Self.primary("sha256", of: "asset.id")) FROM asset WHERE uuid = ? AND trashed = 0", [.uuid(uuid)]
        ) { (id: $0.int64(0), content: $0.data(1)) }
        return try found.flatMap { try sees(assetID: $0.id) ? $0.content : nil }
    }

    /// The assets whose main file has this SHA-256, in the order they came in.
    package func assets(withContent sha256: Data) throws -> [UUID] {
        let found = try db.all(
            """
            SELECT asset.id, asset.uuid FROM resource CROSS JOIN asset ON asset.id = resource.assetID
            WHERE resource.sha256 = ? AND asset.trashed = 0 AND resource.id = \(Self.primary("main.id", of: "asset.id")) ORDER BY asset.id
            """, [.blob(sha256)]
        ) { (id: $0.int64(0), uuid: $0.uuid(1)) }
        return try found.filter { try sees(assetID: $0.id) }.map(\.uuid)
    }
}

import Descriptions
import LibraryEngine

extension AssetDescription {
    /// `nil` for an asset that was purged.
    package init?(id: Int64, in reader: LibraryReader) throws {
        guard let record = try reader.asset(id: id) else { return nil }
        self.init(record: record, resources: try reader.resources(assetID: id))
    }
}

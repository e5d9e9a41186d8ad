import Catalog
import Descriptions


extension AssetDescription {
    /// `nil` for an asset that was purged.
    package init?(id: Int64, in catalog: CatalogReader) throws {
        guard let record = try catalog.asset(id: id) else { return nil }
        self.init(record: record, resources: try catalog.resources(assetID: id))
    }
}

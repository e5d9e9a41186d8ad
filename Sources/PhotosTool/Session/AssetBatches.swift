import Descriptions
import LibraryEngine

/// Walks a list of row ids, a batch of records at a time.
struct AssetBatches {
    private let library: PhotoLibrary
    private let size = 500

    init(_ library: PhotoLibrary) { self.library = library }

    /// Assets that were purged since the ids were fetched are left out.
    func forEach(_ ids: ContiguousArray<Int64>, withResources: Bool, _ body: ([AssetDescription]) throws -> Void) throws {
        var start = ids.startIndex
        while start < ids.endIndex {
            let end = min(start + size, ids.endIndex)
            let batch = try library.read { reader in
                let records = try reader.assets(ids: ids[start..<end]).compactMap { $0 }
                let resources = withResources ? try reader.resources(assetIDs: records.map(\.id)) : [:]
                return records.map { AssetDescription(record: $0, resources: resources[$0.id] ?? []) }
            }
            // Outside of the snapshot: whoever reads our output may be slow, and a snapshot that stays open keeps the WAL from shrinking.
            try body(batch)
            start = end
        }
    }
}

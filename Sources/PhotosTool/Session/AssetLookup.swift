import Catalog
import Foundation
import Query

/// Finds the asset that somebody means by an identifier in any of its forms. Assets in Recently Deleted are found too.
struct AssetLookup {
    private let catalog: CatalogReader

    init(_ catalog: CatalogReader) { self.catalog = catalog }

    func asset(_ text: String) throws -> AssetRecord {
        switch IdentifierText(text) {
        case .whole(let uuid):
            if let asset = try catalog.asset(uuid: uuid) { return asset }
        case .prefix(let prefix):
            let ids = try rowIDs(startingWith: prefix, limit: 2)
            if ids.count == 1, let asset = try catalog.assets(ids: ids).first ?? nil { return asset }
            if ids.count > 1 {
                throw ToolFailure(.badInput, "\(prefix) is the beginning of more than one identifier. Give more of it.")
            }
        case nil:
            throw ToolFailure(.badInput, "\"\(DisplayText.safe(text))\" is no identifier. "
                + "`photos assets` lists them; the first characters are enough where they are unique.")
        }
        throw ToolFailure(.badInput, "There is no asset \(DisplayText.safe(text)). `photos assets` lists those there are, with --hidden and --trashed the others.")
    }

    /// Assets whose UUID begins with `prefix` (upper case), those in Recently Deleted last.
    func rowIDs(startingWith prefix: String, limit: Int) throws -> [Int64] {
        var query = AssetQuery(sort: [SortKey("creationDate", ascending: false)])
        query.includesHidden = true
        query.includesAllBursts = true
        query.sourceTypes = 7
        var found: [Int64] = []
        for scope in [AssetQuery.Scope.library, .trash] {
            query.scope = scope
            let ids = try catalog.assetIDs(query)
            // In batches: a million UUIDs at once would be held for nothing.
            for start in stride(from: 0, to: ids.count, by: 4096) {
                let batch = ids[start..<min(start + 4096, ids.count)]
                for (id, uuid) in zip(batch, try catalog.uuids(assetIDs: batch)) where uuid?.uuidString.hasPrefix(prefix) == true {
                    found.append(id)
                    if found.count == limit { return found }
                }
            }
        }
        return found
    }
}

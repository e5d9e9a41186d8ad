import Catalog
import Foundation
import PhotoModel
import Query

extension LibraryReader {
    /// The row ids of what `query` matches, in its order. An equal fetch on an unchanged library is a look-up.
    /// - Throws: a `QueryError` for a predicate or sort key that assets don't have, and for one that takes too much work; `CancellationError` where the
    ///   budget was cancelled.
    package func assetIDs(_ query: AssetQuery) throws -> ContiguousArray<Int64> { try narrowed(query).map { try catalog.assetIDs($0) } ?? [] }
    /// How many assets `assetIDs` would return.
    package func assetCount(_ query: AssetQuery) throws -> Int { try narrowed(query).map { try catalog.assetCount($0) } ?? 0 }
    /// The same of several queries, which costs less than one after the other where they look for words.
    package func assetCounts(_ queries: [AssetQuery]) throws -> [Int] {
        let within = queries.map { narrowed($0) }
        var counts = try catalog.assetCounts(within.compactMap { $0 })[...]
        return within.map { $0 == nil ? 0 : counts.removeFirst() }
    }
    /// What the library has that somebody may be about to type, as `CatalogReader.wordSuggestions` finds it; also of assets that this reader doesn't show.
    package func wordSuggestions(for texts: [String]) throws -> [WordSuggestion] { try catalog.wordSuggestions(for: texts, catalog.budget ?? QueryBudget()) }
    /// How many assets of a fetch were taken in each day, month or year by the clock at that place, ascending by its first instant in seconds since
    /// 2001-01-01T00:00:00 by that clock. Empty ones are left out, and so is what has no creation date.
    package func assetBuckets(_ query: AssetQuery, by unit: BucketUnit) throws -> [(start: Double, count: Int)] {
        try narrowed(query).map { try catalog.assetBuckets($0, by: unit) } ?? []
    }
    /// The same of a list at hand.
    package func assetBuckets(of ids: ContiguousArray<Int64>, by unit: BucketUnit) throws -> [(start: Double, count: Int)] {
        try catalog.assetBuckets(of: ids, by: unit)
    }

    /// The proportions of a list's pictures, a byte each, in its order; see `PictureShape`.
    package func assetShapes(of ids: ContiguousArray<Int64>) throws -> [UInt8] { try catalog.assetShapes(of: ids) }
    /// Where the assets of a list were taken, in its order; without those that don't say it.
    package func assetPlaces(of ids: ContiguousArray<Int64>) throws -> ContiguousArray<ListedPlace> { try catalog.assetPlaces(of: ids) }

    /// The records of `ids`, in their order; `nil` for a purged one.
    package func assets(ids: some Collection<Int64>) throws -> [AssetRecord?] {
        let records = try catalog.assets(ids: ids)
        return showsHidden ? records : records.map { record in record.flatMap { shown($0) } }
    }
    package func asset(id: Int64) throws -> AssetRecord? { try catalog.asset(id: id).flatMap { shown($0) } }
    package func asset(uuid: UUID) throws -> AssetRecord? { try catalog.asset(uuid: uuid).flatMap { shown($0) } }
    package func assetID(uuid: UUID) throws -> Int64? { try showsHidden ? catalog.assetID(uuid: uuid) : asset(uuid: uuid)?.id }
    /// The UUIDs of `ids`, in their order; `nil` for a purged one. Cheaper than whole records.
    package func uuids(assetIDs ids: some Collection<Int64>) throws -> [UUID?] { try catalog.uuids(assetIDs: ids) }
    /// The assets whose UUID begins with these hex digits, in the order of their UUIDs. Trashed ones are among them.
    package func assetIDs(uuidPrefix: String, limit: Int) throws -> [Int64] {
        try shownIDs(catalog.assetIDs(uuidPrefix: uuidPrefix, limit: limit))
    }
    /// All frames of a burst by creation date, trashed ones included where those are there.
    package func assetIDs(burstIdentifier: String) throws -> [Int64] { try shownIDs(catalog.assetIDs(burstIdentifier: burstIdentifier)) }
    /// Assets that have been in Recently Deleted since a date or longer.
    package func assetIDs(trashedBefore date: Double) throws -> [Int64] { try shownIDs(catalog.assetIDs(trashedBefore: date)) }
    /// What an application was given; trashed assets are among it.
    package func selectedAssetIDs(of application: String) throws -> ContiguousArray<Int64> { try catalog.selectedAssetIDs(of: application) }
    /// Whether this reader may see an asset.
    package func sees(assetID: Int64) throws -> Bool {
        guard try catalog.sees(assetID: assetID) else { return false }
        return try showsHidden || asset(id: assetID) != nil
    }
    /// Whether an asset is the user's own, rather than shared or synced.
    package func isOfUserLibrary(assetID: Int64) throws -> Bool { try catalog.isOfUserLibrary(assetID: assetID) }

    /// An asset's resources, in the order they were added.
    package func resources(assetID: Int64) throws -> [ResourceRecord] { try catalog.resources(assetID: assetID) }
    /// The same, for whoever wants one or two things of each.
    package func keptResources(assetID: Int64) throws -> KeptResources { KeptResources(try catalog.packedResources(assetID: assetID)) }
    /// The statement of `resources(assetID:)`, for a measurement beside it.
    package var statementOfResources: String { catalog.statementOfResources }
    /// Those of these assets of which a file is in the library's store alone.
    package func assetsElsewhere(_ ids: some Collection<Int64>) throws -> Set<Int64> { try catalog.assetsElsewhere(ids) }
    /// The resources of several assets; an asset without any has no entry.
    package func resources(assetIDs: some Collection<Int64>) throws -> [Int64: [ResourceRecord]] { try catalog.resources(assetIDs: assetIDs) }
    /// The same, asset after asset by their row ids, each asset's in the order they were added.
    package func packedResources(ofAssets assetIDs: [Int64]) throws -> PackedResources { try catalog.packedResources(ofAssets: assetIDs) }
    /// Those that came in last, in the order they were added.
    package func newestResources(_ limit: Int) throws -> [ResourceRecord] {
        try catalog.resources(afterID: max(0, catalog.lastResourceID() - Int64(limit)), limit: limit)
    }
}

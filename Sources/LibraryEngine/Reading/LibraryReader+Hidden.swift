import PhotoModel
import Query

/// What a reader leaves out that does not show what is hidden or in Recently Deleted, however it is asked for.
extension LibraryReader {
    /// A query within what is there; `nil` for one of nothing else.
    func narrowed(_ query: AssetQuery) -> AssetQuery? {
        guard !showsHidden else { return query }
        var query = query
        query.includesHidden = false
        switch query.scope {
        case .trash: return nil
        case .smartAlbum(let subtype): return SmartAlbum.with(subtype)?.isHidden == true ? nil : query
        case .identifiers:
            // By identifiers hidden ones are found without asking.
            let isShown = QueryPredicate.comparison(Comparison(.key(KeyReference("hidden")), .equal, .value(.bool(false))))
            if let predicate = query.predicate { query.predicate = .and([predicate, isShown]) } else { query.predicate = isShown }
            return query
        case .library, .album, .burst, .moment: return query
        }
    }

    func shown(_ record: AssetRecord) -> AssetRecord? { showsHidden || !(record.isHidden || record.isTrashed) ? record : nil }

    /// Those of these assets that are there, in their order.
    func shownIDs(_ ids: some Collection<Int64>) throws -> [Int64] { try showsHidden ? Array(ids) : assets(ids: ids).compactMap { $0?.id } }

    /// Everything that a person who chooses from the library is not shown, of whichever source.
    func hiddenAssetIDs() throws -> ContiguousArray<Int64> {
        var hidden = AssetQuery(scope: .smartAlbum(.allHidden))
        (hidden.includesAllBursts, hidden.sourceTypes) = (true, .all)
        return try catalog.assetIDs(hidden) + catalog.assetIDs(AssetQuery(scope: .trash))
    }
}

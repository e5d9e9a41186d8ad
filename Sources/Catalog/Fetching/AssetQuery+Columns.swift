import Columns
import PhotoModel
import Query

extension AssetQuery {
    /// What the scope and the visibility ask of columns; members of an album are asked for besides.
    /// - Returns: `nil` for what an index finds at once, and for what columns don't know.
    func columnTests(now: Double) -> [ColumnTest]? {
        switch scope {
        case .library:
            return listing
        case .album:
            return [.lacks(.trashed)] + flagTests + sourceTests
        case .trash:
            return [.has(.trashed)] + sourceTests
        case .smartAlbum(let subtype):
            guard let album = SmartAlbum.with(subtype), let tests = album.columnTests else { return nil }
            if album.isHidden { return tests + [.has(.hidden), .lacks(.trashed)] + burstTests + librarySourceTests }
            return tests + listing + (album.isRecentlyAdded ? [.since(.addedDate, Self.recentStart(now: now))] : [])
        default:
            return nil
        }
    }

    /// The order in which columns are to give it; `nil` for an album's own order and for keys that columns don't hold.
    func columnOrder() throws(QueryError) -> ColumnOrder? {
        guard sort.isEmpty else { return ColumnOrder(try KeySpace.assets.resolve(sort)) }
        switch scope {
        case .album: return nil
        case .smartAlbum(let subtype) where SmartAlbum.with(subtype)?.isRecentlyAdded == true:
            return ColumnOrder(try KeySpace.assets.resolve([SortKey("addedDate", ascending: false)]))
        default: return ColumnOrder(try KeySpace.assets.resolve([SortKey("creationDate")]))
        }
    }

    private var listing: [ColumnTest] {
        if !includesHidden && !includesAllBursts && (sourceTypes.isEmpty || sourceTypes == .userLibrary) { return [.has(.listed)] }
        return [.lacks(.trashed)] + flagTests + librarySourceTests
    }

    private var flagTests: [ColumnTest] { (includesHidden ? [] : [.lacks(.hidden)]) + burstTests }
    private var burstTests: [ColumnTest] { includesAllBursts ? [] : [.has(.burstVisible)] }
    private var sourceTests: [ColumnTest] {
        sourceTypes.isEmpty ? [] : [.field(AssetFlags.sourceType, hasAnyOf: UInt32(truncatingIfNeeded: sourceTypes.rawValue))]
    }
    private var librarySourceTests: [ColumnTest] { sourceTypes.isEmpty ? [.field(AssetFlags.sourceType, hasAnyOf: UInt32(SourceTypes.userLibrary.rawValue))] : sourceTests }
}

extension Condition {
    /// Whether an index over identifiers finds the few objects that can fulfil it.
    var isLookUp: Bool {
        switch self {
        case .and(let parts): parts.contains(where: \.isLookUp)
        default: ColumnCompiler.lookUp(self)?.isNegated == false
        }
    }
}

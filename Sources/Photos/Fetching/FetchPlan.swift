import Foundation
import PhotoModel
import Query

/// Fetch options in the engine's terms. Holds what they said when it was made.
struct FetchPlan: Sendable {
    let predicate: Query.Predicate?
    let sort: [SortKey]
    let limit: Int
    private let includesHidden: Bool
    private let includesAllBursts: Bool
    private let sourceTypes: PHAssetSourceType

    init(_ options: PHFetchOptions?) throws(QueryError) {
        if let predicate = options?.predicate { self.predicate = try predicateAST(of: predicate) } else { predicate = nil }
        var sort: [SortKey] = []
        for descriptor in options?.sortDescriptors ?? [] { sort.append(try sortKey(of: descriptor)) }
        self.sort = sort
        // A negative limit is a mistake that Apple's platforms take for none.
        limit = max(0, options?.fetchLimit ?? 0)
        includesHidden = options?.includeHiddenAssets ?? false
        includesAllBursts = options?.includeAllBurstAssets ?? false
        sourceTypes = options?.includeAssetSourceTypes ?? []
    }

    static func session(_ options: PHFetchOptions?) -> LibrarySession { (options?.photoLibrary ?? .shared()).session }

    func assetQuery(_ scope: AssetQuery.Scope, mediaType: PHAssetMediaType? = nil) throws(QueryError) -> AssetQuery {
        var parts: [Query.Predicate] = predicate.map { [$0] } ?? []
        if let mediaType { parts.append(try Query.Predicate(format: "mediaType == %d", arguments: [.int(Int64(mediaType.rawValue))])) }
        var query = AssetQuery(scope: scope, predicate: parts.count > 1 ? .and(parts) : parts.first, sort: sort, limit: limit)
        (query.includesHidden, query.includesAllBursts, query.sourceTypes) = (includesHidden, includesAllBursts, SourceTypes(rawValue: sourceTypes.rawValue))
        return query
    }

    /// Whether a fetch within a transient album shows this asset.
    func shows(_ asset: PHAsset) -> Bool {
        asset.isReadable && !asset.record.isTrashed && (includesHidden || !asset.isHidden) && (includesAllBursts || asset.isShownOfItsBurst)
            && (sourceTypes.isEmpty || !sourceTypes.isDisjoint(with: asset.sourceType))
    }

    /// Predicate, order and limit over objects at hand, by the same rules as the catalogue's.
    func apply<Object: PHObject>(to objects: [Object], keys: KeySpace) throws(QueryError) -> [Object] {
        var kept = objects
        func value(_ object: Object, _ index: Int) -> QueryValue {
            let value = QueryValue(any: object.value(forKey: keys.keys[index].name)) ?? .null
            return keys.keys[index].type == .identifier ? value.identified : value
        }
        if let predicate {
            let budget = QueryBudget()
            let resolved = try keys.resolve(predicate, now: Date().timeIntervalSinceReferenceDate, budget: budget)
            var matching: [Object] = []
            for object in kept where try resolved.matches({ index in value(object, index) }, budget) { matching.append(object) }
            kept = matching
        }
        if !sort.isEmpty {
            let resolved = try keys.resolve(sort)
            kept = kept.enumerated().sorted { a, b in
                for key in resolved {
                    let order = key.order(value(a.element, key.key), value(b.element, key.key))
                    if order != 0 { return order < 0 }
                }
                return a.offset < b.offset
            }.map(\.element)
        }
        return limit > 0 ? Array(kept.prefix(limit)) : kept
    }
}

extension QueryValue {
    /// Local identifiers as the UUIDs that predicates compare them by.
    fileprivate var identified: QueryValue {
        switch self {
        case .string(let text): LocalIdentifier.uuid(from: text).map { .uuid($0) } ?? .null
        case .list(let members): .list(members.map(\.identified))
        default: self
        }
    }
}

// Predicates take places as arguments: NSPredicate(format: "distance(location, %@) < 1000", place).
extension CLLocation: PredicatePlace {
    package var predicateDegrees: (latitude: Double, longitude: Double) { (coordinate.latitude, coordinate.longitude) }
}

extension CLLocationCoordinate2D: PredicatePlace {
    package var predicateDegrees: (latitude: Double, longitude: Double) { (latitude, longitude) }
}

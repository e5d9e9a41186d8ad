import Foundation
import LibraryEngine
import PhotoModel
import Query

extension PHAssetCollection {
    class func fetch(
        _ type: PHAssetCollectionType, _ subtype: PHAssetCollectionSubtype, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        switch type {
        case .album:
            return fetch(options) { query in query.type = subtype == .any ? nil : .album(AlbumSubtype(rawValue: subtype.rawValue)) }
        case .smartAlbum:
            let wanted = subtype == .any || subtype == .albumRegular ? nil : AlbumSubtype(rawValue: subtype.rawValue)
            return fetchSmartAlbums(options) { wanted == nil || $0 == wanted }
        case .moment:
            let all = subtype == .any || subtype == .albumRegular
            return moments(options) { _, index in all ? Array(index.moments.indices) : [] }
        }
    }

    class func fetch(identifiers: [String], _ options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        let uuids = identifiers.compactMap(LocalIdentifier.uuid(from:))
        let smart = Set(uuids.compactMap(SmartAlbumIdentity.subtype(of:)))
        if let first = uuids.first, SmartAlbumIdentity.subtype(of: first) != nil { return fetchSmartAlbums(options) { smart.contains($0) } }
        if let first = uuids.first, case .moment? = MomentIdentity(first) {
            let identities = uuids.compactMap { uuid in if case .moment(let identity)? = MomentIdentity(uuid) { identity } else { nil } }
            return moments(options) { _, index in Set(identities.compactMap { index.index(ofMoment: $0) }).sorted() }
        }
        return fetch(options) { $0.uuids = uuids }
    }

    class func fetch(containing asset: PHAsset, _ type: PHAssetCollectionType, _ options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        let (session, assetID) = (asset.session, asset.record.id)
        if type == .moment {
            return moments(options, session) { reader, index in try reader.moment(containing: assetID, in: index).map { [$0] } ?? [] }
        }
        guard type == .album else { return PHFetchResult(ObjectStorage([])) }
        return .fetched(session) {
            let plan = try FetchPlan(options)
            return .objects(session, options) { reader in
                var query = CollectionQuery(kind: .album)
                (query.predicate, query.sort, query.limit) = (plan.predicate, plan.sort, plan.limit)
                query.uuids = try reader.collectionsContaining(assetID: assetID).map(\.uuid)
                return try reader.collections(query).map { PHAssetCollection.album($0, session) }
            }
        }
    }

    private class func fetch(_ options: PHFetchOptions?, _ change: (inout CollectionQuery) -> Void) -> PHFetchResult<PHAssetCollection> {
        let session = FetchPlan.session(options)
        var query = CollectionQuery(kind: .album)
        change(&query)
        return .fetched(session) { try .collections(query, session, options) }
    }

    private class func fetchSmartAlbums(
        _ options: PHFetchOptions?, _ isWanted: @escaping @Sendable (AlbumSubtype) -> Bool
    ) -> PHFetchResult<PHAssetCollection> {
        let session = FetchPlan.session(options)
        return .fetched(session) {
            let plan = try FetchPlan(options)
            return .objects(session, options) { reader in
                let albums = SmartAlbum.offered.map(\.subtype).filter(isWanted).map { PHAssetCollection(smartAlbum: $0, session: session) }
                return try plan.apply(to: albums, keys: .collections)
            }
        }
    }
}

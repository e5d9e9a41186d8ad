import Foundation
import LibraryEngine
import PhotoModel
import Query

extension PHAssetCollection {
    /// Albums of one type and subtype; `.any` is every subtype.
    ///
    /// Smart albums come in the order of their raw values, empty ones included. As on Apple's platforms, smart albums of subtype
    /// `.albumRegular` are all smart albums, and moments of that or any subtype all moments.
    @discardableResult
    public class func fetchAssetCollections(
        with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
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

    /// Stored albums, smart albums or moments, whichever the first identifier names. Unknown identifiers are left out.
    @discardableResult
    public class func fetchAssetCollections(withLocalIdentifiers identifiers: [String], options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        let uuids = identifiers.compactMap(LocalIdentifier.uuid(from:))
        let smart = Set(uuids.compactMap(SmartAlbumIdentity.subtype(of:)))
        if let first = uuids.first, SmartAlbumIdentity.subtype(of: first) != nil { return fetchSmartAlbums(options) { smart.contains($0) } }
        if let first = uuids.first, case .moment? = MomentIdentity(first) {
            let identities = uuids.compactMap { uuid in if case .moment(let identity)? = MomentIdentity(uuid) { identity } else { nil } }
            return moments(options) { _, index in Set(identities.compactMap { index.place(ofMoment: $0) }).sorted() }
        }
        return fetch(options) { $0.uuids = uuids }
    }

    /// Albums by the URLs of the AssetsLibrary framework, such as `assets-library://group/?id=UUID&type=Album`. Unknown ones are left out.
    @discardableResult
    public class func fetchAssetCollections(
        withALAssetGroupURLs assetGroupURLs: [URL], options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        fetchAssetCollections(withLocalIdentifiers: assetGroupURLs.map(\.absoluteString), options: options)
    }

    /// The albums, or the moment, that hold an asset. Smart albums are not looked through.
    @discardableResult
    public class func fetchAssetCollectionsContaining(
        _ asset: PHAsset, with type: PHAssetCollectionType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
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

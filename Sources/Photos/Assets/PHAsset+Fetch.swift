import Catalog
import Foundation
import Query

extension PHAsset {
    /// All assets of the user's library that the options ask for.
    @discardableResult
    public class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(options) { plan throws(QueryError) in try plan.assetQuery(.library) }
    }

    @discardableResult
    public class func fetchAssets(with mediaType: PHAssetMediaType, options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(options) { plan throws(QueryError) in try plan.assetQuery(.library, mediaType: mediaType) }
    }

    /// The assets of an album, in album order unless the options sort.
    @discardableResult
    public class func fetchAssets(in assetCollection: PHAssetCollection, options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        switch assetCollection.content {
        case .album(let record): fetch(options, assetCollection.session) { plan throws(QueryError) in try plan.assetQuery(.album(record.id)) }
        case .smart(let subtype): fetch(options, assetCollection.session) { plan throws(QueryError) in try plan.assetQuery(.smartAlbum(subtype: subtype)) }
        case .transient(let assets): fetch(options, among: assets)
        }
    }

    /// Takes `UUID/L0/001`, bare UUIDs and `assets-library` URLs as text, in any case. Hidden assets come without asking, unknown identifiers are
    /// left out. Ordered by creation date unless the options sort.
    @discardableResult
    public class func fetchAssets(withLocalIdentifiers identifiers: [String], options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(uuids: identifiers.compactMap(LocalIdentifier.uuid(from:)), options)
    }

    /// By the URLs of the AssetsLibrary framework, such as `assets-library://asset/asset.JPG?id=UUID&ext=JPG`.
    @discardableResult
    public class func fetchAssets(withALAssetURLs assetURLs: [URL], options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(uuids: assetURLs.compactMap { LocalIdentifier.uuid(from: $0.absoluteString) }, options)
    }

    /// The frames of a burst: the representative and the user's picks, all of them with `includeAllBurstAssets`.
    @discardableResult
    public class func fetchAssets(withBurstIdentifier burstIdentifier: String, options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(options) { plan throws(QueryError) in try plan.assetQuery(.burst(burstIdentifier)) }
    }

    /// The asset that stands for a collection: an album's first, a smart album's newest. `nil` for a transient one.
    @discardableResult
    public class func fetchKeyAssets(in assetCollection: PHAssetCollection, options: PHFetchOptions?) -> PHFetchResult<PHAsset>? {
        if case .transient = assetCollection.content { return nil }
        let own = options.flatMap { $0.copy() as? PHFetchOptions } ?? PHFetchOptions()
        own.fetchLimit = own.fetchLimit > 0 ? own.fetchLimit : 1
        if case .smart = assetCollection.content, own.sortDescriptors == nil {
            own.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        }
        return fetchAssets(in: assetCollection, options: own)
    }

    private class func fetch(uuids: [UUID], _ options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(options) { plan throws(QueryError) in try plan.assetQuery(.identifiers(uuids)) }
    }

    private class func fetch(
        _ options: PHFetchOptions?, _ session: LibrarySession? = nil, _ query: (FetchPlan) throws(QueryError) -> AssetQuery
    ) -> PHFetchResult<PHAsset> {
        let session = session ?? FetchPlan.session(options)
        do {
            let query = try query(FetchPlan(options))
            let ids = try session.read { try $0.assetIDs(query) }.get()
            return PHFetchResult(AssetStorage(ids: ids, session: session))
        } catch {
            return .failed(error, session)
        }
    }

    private var isShownOfItsBurst: Bool { burstIdentifier == nil || representsBurst || burstSelectionTypes.contains(.userPick) }

    /// A transient album's assets, in its order unless the options sort.
    private class func fetch(_ options: PHFetchOptions?, among assets: [PHAsset]) -> PHFetchResult<PHAsset> {
        do throws(QueryError) {
            let plan = try FetchPlan(options)
            let sources = options?.includeAssetSourceTypes ?? []
            let shown = assets.filter { asset in
                !asset.isTombstone && !asset.record.isTrashed && (options?.includeHiddenAssets == true || !asset.isHidden)
                    && (options?.includeAllBurstAssets == true || asset.isShownOfItsBurst) && (sources.isEmpty || !sources.isDisjoint(with: asset.sourceType))
            }
            return PHFetchResult(ObjectStorage(try plan.apply(to: shown, keys: .assets)))
        } catch {
            return .failed(error, FetchPlan.session(options))
        }
    }
}

extension PHFetchResult {
    /// Empty, with the reason. A mistake in a predicate is logged, since most callers will not look.
    static func failed(_ error: any Error, _ session: LibrarySession) -> PHFetchResult {
        if error is QueryError { session.report(.error, "A fetch is empty because of its options: \(error)") }
        return PHFetchResult(ObjectStorage([]), error: PHPhotosError(error))
    }
}

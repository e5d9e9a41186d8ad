import Foundation
import PhotoModel

extension PHAsset {
    class func keyAssets(in assetCollection: PHAssetCollection, _ options: PHFetchOptions?) -> PHFetchResult<PHAsset>? {
        let own = options.flatMap { $0.copy() as? PHFetchOptions } ?? PHFetchOptions()
        // An empty list orders nothing.
        let isSorted = own.sortDescriptors?.isEmpty == false
        let isPlain = own.predicate == nil && !isSorted && own.fetchLimit <= 1
        own.fetchLimit = max(1, own.fetchLimit)
        switch assetCollection.content {
        case .transient: return nil
        case .smart: if !isSorted { own.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)] }
        case .album(let record) where isPlain: return fetchKeyAsset(of: record.id, own, assetCollection.session)
        case .moment, .album: break
        }
        return fetchAssets(in: assetCollection, options: own)
    }

    private class func fetchKeyAsset(of album: Int64, _ options: PHFetchOptions, _ session: LibrarySession) -> PHFetchResult<PHAsset> {
        .fetched(session) {
            let plain = try FetchPlan(options).assetQuery(.album(album))
            return FetchRecipe(session, options) { reader in
                let ids = try reader.chosenKeyAsset(of: album).map { [$0] } ?? reader.assetIDs(plain)
                return AssetStorage(ids: ids, session: session)
            }
        }
    }

    /// What the moment holds now: it is found again by its identity, since it may have grown.
    class func fetch(_ options: PHFetchOptions?, in moment: MomentRecord, _ session: LibrarySession) -> PHFetchResult<PHAsset> {
        .fetched(session) {
            let plan = try FetchPlan(options)
            let zone = session.timeZone
            return FetchRecipe(session, options) { reader in
                let index = try reader.moments(in: zone)
                guard let place = index.index(ofMoment: moment.identity) else { return AssetStorage(ids: [], session: session) }
                return AssetStorage(ids: try reader.assetIDs(plan.assetQuery(.moment(index.moments[place].range))), session: session)
            }
        }
    }
}

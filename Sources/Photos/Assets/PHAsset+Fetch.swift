import Foundation
import LibraryEngine
import PhotoModel
import Query

extension PHAsset {
    class func fetch(in assetCollection: PHAssetCollection, _ options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        switch assetCollection.content {
        case .album(let record): fetch(options, assetCollection.session) { plan throws(QueryError) in try plan.assetQuery(.album(record.id)) }
        case .smart(let subtype): fetch(options, assetCollection.session) { plan throws(QueryError) in try plan.assetQuery(.smartAlbum(subtype)) }
        case .moment(let moment): fetch(options, in: moment, assetCollection.session)
        case .transient(let assets): fetch(options, in: assetCollection, among: assets)
        }
    }

    /// How many assets a fetch with these options finds in an album, or with `nil` in the library, without finding them: where the kept counts know, nothing is
    /// searched. 0 where the library can't be read.
    package class func countAssets(in assetCollection: PHAssetCollection?, options: PHFetchOptions?) -> Int {
        guard let assetCollection else { return count(options, FetchPlan.session(options), .library) }
        return switch assetCollection.content {
        case .album(let record): count(options, assetCollection.session, .album(record.id))
        case .smart(let subtype): count(options, assetCollection.session, .smartAlbum(subtype))
        case .moment, .transient: fetch(in: assetCollection, options).count
        }
    }

    private class func count(_ options: PHFetchOptions?, _ session: LibrarySession, _ scope: AssetQuery.Scope) -> Int {
        do {
            let query = try FetchPlan(options).assetQuery(scope)
            return try session.read { try $0.assetCount(query) }.get()
        } catch {
            if error is QueryError { session.report(.error, "Nothing is counted because of the fetch's options: \(error)") }
            return 0
        }
    }

    class func fetch(uuids: [UUID], _ options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetch(options) { plan throws(QueryError) in try plan.assetQuery(.identifiers(uuids)) }
    }

    class func fetch(
        _ options: PHFetchOptions?, _ session: LibrarySession? = nil, _ query: (FetchPlan) throws(QueryError) -> AssetQuery
    ) -> PHFetchResult<PHAsset> {
        let session = session ?? FetchPlan.session(options)
        return .fetched(session) { .assets(try query(FetchPlan(options)), session, options) }
    }

    /// A transient album's assets as they are now, in its order unless the options sort.
    private class func fetch(_ options: PHFetchOptions?, in album: PHAssetCollection, among assets: [PHAsset]) -> PHFetchResult<PHAsset> {
        if album.session.isNone { return .listed(options) { plan in try plan.apply(to: assets.filter(plan.shows), keys: .assets) } }
        return .fetched(album.session) {
            let plan = try FetchPlan(options)
            return .objects(album.session, options) { reader in
                try plan.apply(to: assets.current(reader, album.session).filter(plan.shows), keys: .assets)
            }
        }
    }

    var isShownOfItsBurst: Bool { burstIdentifier == nil || representsBurst || burstSelectionTypes.contains(.userPick) }
}

extension [PHAsset] {
    /// The same assets as the reader's snapshot knows them, without those that were purged; assets of another session stay as they are.
    fileprivate func current(_ reader: LibraryReader, _ session: LibrarySession) throws -> [PHAsset] {
        let records = try reader.assets(ids: map { $0.session === session ? $0.record.id : 0 })
        return zip(self, records).compactMap { asset, record in
            asset.session === session ? record.map { PHAsset(record: $0, session: session) } : asset
        }
    }
}

import Foundation
import LibraryEngine
import PhotoModel
import Query

extension PHCollectionList {
    class func momentLists(_ subtype: PHCollectionListSubtype, _ options: PHFetchOptions?) -> PHFetchResult<PHCollectionList> {
        let kinds = kinds(subtype)
        return momentLists(options) { index in kinds.flatMap { $0 == .year ? index.years : index.clusters } }
    }

    class func momentLists(
        _ subtype: PHCollectionListSubtype, containing moment: PHAssetCollection, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        guard case .moment(let identity)? = MomentIdentity(moment.uuid) else { return PHFetchResult(ObjectStorage([])) }
        let kinds = kinds(subtype)
        return momentLists(options, moment.session) { lists(kinds, of: identity, in: $0) }
    }

    static func lists(_ kinds: [MomentListRecord.Kind], of moment: Int64, in index: MomentIndex) -> [MomentListRecord] {
        guard let place = index.index(ofMoment: moment) else { return [] }
        return kinds.compactMap { index.list($0, containing: place) }
    }

    private static func kinds(_ subtype: PHCollectionListSubtype) -> [MomentListRecord.Kind] {
        switch subtype {
        case .momentListCluster: [.cluster]
        case .momentListYear: [.year]
        case .any: [.cluster, .year]
        case .regularFolder, .rootFolder, .smartFolderEvents, .smartFolderFaces: []
        }
    }

    static func momentLists(
        _ options: PHFetchOptions?, _ session: LibrarySession? = nil, _ choose: @escaping @Sendable (MomentIndex) -> [MomentListRecord]
    ) -> PHFetchResult<PHCollectionList> {
        let session = session ?? FetchPlan.session(options)
        return .fetched(session) {
            let plan = try FetchPlan(options)
            let zone = session.timeZone
            return .objects(session, options) { reader in
                let lists = choose(try reader.moments(in: zone)).map { PHCollectionList(moments: $0, session: session) }
                return try plan.apply(to: lists, keys: .collectionLists)
            }
        }
    }
}

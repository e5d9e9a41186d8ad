import Foundation
import LibraryEngine
import PhotoModel
import Query

/// Deprecated by Apple since 13, and used by what was written before.
extension PHCollectionList {
    /// The lists of one kind by date: `.momentListCluster`, `.momentListYear`, or both (clusters first) with `.any`.
    @discardableResult
    public class func fetchMomentLists(with momentListSubtype: PHCollectionListSubtype, options: PHFetchOptions?) -> PHFetchResult<PHCollectionList> {
        let kinds = kinds(momentListSubtype)
        return momentLists(options) { index in kinds.flatMap { $0 == .year ? index.years : index.clusters } }
    }

    /// The list of this kind that a moment lies in.
    @discardableResult
    public class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype, containingMoment moment: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        guard case .moment(let identity)? = MomentIdentity(moment.uuid) else { return PHFetchResult(ObjectStorage([])) }
        let kinds = kinds(momentListSubtype)
        return momentLists(options, moment.session) { lists(kinds, of: identity, in: $0) }
    }

    static func lists(_ kinds: [MomentListRecord.Kind], of moment: Int64, in index: MomentIndex) -> [MomentListRecord] {
        guard let place = index.place(ofMoment: moment) else { return [] }
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

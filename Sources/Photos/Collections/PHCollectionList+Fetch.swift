import Foundation
import LibraryEngine
import PhotoModel
import Query

extension PHCollectionList {
    class func fetch(
        _ type: PHCollectionListType, _ subtype: PHCollectionListSubtype, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        switch type {
        case .momentList: return fetchMomentLists(with: subtype, options: options)
        case .folder where subtype == .rootFolder: return fetchRoot(options)
        case .folder: return fetch(subtype, areSynced: false, options)
        case .smartFolder: return fetch(subtype, areSynced: true, options)
        }
    }

    class func fetch(identifiers: [String], _ options: PHFetchOptions?) -> PHFetchResult<PHCollectionList> {
        let uuids = identifiers.compactMap(LocalIdentifier.uuid(from:))
        if uuids.first == rootUUID { return fetchRoot(options) }
        if let first = uuids.first, MomentIdentity(first) != nil {
            let wanted = Set(uuids.compactMap(MomentIdentity.init))
            return momentLists(options) { index in (index.clusters + index.years).filter { wanted.contains(.list($0.kind, $0.identity)) } }
        }
        return fetch(options) { $0.uuids = uuids }
    }

    class func fetch(containing collection: PHCollection, _ options: PHFetchOptions?) -> PHFetchResult<PHCollectionList> {
        let (session, uuid) = (collection.session, collection.uuid)
        if case .moment(let identity)? = MomentIdentity(uuid) {
            return momentLists(options, session) { lists([.cluster, .year], of: identity, in: $0) }
        }
        return .fetched(session) {
            let plan = try FetchPlan(options)
            return .objects(session, options) { reader in
                guard let parentID = try reader.collection(uuid: uuid)?.parentID, let parent = try reader.collection(id: parentID) else { return [] }
                var query = CollectionQuery(kind: .folder)
                (query.predicate, query.sort, query.limit, query.uuids) = (plan.predicate, plan.sort, plan.limit, [parent.uuid])
                return try reader.collections(query).map { PHCollectionList(record: $0, session: session) }
            }
        }
    }

    /// The top level, where the options' predicate takes it.
    private class func fetchRoot(_ options: PHFetchOptions?) -> PHFetchResult<PHCollectionList> {
        let session = FetchPlan.session(options)
        return .fetched(session) {
            let plan = try FetchPlan(options)
            return .objects(session, options) { _ in try plan.apply(to: [PHCollectionList(rootOf: session)], keys: .collectionLists) }
        }
    }

    private class func fetch(
        _ subtype: PHCollectionListSubtype, areSynced: Bool, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(options) { query in
            if subtype == .any { query.isSynced = areSynced } else { query.type = .folder(FolderSubtype(rawValue: subtype.rawValue)) }
        }
    }

    private class func fetch(_ options: PHFetchOptions?, _ change: (inout CollectionQuery) -> Void) -> PHFetchResult<PHCollectionList> {
        let session = FetchPlan.session(options)
        var query = CollectionQuery(kind: .folder)
        change(&query)
        return .fetched(session) { try .collections(query, session, options) }
    }
}

import Catalog
import Foundation
import Query

/// A folder of albums and folders. <https://developer.apple.com/documentation/photos/phcollectionlist>
open class PHCollectionList: PHCollection, @unchecked Sendable {
    // Guarded by being immutable.
    enum Content: Sendable {
        case folder(CollectionRecord)
        /// The top level.
        case root
        /// In memory only.
        case transient([PHCollection])
    }

    let content: Content
    private let transientTitle: String?

    init(record: CollectionRecord, session: LibrarySession) {
        (content, transientTitle) = (.folder(record), nil)
        super.init(uuid: record.uuid, session: session)
    }

    /// An empty folder in memory.
    public override init() {
        (content, transientTitle) = (.transient([]), nil)
        super.init(uuid: UUID(), session: .none)
    }

    private init(_ content: Content, title: String?, uuid: UUID, session: LibrarySession) {
        (self.content, transientTitle) = (content, title)
        super.init(uuid: uuid, session: session)
    }

    override class var identifierSuffix: String { "/L0/020" }

    open override var canContainCollections: Bool { true }

    open override var localizedTitle: String? {
        if case .folder(let record) = content { record.title } else { transientTitle }
    }

    open var collectionListType: PHCollectionListType { .folder }

    open var collectionListSubtype: PHCollectionListSubtype {
        switch content {
        case .folder(let record): PHCollectionListSubtype(rawValue: record.subtype) ?? .regularFolder
        case .root: .rootFolder
        case .transient: .regularFolder
        }
    }

    open var startDate: Date? {
        if case .folder(let record) = content { Self.date(record.startDate) } else { nil }
    }

    open var endDate: Date? {
        if case .folder(let record) = content { Self.date(record.endDate) } else { nil }
    }

    /// Only moment lists have them.
    open var localizedLocationNames: [String] { [] }

    /// Folders take every change; the root folder can be neither renamed nor deleted.
    open override func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        switch content {
        case .folder: true
        case .root: anOperation != .rename && anOperation != .delete
        case .transient: false
        }
    }

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "startDate": startDate
        case "endDate": endDate
        default: super.value(forKey: key)
        }
    }

    /// Folders, or with subtype `.rootFolder` the top level as one folder. There are no moment lists and no smart folders.
    @discardableResult
    public class func fetchCollectionLists(
        with collectionListType: PHCollectionListType, subtype: PHCollectionListSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        guard collectionListType == .folder else { return PHFetchResult(ObjectStorage([])) }
        if subtype == .rootFolder { return root(FetchPlan.session(options), options) }
        return fetch(options) { $0.subtype = subtype == .any ? nil : subtype.rawValue }
    }

    /// Unknown identifiers are left out.
    @discardableResult
    public class func fetchCollectionLists(withLocalIdentifiers identifiers: [String], options: PHFetchOptions?) -> PHFetchResult<PHCollectionList> {
        let uuids = identifiers.compactMap(LocalIdentifier.uuid(from:))
        if uuids.first == rootUUID { return root(FetchPlan.session(options), options) }
        return fetch(options) { $0.uuids = uuids }
    }

    /// The folder that holds a collection: one at most.
    @discardableResult
    public class func fetchCollectionListsContaining(_ collection: PHCollection, options: PHFetchOptions?) -> PHFetchResult<PHCollectionList> {
        let (session, uuid) = (collection.session, collection.uuid)
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

    /// A folder in memory, never stored.
    @discardableResult
    public class func transientCollectionList(with collections: [PHCollection], title: String?) -> PHCollectionList {
        PHCollectionList(.transient(collections), title: title, uuid: UUID(), session: collections.first?.session ?? PHPhotoLibrary.shared().session)
    }

    @discardableResult
    public class func transientCollectionList(withCollectionsFetchResult fetchResult: PHFetchResult<PHCollection>, title: String?) -> PHCollectionList {
        transientCollectionList(with: fetchResult.objects(at: IndexSet(integersIn: 0..<fetchResult.count)), title: title)
    }

    private static let rootUUID = UUID(uuid: (0x52, 0x4F, 0x4F, 0x54, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0))

    /// A result of the top level alone.
    private class func root(_ session: LibrarySession, _ options: PHFetchOptions?) -> PHFetchResult<PHCollectionList> {
        .fetched(session) {
            .objects(session, options) { _ in [PHCollectionList(.root, title: nil, uuid: rootUUID, session: session)] }
        }
    }

    private class func fetch(_ options: PHFetchOptions?, _ change: (inout CollectionQuery) -> Void) -> PHFetchResult<PHCollectionList> {
        let session = FetchPlan.session(options)
        var query = CollectionQuery(kind: .folder)
        change(&query)
        return .fetched(session) { try .collections(query, session, options) }
    }
}

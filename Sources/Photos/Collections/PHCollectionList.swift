import Foundation
import LibraryEngine
import PhotoModel

/// A folder of albums and folders. <https://developer.apple.com/documentation/photos/phcollectionlist>
open class PHCollectionList: PHCollection, @unchecked Sendable {
    // Guarded by being immutable.
    enum Content: Sendable {
        case folder(CollectionRecord)
        /// The top level.
        case root
        case moments(MomentListRecord)
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

    init(moments list: MomentListRecord, session: LibrarySession) {
        (content, transientTitle) = (.moments(list), nil)
        super.init(uuid: MomentIdentity.list(list.kind, list.identity).uuid, session: session)
    }

    /// The top level.
    init(rootOf session: LibrarySession) {
        (content, transientTitle) = (.root, nil)
        super.init(uuid: Self.rootUUID, session: session)
    }

    private init(collections: [PHCollection], title: String?, session: LibrarySession) {
        (content, transientTitle) = (.transient(collections), title)
        super.init(uuid: UUID(), session: session)
    }

    /// "ROOT": the same in every library.
    static let rootUUID = UUID(uuid: (0x52, 0x4F, 0x4F, 0x54, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0))

    override class var identifierSuffix: String { LocalIdentifier.folderSuffix }

    open override var canContainCollections: Bool { true }

    open override var localizedTitle: String? {
        switch content {
        case .folder(let record): record.title
        case .root: MomentTitles.rootTitle()
        case .moments(let list): MomentTitles.title(list, at: list.kind == .year ? [] : placeNames(of: list))
        case .transient: transientTitle
        }
    }

    /// A folder, one synced from another computer, or a list of moments.
    open var collectionListType: PHCollectionListType {
        switch content {
        case .folder(let record): subtype(of: record).isSynced ? .smartFolder : .folder
        case .moments: .momentList
        case .root, .transient: .folder
        }
    }

    private func subtype(of record: CollectionRecord) -> FolderSubtype { if case .folder(let subtype) = record.type { subtype } else { .regularFolder } }

    /// Which kind of folder or of moment list; a transient one counts as a regular folder.
    open var collectionListSubtype: PHCollectionListSubtype {
        switch content {
        case .folder(let record): PHCollectionListSubtype(rawValue: subtype(of: record).rawValue) ?? .regularFolder
        case .root: .rootFolder
        case .moments(let list): list.kind == .year ? .momentListYear : .momentListCluster
        case .transient: .regularFolder
        }
    }

    /// Creation date of the oldest asset of a moment list; `nil` for folders.
    open var startDate: Date? {
        if case .moments(let list) = content { Self.date(list.startDate) } else { nil }
    }

    /// Creation date of the newest asset of a moment list; `nil` for folders.
    open var endDate: Date? {
        if case .moments(let list) = content { Self.date(list.endDate) } else { nil }
    }

    /// In the language of titles, those with most pictures first: the towns of a cluster's moments, the countries of a year's. Empty where nobody knows
    /// a name, and for folders.
    open var localizedLocationNames: [String] {
        if case .moments(let list) = content { placeNames(of: list) } else { [] }
    }

    private func placeNames(of list: MomentListRecord) -> [String] {
        guard let library = session.openLibrary else { return [] }
        let zone = session.timeZone
        return (try? session.read { library.placeNames(of: list, in: try $0.moments(in: zone)) }.get()) ?? []
    }

    /// When its title, children or their order last changed; `nil` for what is computed or in memory.
    open override var modificationDate: Date? {
        if case .folder(let record) = content { Self.date(record.modificationDate) } else { nil }
    }

    override var rights: CollectionRights {
        switch content {
        case .folder(let record): CollectionRights(record.type)
        case .root: .rootFolder
        case .moments(let list): list.kind == .year ? .momentYear : .momentCluster
        case .transient: .transientFolder
        }
    }

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "collectionListType": NSNumber(value: collectionListType.rawValue)
        case "collectionListSubtype": NSNumber(value: collectionListSubtype.rawValue)
        case "localizedLocationNames": localizedLocationNames
        case "startDate": startDate
        case "endDate": endDate
        default: super.value(forKey: key)
        }
    }

    // MARK: Fetching

    /// Folders, the top level as one folder (subtype `.rootFolder`), moment lists, or folders synced from another computer.
    @discardableResult
    open class func fetchCollectionLists(
        with collectionListType: PHCollectionListType, subtype: PHCollectionListSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        fetch(collectionListType, subtype, options)
    }

    /// Folders, or moment lists, or the top level: whichever the first identifier names. Unknown identifiers are left out.
    @discardableResult
    open class func fetchCollectionLists(withLocalIdentifiers identifiers: [String], options: PHFetchOptions?) -> PHFetchResult<PHCollectionList> {
        fetch(identifiers: identifiers, options)
    }

    /// The folder that holds a collection, one at most; of a moment its cluster and its year.
    @discardableResult
    open class func fetchCollectionListsContaining(_ collection: PHCollection, options: PHFetchOptions?) -> PHFetchResult<PHCollectionList> {
        fetch(containing: collection, options)
    }

    /// The lists of one kind by date: `.momentListCluster`, `.momentListYear`, or both (clusters first) with `.any`. Deprecated by Apple since iOS 13.
    @discardableResult
    open class func fetchMomentLists(with momentListSubtype: PHCollectionListSubtype, options: PHFetchOptions?) -> PHFetchResult<PHCollectionList> {
        momentLists(momentListSubtype, options)
    }

    /// The list of this kind that a moment lies in. Deprecated by Apple since iOS 13.
    @discardableResult
    open class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype, containingMoment moment: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        momentLists(momentListSubtype, containing: moment, options)
    }

    /// A folder in memory, never stored.
    @discardableResult
    open class func transientCollectionList(with collections: [PHCollection], title: String?) -> PHCollectionList {
        PHCollectionList(collections: collections, title: title, session: .common(to: collections))
    }

    /// A folder in memory, never stored.
    @discardableResult
    open class func transientCollectionList(withCollectionsFetchResult fetchResult: PHFetchResult<PHCollection>, title: String?) -> PHCollectionList {
        transientCollectionList(with: fetchResult.objects(at: IndexSet(integersIn: 0..<fetchResult.count)), title: title)
    }
}

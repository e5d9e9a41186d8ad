import Foundation
import LibraryEngine
import PhotoModel
import Query

/// An album or a folder. <https://developer.apple.com/documentation/photos/phcollection>
open class PHCollection: PHObject, @unchecked Sendable {
    /// True for albums.
    open var canContainAssets: Bool { false }
    /// True for folders.
    open var canContainCollections: Bool { false }
    /// What a person called it; of smart albums and moments in the process' language. `nil` without a title.
    open var localizedTitle: String? { nil }
    /// When its title, contents or their order last changed; `nil` for what is computed or in memory.
    open var modificationDate: Date? { nil }

    /// Whether a change block may do this; what is denied fails the block. The table of all kinds is <doc:CanPerform>.
    open func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        CollectionRights.Operation(rawValue: anOperation.rawValue).map(rights.allows) ?? false
    }

    /// Of what belongs to no library: none.
    var rights: CollectionRights { .transientFolder }

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "localizedTitle", "title": localizedTitle
        case "modificationDate": modificationDate
        case "canContainAssets": NSNumber(value: canContainAssets)
        case "canContainCollections": NSNumber(value: canContainCollections)
        default: super.value(forKey: key)
        }
    }

    /// The albums and folders in a folder, in order, or the moments of a moment list.
    @discardableResult
    open class func fetchCollections(in collectionList: PHCollectionList, options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        switch collectionList.content {
        case .folder(let record): return fetch(options, collectionList.session, .folder(record.id))
        case .root: return fetch(options, collectionList.session, .topLevel)
        case .moments(let list): return PHAssetCollection.moments(in: list, options, collectionList.session)
        case .transient(let collections) where collectionList.session.isNone:
            return .listed(options) { try $0.apply(to: collections, keys: .collectionLists) }
        case .transient(let collections):
            let session = collectionList.session
            return .fetched(session) {
                let plan = try FetchPlan(options)
                return .objects(session, options) { reader in
                    try plan.apply(to: collections.compactMap { try $0.current(reader) as? PHCollection }, keys: .collectionLists)
                }
            }
        }
    }

    /// The user's albums and folders that are in no folder, in the library's order.
    @discardableResult
    open class func fetchTopLevelUserCollections(with options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        fetch(options, FetchPlan.session(options), .topLevel)
    }

    private class func fetch(_ options: PHFetchOptions?, _ session: LibrarySession, _ parent: CollectionQuery.Parent) -> PHFetchResult<PHCollection> {
        .fetched(session) { try .collections(CollectionQuery(parent: parent), session, options) }
    }

    static func make(_ record: CollectionRecord, _ session: LibrarySession) -> PHCollection {
        switch record.kind {
        case .album: PHAssetCollection.album(record, session)
        case .folder: PHCollectionList(record: record, session: session)
        }
    }

    static func date(_ seconds: Double?) -> Date? { seconds.map { Date(timeIntervalSinceReferenceDate: $0) } }
}

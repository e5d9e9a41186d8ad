import Catalog
import Foundation
import LibraryEngine

/// Creates, changes or deletes folders, inside a change block. <https://developer.apple.com/documentation/photos/phcollectionlistchangerequest>
public class PHCollectionListChangeRequest: PHChangeRequest {
    private enum Step {
        case add([PHObject])
        case remove([PHObject])
    }

    private let uuid: UUID
    private let isNew: Bool
    private var steps: [Step] = []
    private var titleNow: String
    private var isRenamed = false

    required init(newTitle title: String) {
        uuid = (ChangeSession.current?.library ?? .shared()).session.openLibrary?.environment.makeUUID() ?? UUID()
        (isNew, titleNow) = (true, title)
        super.init()
    }

    private init(changing list: PHCollectionList) {
        (uuid, isNew, titleNow) = (list.uuid, false, list.localizedTitle ?? "")
        super.init()
    }

    @discardableResult
    public class func creationRequestForCollectionList(withTitle title: String) -> Self { self.init(newTitle: title) }

    /// `nil` for what can't be changed by this way: the top level and transient lists.
    @discardableResult
    public convenience init?(for collectionList: PHCollectionList) {
        guard case .folder = collectionList.content else { return nil }
        self.init(changing: collectionList)
    }

    @discardableResult
    public convenience init?(forCollectionList collectionList: PHCollectionList) { self.init(for: collectionList) }

    /// Deletes folders with everything in them; assets stay.
    public class func deleteCollectionLists(_ collectionLists: any NSFastEnumeration) {
        _ = CollectionDeletion(collectionLists, .folder)
    }

    /// Stands for the folder, with its final identifier.
    public var placeholderForCreatedCollectionList: PHObjectPlaceholder {
        PHObjectPlaceholder(uuid: uuid, suffix: PHCollectionList.identifierSuffix, session: session)
    }

    public var title: String {
        get { titleNow }
        set { (titleNow, isRenamed) = (newValue, true) }
    }

    /// Appends albums, folders or placeholders of them, which leave the folder they were in.
    public func addChildCollections(_ collections: any NSFastEnumeration) { steps.append(.add(Self.objects(collections))) }

    /// Moves albums and folders out to the top level.
    public func removeChildCollections(_ collections: any NSFastEnumeration) { steps.append(.remove(Self.objects(collections))) }

    override func insert(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {
        guard isNew else { return }
        _ = try transaction.catalog.insert(
            CollectionRecord(uuid: uuid, kind: .folder, subtype: PHCollectionListSubtype.regularFolder.rawValue, title: titleNow), at: nil)
    }

    override func perform(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {
        let id = try transaction.collection(of: placeholderForCreatedCollectionList).id
        if !isNew, isRenamed { try transaction.catalog.update(collectionID: id) { $0.title = titleNow } }
        for step in steps {
            switch step {
            case .add(let objects):
                for object in objects { try move(object, to: id, transaction) }
            case .remove(let objects):
                for object in objects where try transaction.collection(of: object).parentID == id { try move(object, to: nil, transaction) }
            }
        }
    }

    private func move(_ object: PHObject, to parentID: Int64?, _ transaction: LibraryTransaction) throws {
        try transaction.catalog.update(collectionID: transaction.collection(of: object).id) { record in
            // A place behind the last is the last.
            (record.parentID, record.position) = (parentID, .max)
        }
    }

    private static func objects(_ enumeration: any NSFastEnumeration) -> [PHObject] { elements(of: enumeration).compactMap { $0 as? PHObject } }
}

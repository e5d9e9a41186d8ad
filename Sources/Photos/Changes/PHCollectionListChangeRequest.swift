import Foundation
import LibraryEngine
import PhotoModel

/// Creates, changes or deletes folders, inside a change block. <https://developer.apple.com/documentation/photos/phcollectionlistchangerequest>
///
/// An album or folder has one place: what is added leaves the folder it was in, and what is taken out goes to the end of the top level.
open class PHCollectionListChangeRequest: PHChangeRequest {
    private enum Subject {
        case nothing, new, folder, topLevel
    }

    private var subject: Subject
    private let uuid: UUID
    /// What indexes count in; `nil`: what the folder holds when the changes are made.
    private let children: PHFetchResult<PHCollection>?
    private var steps: [ListStep] = []
    private var titleNow: String
    private var isRenamed = false

    /// A request that asks for nothing, wherever it is made: for test doubles.
    public required override init() {
        (subject, uuid, children, titleNow) = (.nothing, Self.newUUID(), nil, "")
        super.init()
    }

    private init(changing list: PHCollectionList, _ subject: Subject, _ children: PHFetchResult<PHCollection>?) {
        (self.subject, uuid, self.children, titleNow) = (subject, list.uuid, children, list.localizedTitle ?? "")
        super.init()
        enroll()
    }

    private init(topLevel children: PHFetchResult<PHCollection>) {
        (subject, uuid, self.children, titleNow) = (.topLevel, PHCollectionList.rootUUID, children, MomentTitles.rootTitle())
        super.init()
        enroll()
    }

    /// A new folder, at the end of the top level.
    @discardableResult
    open class func creationRequestForCollectionList(withTitle title: String) -> Self {
        let request = self.init()
        (request.subject, request.titleNow) = (.new, title)
        request.enroll()
        return request
    }

    /// `nil` for what can't be changed: moment lists and transient lists.
    @discardableResult
    public convenience init?(for collectionList: PHCollectionList) { self.init(collectionList, nil) }

    /// Indexes count in `childCollections` and what this request did to them, whatever happened to the folder since they were fetched.
    @discardableResult
    public convenience init?(for collectionList: PHCollectionList, childCollections: PHFetchResult<PHCollection>) {
        self.init(collectionList, childCollections)
    }

    /// The same as `init(for:)`, by its older name.
    @discardableResult
    public convenience init?(forCollectionList collectionList: PHCollectionList) { self.init(collectionList, nil) }

    /// The same as `init(for:childCollections:)`, by its older name.
    @discardableResult
    public convenience init?(forCollectionList collectionList: PHCollectionList, childCollections: PHFetchResult<PHCollection>) {
        self.init(collectionList, childCollections)
    }

    /// Arranges the top level, fetched by `fetchTopLevelUserCollections`. Nothing can be taken out of it but by adding it to a folder.
    @discardableResult
    public convenience init?(forTopLevelCollectionListUserCollections childCollections: PHFetchResult<PHCollection>) {
        self.init(topLevel: childCollections)
    }

    private convenience init?(_ list: PHCollectionList, _ children: PHFetchResult<PHCollection>?) {
        switch list.content {
        case .folder: self.init(changing: list, .folder, children)
        case .root: self.init(changing: list, .topLevel, children)
        case .moments, .transient: return nil
        }
    }

    /// Deletes folders with everything in them; assets stay.
    open class func deleteCollectionLists(_ collectionLists: any NSFastEnumeration) {
        _ = CollectionDeletion(collectionLists, .folder)
    }

    /// Stands for the folder, with its final identifier.
    open var placeholderForCreatedCollectionList: PHObjectPlaceholder {
        PHObjectPlaceholder(uuid: uuid, suffix: PHCollectionList.identifierSuffix, session: session)
    }

    /// The title that the folder has, or gets.
    open var title: String {
        get { titleNow }
        set { (titleNow, isRenamed) = (newValue, true) }
    }

    /// Appends albums, folders or placeholders of them; those that are in the folder stay where they are.
    open func addChildCollections(_ collections: any NSFastEnumeration) { steps.append(.add(ListStep.objects(collections))) }

    /// The first collection gets the first index, counted in the folder as it is after the insertion; as many indexes as collections.
    open func insertChildCollections(_ collections: any NSFastEnumeration, at indexes: IndexSet) {
        steps.append(.insert(ListStep.objects(collections), indexes))
    }

    /// Moves albums and folders out to the top level. Without effect on those that are not in the folder.
    open func removeChildCollections(_ collections: any NSFastEnumeration) { steps.append(.remove(ListStep.objects(collections))) }

    /// Moves out what is at these positions; one behind the end fails the block.
    open func removeChildCollections(at indexes: IndexSet) { steps.append(.removeAt(indexes)) }

    /// Puts the collections at these positions, one to one.
    open func replaceChildCollections(at indexes: IndexSet, withChildCollections collections: any NSFastEnumeration) {
        steps.append(.replace(indexes, ListStep.objects(collections)))
    }

    /// Takes the collections out first, which keep their order; `toIndex` counts in what is left.
    open func moveChildCollections(at indexes: IndexSet, to toIndex: Int) { steps.append(.move(indexes, toIndex)) }

    override func insert(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {
        guard subject == .new else { return }
        _ = try transaction.insert(
            CollectionRecord(uuid: uuid, type: .folder(.regularFolder), title: titleNow), at: nil)
    }

    override func perform(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {
        let folder = subject == .topLevel ? nil : try transaction.collection(of: placeholderForCreatedCollectionList)
        let isRenamed = isRenamed && subject != .new
        for operation in steps.flatMap(\.operations) + (isRenamed ? [.rename] : []) { try transaction.require(operation, ofFolder: folder) }
        if let folder, isRenamed { try transaction.update(collectionID: folder.id) { $0.title = titleNow } }
        guard !steps.isEmpty else { return }
        func known(_ object: PHObject) throws -> Int64? { try transaction.reader.collection(uuid: object.uuid)?.id }
        func arriving(_ object: PHObject) throws -> Int64 { try transaction.collection(of: object).id }
        let stored = try transaction.reader.children(of: folder?.id).map(\.id)
        let seen = try children.map { try $0.listed.map { try known($0) ?? 0 } } ?? stored
        var edit = ListEdit(seen: seen, stored: stored)
        for step in steps { try step.apply(to: &edit, arriving: arriving, known: known) }
        // Who arrives leaves another folder, which must let it go.
        for id in Set(edit.stored).subtracting(stored) {
            let parent = try transaction.reader.collection(id: id)?.parentID.flatMap { try transaction.reader.collection(id: $0) }
            try transaction.require(.rearrangeContent, ofFolder: parent)
        }
        try transaction.arrangeChildren(edit.stored, of: folder?.id)
    }
}

extension PHFetchResult where ObjectType: PHObject {
    fileprivate var listed: [PHObject] { (0..<count).map { object(at: $0) } }
}

extension LibraryTransaction {
    /// - Parameter folder: `nil` is the top level.
    /// - Throws: `.changeNotSupported` where the folder, as it is now, does not take this change.
    fileprivate func require(_ operation: PHCollectionEditOperation, ofFolder folder: CollectionRecord?) throws {
        let rights = folder.map { CollectionRights($0.type) } ?? .rootFolder
        guard CollectionRights.Operation(rawValue: operation.rawValue).map(rights.allows) == true else {
            throw PHPhotosError(.changeNotSupported, "\(folder?.title ?? "The top level") can't be changed in this way. Ask canPerform first.")
        }
    }
}

import Catalog
import Foundation
import LibraryEngine

/// Creates, changes or deletes albums, inside a change block. <https://developer.apple.com/documentation/photos/phassetcollectionchangerequest>
public class PHAssetCollectionChangeRequest: PHChangeRequest {
    private enum Step {
        case add([PHObject])
        case insert([PHObject], IndexSet)
        case remove([PHObject])
        case removeAt(IndexSet)
        case replace(IndexSet, [PHObject])
        case move(IndexSet, Int)

        var operation: PHCollectionEditOperation {
            switch self {
            case .add, .insert: .addContent
            case .remove, .removeAt: .removeContent
            case .replace, .move: .rearrangeContent
            }
        }
    }

    private let uuid: UUID
    private let isNew: Bool
    /// What indexes refer to; `nil`: the album as it is when the changes are made.
    private let assets: PHFetchResult<PHAsset>?
    private var steps: [Step] = []
    private var titleNow: String
    private var isRenamed = false

    required init(newTitle title: String) {
        uuid = (ChangeSession.current?.library ?? .shared()).session.openLibrary?.environment.makeUUID() ?? UUID()
        (isNew, assets, titleNow) = (true, nil, title)
        super.init()
    }

    private init(changing collection: PHAssetCollection, _ assets: PHFetchResult<PHAsset>?) {
        (uuid, isNew, self.assets, titleNow) = (collection.uuid, false, assets, collection.localizedTitle ?? "")
        super.init()
    }

    @discardableResult
    public class func creationRequestForAssetCollection(withTitle title: String) -> Self { self.init(newTitle: title) }

    /// `nil` for what can't be changed: smart albums and transient ones.
    @discardableResult
    public convenience init?(for assetCollection: PHAssetCollection) { self.init(for: assetCollection, assets: nil) }

    /// Indexes count in `assets`, whatever happened to the album since they were fetched.
    @discardableResult
    public convenience init?(for assetCollection: PHAssetCollection, assets: PHFetchResult<PHAsset>?) {
        guard case .album = assetCollection.content else { return nil }
        self.init(changing: assetCollection, assets)
    }

    @discardableResult
    public convenience init?(forAssetCollection assetCollection: PHAssetCollection) { self.init(for: assetCollection, assets: nil) }
    @discardableResult
    public convenience init?(forAssetCollection assetCollection: PHAssetCollection, assets: PHFetchResult<PHAsset>?) {
        self.init(for: assetCollection, assets: assets)
    }

    /// Deletes albums; their assets stay.
    public class func deleteAssetCollections(_ assetCollections: any NSFastEnumeration) {
        _ = CollectionDeletion(assetCollections, .album)
    }

    /// Stands for the album, with its final identifier.
    public var placeholderForCreatedAssetCollection: PHObjectPlaceholder {
        PHObjectPlaceholder(uuid: uuid, suffix: PHAssetCollection.identifierSuffix, session: session)
    }

    public var title: String {
        get { titleNow }
        set { (titleNow, isRenamed) = (newValue, true) }
    }

    /// Appends assets or placeholders; those that are in the album stay where they are.
    public func addAssets(_ assets: any NSFastEnumeration) { steps.append(.add(Self.objects(assets))) }

    /// The first asset gets the first index, counted in the album as it is after the insertion; as many indexes as assets.
    public func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) { steps.append(.insert(Self.objects(assets), indexes)) }

    /// Takes assets out of the album; they stay in the library. Without effect on those that are not in it.
    public func removeAssets(_ assets: any NSFastEnumeration) { steps.append(.remove(Self.objects(assets))) }

    public func removeAssets(at indexes: IndexSet) { steps.append(.removeAt(indexes)) }

    /// Puts the assets at these positions, one to one.
    public func replaceAssets(at indexes: IndexSet, withAssets assets: any NSFastEnumeration) { steps.append(.replace(indexes, Self.objects(assets))) }

    /// Takes the assets out first; `toIndex` counts in what is left.
    public func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) { steps.append(.move(fromIndexes, toIndex)) }

    override func insert(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {
        guard isNew else { return }
        _ = try transaction.catalog.insert(
            CollectionRecord(uuid: uuid, kind: .album, subtype: PHAssetCollectionSubtype.albumRegular.rawValue, title: titleNow), at: nil)
    }

    override func perform(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {
        let record = try transaction.collection(of: placeholderForCreatedAssetCollection)
        if !isNew, isRenamed {
            try transaction.require(.rename, of: record, session)
            try transaction.catalog.update(collectionID: record.id) { $0.title = titleNow }
        }
        for step in steps {
            try transaction.require(step.operation, of: record, session)
            try perform(step, on: record.id, transaction)
        }
    }

    private func perform(_ step: Step, on id: Int64, _ transaction: LibraryTransaction) throws {
        let catalog = transaction.catalog
        func rows(_ objects: [PHObject]) throws -> [Int64] { try objects.map { try transaction.assetID(of: $0) } }
        switch step {
        case .add(let objects):
            try catalog.addMembers(rows(objects), to: id)
        case .insert(let objects, let indexes):
            guard objects.count == indexes.count else {
                throw PHPhotosError(.changeNotSupported, "\(objects.count) assets can't be inserted at \(indexes.count) positions. Give one for each.")
            }
            for (row, index) in zip(try rows(objects), indexes) { try catalog.addMembers([row], to: id, at: index) }
        case .remove(let objects):
            try catalog.removeMembers(objects.compactMap { try catalog.assetID(uuid: $0.uuid) }, from: id)
        case .removeAt(let indexes):
            try catalog.removeMembers(at: places(indexes, id, catalog), from: id)
        case .replace(let indexes, let objects):
            try catalog.replaceMembers(at: places(indexes, id, catalog), with: rows(objects), in: id)
        case .move(let indexes, let target):
            try catalog.moveMembers(at: places(indexes, id, catalog), to: target, in: id)
        }
    }

    /// Where the assets at these indexes of the fetch are in the album now; those that left it meanwhile are nowhere.
    private func places(_ indexes: IndexSet, _ id: Int64, _ catalog: CatalogWriter) throws -> IndexSet {
        let members = try catalog.memberIDs(of: id)
        guard let assets else { return indexes }
        guard indexes.last.map({ $0 < assets.count }) ?? true else {
            throw PHPhotosError(.changeNotSupported, "There is no asset at index \(indexes.last ?? 0) of the \(assets.count) that were fetched.")
        }
        let wanted = Set(assets.objects(at: indexes).map(\.record.id))
        return IndexSet(members.indices.filter { wanted.contains(members[$0]) })
    }

    private static func objects(_ enumeration: any NSFastEnumeration) -> [PHObject] { elements(of: enumeration).compactMap { $0 as? PHObject } }
}

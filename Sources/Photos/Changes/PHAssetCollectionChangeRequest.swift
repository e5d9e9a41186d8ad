import Foundation
import LibraryEngine
import PhotoModel
import Query

/// Creates, changes or deletes albums, inside a change block. <https://developer.apple.com/documentation/photos/phassetcollectionchangerequest>
open class PHAssetCollectionChangeRequest: PHChangeRequest {
    private let uuid: UUID
    private var isNew = false
    /// What indexes count in; `nil`: what the album shows when the changes are made.
    private let assets: PHFetchResult<PHAsset>?
    private var steps: [ListStep] = []
    /// Chosen, or none any more.
    private var keyAsset: PHObject??
    private var titleNow: String
    private var isRenamed = false

    /// A request that asks for nothing, wherever it is made: for test doubles.
    public required override init() {
        (uuid, assets, titleNow) = (Self.newUUID(), nil, "")
        super.init()
    }

    private init(changing collection: PHAssetCollection, _ assets: PHFetchResult<PHAsset>?) {
        (uuid, self.assets, titleNow) = (collection.uuid, assets, collection.localizedTitle ?? "")
        super.init()
        enroll()
    }

    /// A new album, at the end of the top level.
    @discardableResult
    open class func creationRequestForAssetCollection(withTitle title: String) -> Self {
        let request = self.init()
        (request.isNew, request.titleNow) = (true, title)
        request.enroll()
        return request
    }

    /// `nil` for what can't be changed: smart albums, moments and transient albums.
    @discardableResult
    public convenience init?(for assetCollection: PHAssetCollection) { self.init(for: assetCollection, assets: nil) }

    /// Indexes count in `assets` and what this request did to them, whatever happened to the album since they were fetched.
    @discardableResult
    public convenience init?(for assetCollection: PHAssetCollection, assets: PHFetchResult<PHAsset>?) {
        guard case .album = assetCollection.content else { return nil }
        self.init(changing: assetCollection, assets)
    }

    /// The same as `init(for:)`, by its older name.
    @discardableResult
    public convenience init?(forAssetCollection assetCollection: PHAssetCollection) { self.init(for: assetCollection, assets: nil) }
    /// The same as `init(for:assets:)`, by its older name.
    @discardableResult
    public convenience init?(forAssetCollection assetCollection: PHAssetCollection, assets: PHFetchResult<PHAsset>?) {
        self.init(for: assetCollection, assets: assets)
    }

    /// Deletes albums; their assets stay.
    open class func deleteAssetCollections(_ assetCollections: any NSFastEnumeration) {
        _ = CollectionDeletion(assetCollections, .album)
    }

    /// Stands for the album, with its final identifier.
    open var placeholderForCreatedAssetCollection: PHObjectPlaceholder {
        PHObjectPlaceholder(uuid: uuid, suffix: PHAssetCollection.identifierSuffix, session: session)
    }

    /// The title that the album has, or gets.
    open var title: String {
        get { titleNow }
        set { (titleNow, isRenamed) = (newValue, true) }
    }

    /// Appends assets or placeholders; those that are in the album stay where they are.
    open func addAssets(_ assets: any NSFastEnumeration) { steps.append(.add(ListStep.objects(assets))) }

    /// The first asset gets the first index, counted in the album as it is after the insertion; as many indexes as assets.
    open func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) { steps.append(.insert(ListStep.objects(assets), indexes)) }

    /// Takes assets out of the album; they stay in the library. Without effect on those that are not in it.
    open func removeAssets(_ assets: any NSFastEnumeration) { steps.append(.remove(ListStep.objects(assets))) }

    /// Takes out what is at these positions; one behind the end fails the block.
    open func removeAssets(at indexes: IndexSet) { steps.append(.removeAt(indexes)) }

    /// Puts the assets at these positions, one to one.
    open func replaceAssets(at indexes: IndexSet, withAssets assets: any NSFastEnumeration) {
        steps.append(.replace(indexes, ListStep.objects(assets)))
    }

    /// Takes the assets out first, which keep their order; `toIndex` counts in what is left.
    open func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) { steps.append(.move(fromIndexes, toIndex)) }

    /// Chooses the asset that stands for the album, one that is in it or that this request adds; `nil` leaves it to the first again. Addition.
    open func setKeyAsset(_ asset: PHObject?) { keyAsset = .some(asset) }

    override func insert(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {
        guard isNew else { return }
        _ = try transaction.insert(
            CollectionRecord(uuid: uuid, type: .album(.albumRegular), title: titleNow), at: nil)
    }

    override func perform(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {
        let record = try transaction.collection(of: placeholderForCreatedAssetCollection)
        for operation in steps.flatMap(\.operations) { try transaction.require(operation, of: record, session) }
        if !isNew, isRenamed {
            try transaction.require(.rename, of: record, session)
            try transaction.update(collectionID: record.id) { $0.title = titleNow }
        }
        try changeMembers(of: record.id, transaction)
        if let keyAsset {
            try transaction.require(.rearrangeContent, of: record, session)
            let id = try keyAsset.map { try transaction.assetID(of: $0) }
            try transaction.update(collectionID: record.id) { $0.keyAssetID = id }
        }
    }

    private func changeMembers(of id: Int64, _ transaction: LibraryTransaction) throws {
        let reader = transaction.reader
        func known(_ object: PHObject) throws -> Int64? { try reader.assetID(uuid: object.uuid) }
        guard steps.contains(where: \.usesPositions) else {
            // The usual case costs nothing for the size of the album.
            for step in steps {
                switch step {
                case .add(let objects): try transaction.addMembers(objects.map { try transaction.ownAssetID(of: $0) }, to: id)
                case .remove(let objects): try transaction.removeMembers(objects.compactMap(known), from: id)
                case .insert, .removeAt, .replace, .move: break
                }
            }
            return
        }
        let seen = try assets.map { try rows(of: $0, known) } ?? Array(reader.assetIDs(AssetQuery(scope: .album(id))))
        var edit = ListEdit(seen: seen, stored: Array(try reader.memberIDs(of: id)))
        for step in steps { try step.apply(to: &edit, arriving: transaction.ownAssetID, known: known) }
        try transaction.arrangeMembers(edit.stored, of: id)
    }

    /// What was purged since has a row that nothing has any more.
    private func rows(of assets: PHFetchResult<PHAsset>, _ known: (PHObject) throws -> Int64?) throws -> [Int64] {
        if let storage = assets.members as? AssetStorage, storage.session === session { return Array(storage.ids) }
        return try (0..<assets.count).map { try known(assets.object(at: $0)) ?? 0 }
    }
}

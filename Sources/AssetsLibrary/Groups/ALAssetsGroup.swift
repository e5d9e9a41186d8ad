import Photos
import Synchronization

/// An ordered set of assets, as a person sees it: the Camera Roll, an album, an event.
///
/// Mirrors <https://developer.apple.com/documentation/assetslibrary/alassetsgroup>. Name and kind are what they were when it was found; assets and their number
/// are looked up when they are asked for. May be used from any thread.
open class ALAssetsGroup: NSObject, @unchecked Sendable {
    // Guarded by being immutable, but for the filter, which has a lock.
    private let source: (group: GroupSource, link: LibraryLink)?
    private let filter = Mutex<ALAssetsFilter?>(nil)

    /// A group of no library, which is empty: for test doubles.
    public override init() { source = nil }

    init(_ group: GroupSource, of link: LibraryLink) { source = (group, link) }

    /// `nil` for a collection that is no group.
    convenience init?(_ collection: PHAssetCollection, of link: LibraryLink) {
        guard let group = GroupSource(collection) else { return nil }
        self.init(group, of: link)
    }

    /// `nil` where its library was released, and for a double.
    private var living: (group: GroupSource, link: LibraryLink)? { source.flatMap { $0.link.isLiving ? $0 : nil } }

    var types: GroupTypes? { source?.group.types }
    var name: String? { source?.group.name }
    var url: URL? { source?.group.uuid.flatMap { AssetsLibraryURL.group($0) } }

    /// A property by its key, `ALAssetsGroupPropertyName` and so on; `nil` for any other key, and where the library was released.
    open func value(forProperty property: String!) -> Any! {
        guard let group = living?.group else { return nil }
        switch property {
        case ALAssetsGroupPropertyName: return group.name
        case ALAssetsGroupPropertyType: return NSNumber(value: Int(group.types.rawValue))
        case ALAssetsGroupPropertyPersistentID: return group.uuid?.uuidString
        case ALAssetsGroupPropertyURL: return url
        default: return nil
        }
    }

    /// The key asset's thumbnail, square and upright; `nil` for an empty group. As `ALAsset.thumbnail()`.
    open func posterImage() -> Unmanaged<CGImage>! {
        living.flatMap { group, link in group.keyAsset(link) }.flatMap { GivenImages.give(AssetImages.thumbnail(of: $0)) }
    }

    /// From now on only what passes the filter is counted and enumerated; `nil` is everything. An enumeration that is running goes on as it began.
    open func setAssetsFilter(_ filter: ALAssetsFilter!) {
        let old = self.filter.withLock { current in
            defer { current = filter }
            return current
        }
        withExtendedLifetime(old) {}
    }

    /// How many assets pass the filter, as it is now. Without a filter nothing is searched, and of the Camera Roll with one neither.
    open func numberOfAssets() -> Int {
        guard let (group, link) = living else { return 0 }
        return group.count(filter.withLock { $0?.mediaType }, link)
    }

    /// Calls the block with each asset that passes the filter and its index among those, in order, and once more with `nil` and `NSNotFound`. Where the library
    /// goes away meanwhile the flag is set in that last call: there may be more. Returns when all is done.
    open func enumerateAssets(_ enumerationBlock: ALAssetsGroupEnumerationResultsBlock!) { enumerate(nil, [], enumerationBlock) }

    /// `.reverse` goes from the last to the first, `.concurrent` calls the block on several threads at once, in no order. Returns when all is done.
    open func enumerateAssets(options: NSEnumerationOptions = [], using enumerationBlock: ALAssetsGroupEnumerationResultsBlock!) {
        enumerate(nil, options, enumerationBlock)
    }

    /// The same with the assets at these indexes. Indexes that no asset has are passed over.
    open func enumerateAssets(
        at indexSet: IndexSet!, options: NSEnumerationOptions = [], using enumerationBlock: ALAssetsGroupEnumerationResultsBlock!
    ) {
        enumerate(indexSet ?? IndexSet(), options, enumerationBlock)
    }

    private func enumerate(_ indexes: IndexSet?, _ options: NSEnumerationOptions, _ block: ALAssetsGroupEnumerationResultsBlock?) {
        guard let block else { return }
        guard let (group, link) = living else { return Self.refuse(block) }
        let found = group.fetch(filter.withLock { $0?.mediaType }, link)
        guard found.error == nil else { return Self.refuse(block) }
        let hasStopped = Atomic(false)
        let tell = { (asset: PHAsset, index: Int, stop: UnsafeMutablePointer<ObjCBool>) in
            // A library that goes away in the middle takes with it what was not told yet.
            guard !link.wasReleased else {
                stop.pointee = true
                return
            }
            block(ALAsset(asset, of: link), index, stop)
            if stop.pointee.boolValue { hasStopped.store(true, ordering: .relaxed) }
        }
        if let indexes {
            found.enumerateObjects(at: indexes.intersection(IndexSet(integersIn: 0..<found.count)), options: options, using: tell)
        } else {
            found.enumerateObjects(options: options, using: tell)
        }
        guard !hasStopped.load(ordering: .relaxed) else { return }
        guard link.isLiving, link.photoLibrary.unavailabilityReason == nil else { return Self.refuse(block) }
        var stop: ObjCBool = false
        block(nil, NSNotFound, &stop)
    }

    /// There is nothing to be had.
    private static func refuse(_ block: ALAssetsGroupEnumerationResultsBlock) {
        var stop: ObjCBool = true
        block(nil, NSNotFound, &stop)
    }

    /// Whether assets can be added.
    open var isEditable: Bool {
        guard case .album(let album, _) = living?.group else { return false }
        return album.canPerform(.addContent)
    }

    /// Puts an asset at the end; one that is in the group already stays where it is. False where the group is not editable, the asset is not there any more, or
    /// the library can't be changed. Waits until it is done, so not for the main thread, nor for a change block of PhotoKit's.
    @discardableResult
    open func add(_ asset: ALAsset!) -> Bool {
        guard let (group, link) = living, case .album(let album, _) = group, isEditable, let added = asset?.photoAsset else { return false }
        do {
            try link.photoLibrary.performChangesAndWait { PHAssetCollectionChangeRequest(for: album)?.addAssets([added]) }
            return true
        } catch {
            link.photoLibrary.report(error: "An asset could not be added to \(group.name): \(error.localizedDescription)")
            return false
        }
    }
}

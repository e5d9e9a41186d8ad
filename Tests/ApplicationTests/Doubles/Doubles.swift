import Foundation
import Photos

// What stands in for a library's objects in the tests of applications. Each overrides what its tests ask for, and nothing else.

// Guarded by its test, which uses it on one thread.
final class FakeAsset: PHAsset, @unchecked Sendable {
    private let identifier: String
    private let date: Date?
    private let isMarked: Bool

    init(_ identifier: String, date: Date? = nil, isFavorite: Bool = false) {
        (self.identifier, self.date, isMarked) = (identifier, date, isFavorite)
        super.init()
    }

    override var localIdentifier: String { identifier }
    override var mediaType: PHAssetMediaType { .image }
    override var creationDate: Date? { date }
    override var isFavorite: Bool { isMarked }

    /// What there is to fetch, by the albums' identifiers. Guarded by the suite, whose tests come one after the other.
    nonisolated(unsafe) static var stored: [String: [FakeAsset]] = [:]

    override class func fetchAssets(in assetCollection: PHAssetCollection, options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        FakeResult(stored[assetCollection.localIdentifier] ?? [])
    }
}

// Guarded by its test, which uses it on one thread.
final class FakeAlbum: PHAssetCollection, @unchecked Sendable {
    private let identifier: String
    private let title: String

    init(_ identifier: String, title: String) {
        (self.identifier, self.title) = (identifier, title)
        super.init()
    }

    override var localIdentifier: String { identifier }
    override var localizedTitle: String? { title }

    // Guarded as the assets are.
    nonisolated(unsafe) static var stored: [FakeAlbum] = []

    override class func fetchAssetCollections(
        with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        FakeResult(stored)
    }
}

// Guarded by its test, which uses it on one thread.
final class FakeResult<Object: AnyObject>: PHFetchResult<Object>, @unchecked Sendable {
    private let objects: [Object]

    init(_ objects: [Object]) {
        self.objects = objects
        super.init()
    }

    override var count: Int { objects.count }
    override func object(at index: Int) -> Object { objects[index] }
}

// Guarded by its test, which uses it on one thread.
final class FakeChange: PHChange, @unchecked Sendable {
    var objectDetails: PHObjectChangeDetails<PHObject>?
    var resultDetails: PHFetchResultChangeDetails<PHObject>?

    override func __changeDetails(for object: PHObject) -> PHObjectChangeDetails<PHObject>? { objectDetails }
    override func __changeDetails(for object: PHFetchResult<AnyObject>) -> PHFetchResultChangeDetails<PHObject>? { resultDetails }
}

// Guarded by its test, which uses it on one thread.
final class FakeDetails: PHObjectChangeDetails<PHObject>, @unchecked Sendable {
    private let after: PHObject?

    init(after: PHObject?) {
        self.after = after
        super.init()
    }

    override var objectAfterChanges: PHObject? { after }
}

// Guarded by its test, which uses it on one thread.
final class FakeResultDetails: PHFetchResultChangeDetails<PHObject>, @unchecked Sendable {
    private let after: PHFetchResult<PHObject>

    init(after: PHFetchResult<PHObject>) {
        self.after = after
        super.init()
    }

    override var fetchResultAfterChanges: PHFetchResult<PHObject> { after }
    override var hasIncrementalChanges: Bool { false }
}

// Guarded by its test, which uses it on one thread.
final class FakePlaceholder: PHObjectPlaceholder, @unchecked Sendable {
    override var localIdentifier: String { "placeholder" }
}

final class FakeRequest: PHAssetChangeRequest {
    override var placeholderForCreatedAsset: PHObjectPlaceholder? { FakePlaceholder() }
}

// Guarded by its test, which uses it on one thread.
final class FakeLibrary: PHPhotoLibrary, @unchecked Sendable {
    var failure: (any Error)?
    private(set) var observers: [any PHPhotoLibraryChangeObserver] = []

    override func performChanges(_ changeBlock: @escaping () -> Void, completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil) {
        changeBlock()
        completionHandler?(failure == nil, failure)
    }

    override func register(_ observer: any PHPhotoLibraryChangeObserver) { observers.append(observer) }

    override class func requestAuthorization(for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
        handler(.limited)
    }
}

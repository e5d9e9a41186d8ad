import Photos
import SharedWorld
import Testing
import UIKit

// The doubles of an application's own tests, as most are written: subclasses whose members say what a test sets, without a word of threads.

private final class MockAsset: PHAsset {
    var widthStub: Int!
    var mediaTypeStub: PHAssetMediaType? = .image
    var localIdentifierStub: String?
    override var pixelWidth: Int { return widthStub ?? 0 }
    override var mediaType: PHAssetMediaType { return mediaTypeStub! }
    override var localIdentifier: String { return localIdentifierStub ?? "" }

    static var fetchResult = MockFetchResult(assets: [])
    override class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> { fetchResult }
}

private final class MockFetchResult: PHFetchResult<PHAsset> {
    private var items: [PHAsset]
    private var stop = ObjCBool(false)

    init(assets: [PHAsset]) {
        self.items = assets
    }

    override var count: Int { return items.count }
    override subscript(index: Int) -> PHAsset { return items[index] }
    override func enumerateObjects(_ block: @escaping (PHAsset, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        for i in 0..<items.count {
            block(items[i], i, &stop)
        }
    }
}

private final class MockChangeDetails: PHFetchResultChangeDetails<PHAsset> {
    var inserted: [PHAsset] = []
    override var insertedObjects: [PHAsset] { inserted }
}

private final class MockPhotoLibrary: PHPhotoLibrary {
    static var status: PHAuthorizationStatus = .denied
    var performChangesSuccess = false
    var performChangesError: Error?
    var changes = 0

    override class func shared() -> PHPhotoLibrary { MockPhotoLibrary() }
    override class func authorizationStatus() -> PHAuthorizationStatus { status }
    override class func requestAuthorization(_ handler: @escaping (PHAuthorizationStatus) -> Void) { handler(status) }
    override func performChanges(_ changeBlock: @escaping () -> Void, completionHandler: ((Bool, Error?) -> Void)? = nil) {
        changes += 1
        completionHandler?(performChangesSuccess, performChangesError)
    }
}

private final class MockImageManager: PHImageManager {
    override func requestImage(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?,
        resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        resultHandler(UIImage(), nil)
        return 7
    }
}

private final class MockAssetResource: PHAssetResource {
    override init() { super.init() }
    override var originalFilename: String { "IMG_0001.HEIC" }
    override class func assetResources(for asset: PHAsset) -> [PHAssetResource] { [MockAssetResource()] }
}

/// What the application does with them: saves, and counts how often that went well.
private final class Saver {
    var saved = 0
    var lastError: Error?

    func save(in library: PHPhotoLibrary) {
        library.performChanges({
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: Data(), options: nil)
        }) { success, error in
            if success { self.saved += 1 }
            self.lastError = error
        }
    }

    func askAndSave() {
        PHPhotoLibrary.requestAuthorization(for: .addOnly) { status in
            if status == .authorized { self.save(in: .shared()) }
        }
    }
}

extension ClientTests {
    @Test func client13TestDoublesStandInForALibrary() {
        let asset = MockAsset()
        asset.widthStub = 640
        asset.localIdentifierStub = "first"
        MockAsset.fetchResult = MockFetchResult(assets: [asset])
        let found = MockAsset.fetchAssets(with: nil)
        var widths: [Int] = []
        found.enumerateObjects { asset, _, _ in widths.append(asset.pixelWidth) }
        #expect(widths == [640] && found.count == 1 && found[0] === asset)
        let details = MockChangeDetails()
        details.inserted = [asset]
        #expect(details.insertedObjects == [asset] && details.fetchResultAfterChanges.count == 0)

        var statuses: [PHAuthorizationStatus] = [MockPhotoLibrary.authorizationStatus()]
        MockPhotoLibrary.status = .authorized
        MockPhotoLibrary.requestAuthorization { statuses.append($0) }
        #expect(statuses == [.denied, .authorized])
        #expect(MockPhotoLibrary.shared() is MockPhotoLibrary)

        let library = MockPhotoLibrary(), saver = Saver()
        library.performChangesError = PHPhotosError(.accessUserDenied)
        saver.save(in: library)
        #expect((saver.lastError as? PHPhotosError)?.code == .accessUserDenied && saver.saved == 0)
        (library.performChangesSuccess, library.performChangesError) = (true, nil)
        saver.save(in: library)
        #expect(saver.saved == 1 && library.changes == 2)

        var image: UIImage?
        let request = MockImageManager().requestImage(for: asset, targetSize: .zero, contentMode: .aspectFit, options: nil) { found, _ in image = found }
        #expect(request == 7 && image != nil)
        #expect(MockAssetResource.assetResources(for: asset).first?.value(forKey: "filename") as? String == "IMG_0001.HEIC")
    }
}

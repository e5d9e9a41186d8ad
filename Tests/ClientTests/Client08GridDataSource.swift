import Dispatch
import Photos
import SharedWorld
import Testing
import UIKit

/// The data source of a grid: applies the details of changes on the main queue, waiting for it in the observer's callback.
private final class GridDataSource: NSObject, PHPhotoLibraryChangeObserver {
    private(set) var fetchResult: PHFetchResult<PHAsset>
    private(set) var reloads: [String] = []
    var didUpdate: (() -> Void)?

    override init() {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        options.fetchLimit = 100
        fetchResult = PHAsset.fetchAssets(with: .image, options: options)
        super.init()
        PHPhotoLibrary.shared().register(self)
    }

    func stop() { PHPhotoLibrary.shared().unregisterChangeObserver(self) }

    func indexPath(of asset: PHAsset) -> Int? {
        let index = fetchResult.index(of: asset)
        return index == NSNotFound ? nil : index
    }

    /// On a worker: a synchronous request of high quality.
    func image(at index: Int, size: CGSize, progress: @escaping PHAssetImageProgressHandler) -> UIImage? {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        options.deliveryMode = .highQualityFormat
        options.isNetworkAccessAllowed = true
        options.progressHandler = progress
        var found: UIImage?
        PHImageManager.default().requestImage(for: fetchResult[index], targetSize: size, contentMode: .aspectFill, options: options) { image, _ in
            found = image
        }
        return found
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        DispatchQueue.main.sync {
            guard let details = changeInstance.changeDetails(for: self.fetchResult) else { return }
            self.fetchResult = details.fetchResultAfterChanges
            if details.hasIncrementalChanges {
                if let removed = details.removedIndexes, !removed.isEmpty { self.reloads.append("removed \(Array(removed))") }
                if let inserted = details.insertedIndexes, !inserted.isEmpty { self.reloads.append("inserted \(Array(inserted))") }
                if let changed = details.changedIndexes, !changed.isEmpty { self.reloads.append("changed \(Array(changed))") }
            } else {
                self.reloads.append("all")
            }
            self.didUpdate?()
        }
    }
}

extension ClientTests {
    @Test func client08AGridFollowsTheLibrary() async throws {
        let world = try World()
        let assets = try world.saveDays(4)
        let source = GridDataSource()
        defer { source.stop() }
        #expect(source.indexPath(of: assets[3]) == 0)
        let image = await Task.detached { source.image(at: 0, size: CGSize(width: 20, height: 20)) { _, _, _, _ in } }.value
        #expect(image != nil)

        func change(_ block: @escaping () -> Void) async {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                DispatchQueue.main.async {
                    source.didUpdate = {
                        source.didUpdate = nil
                        continuation.resume()
                    }
                    PHPhotoLibrary.shared().performChanges(block, completionHandler: nil)
                }
            }
        }
        await change { PHAssetChangeRequest.deleteAssets([assets[0], assets[2]] as NSFastEnumeration) }
        await change { PHAssetChangeRequest(for: assets[1]).isFavorite = true }
        let history = await MainActor.run { source.reloads }
        #expect(history == ["removed [1, 3]", "changed [1]"])
        #expect(source.fetchResult.all == [assets[3], assets[1]])
        #expect(source.indexPath(of: assets[2]) == nil)
    }
}

import Dispatch
import Foundation
import Photos
import SharedWorld
import Testing
import UIKit

/// Shows one picture after the other at random, to be kept or deleted: state for a view, changed on the main queue only.
private final class PhotoManager {
    private(set) var status = PHAuthorizationStatus.notDetermined
    private(set) var current: UIImage?
    private(set) var identifiers: [String] = []
    private let queue = DispatchQueue(label: "pictures")

    func start(completion: @escaping () -> Void) {
        PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in
            DispatchQueue.main.async {
                self.status = status
                if status == .authorized || status == .limited { self.identifiers = self.allIdentifiers() }
                completion()
            }
        }
    }

    private func allIdentifiers() -> [String] {
        let result = PHAsset.fetchAssets(with: .image, options: nil)
        var identifiers: [String] = []
        result.enumerateObjects { asset, _, _ in identifiers.append(asset.localIdentifier) }
        return identifiers
    }

    func showAny(screen: CGSize, completion: @escaping (PHAsset?) -> Void) {
        let identifier = identifiers.randomElement()
        queue.async {
            guard let identifier = identifier,
                let asset = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject
            else {
                return DispatchQueue.main.async { completion(nil) }
            }
            let options = PHImageRequestOptions()
            options.isSynchronous = true
            options.deliveryMode = .highQualityFormat
            PHImageManager.default().requestImage(for: asset, targetSize: screen, contentMode: .aspectFit, options: options) { image, _ in
                DispatchQueue.main.async {
                    self.current = image
                    completion(asset)
                }
            }
        }
    }

    func delete(_ asset: PHAsset, completion: @escaping (Bool) -> Void) {
        PHPhotoLibrary.shared().performChanges {
            PHAssetChangeRequest.deleteAssets([asset] as NSArray)
        } completionHandler: { success, _ in
            DispatchQueue.main.async {
                if success {
                    self.identifiers.removeAll { $0 == asset.localIdentifier }
                    self.current = nil
                }
                completion(success)
            }
        }
    }
}

extension ClientTests {
    @Test func client11RandomPicturesAreShownAndDeleted() async throws {
        let world = try World()
        try world.saveDays(3)
        let manager = PhotoManager()
        await withCheckedContinuation { continuation in manager.start { continuation.resume() } }
        #expect(manager.status == .authorized)
        for left in [2, 1, 0] {
            let asset: PHAsset? = await withCheckedContinuation { continuation in
                manager.showAny(screen: CGSize(width: 640, height: 480)) { continuation.resume(returning: $0) }
            }
            let shown = try #require(asset)
            #expect(manager.current != nil)
            #expect(await withCheckedContinuation { continuation in manager.delete(shown) { continuation.resume(returning: $0) } })
            #expect(manager.identifiers.count == left)
            #expect(PHAsset.fetchAssets(with: .image, options: nil).count == left)
        }
    }
}

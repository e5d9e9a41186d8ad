import Foundation
import Photos
import SharedWorld
import Testing

private protocol PhotosServicing {
    func fetchImages() -> [PHAsset]
    func delete(_ assets: [PHAsset]) async throws
    func totalSize(of assets: [PHAsset]) async -> Int
}

/// The service of an application that finds and deletes similar pictures.
private struct PhotosService: PhotosServicing {
    func fetchImages() -> [PHAsset] {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        let result = PHAsset.fetchAssets(with: .image, options: options)
        var assets = [PHAsset]()
        assets.reserveCapacity(result.count)
        result.enumerateObjects { asset, _, _ in assets.append(asset) }
        return assets
    }

    func delete(_ assets: [PHAsset]) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
            PHPhotoLibrary.shared().performChanges(
                {
                    PHAssetChangeRequest.deleteAssets(assets as NSFastEnumeration)
                },
                completionHandler: { success, error in
                    if let error = error {
                        continuation.resume(throwing: error)
                    } else if success {
                        continuation.resume()
                    } else {
                        continuation.resume(throwing: CocoaError(.userCancelled))
                    }
                })
        }
    }

    func totalSize(of assets: [PHAsset]) async -> Int {
        await withTaskGroup(of: Int.self) { group in
            for asset in assets {
                group.addTask { await self.size(of: asset) }
            }
            return await group.reduce(0, +)
        }
    }

    private func size(of asset: PHAsset) async -> Int {
        let options = PHImageRequestOptions()
        options.version = .original
        options.isNetworkAccessAllowed = false
        return await withCheckedContinuation { continuation in
            PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) { data, _, _, _ in
                continuation.resume(returning: data?.count ?? 0)
            }
        }
    }
}

extension ClientTests {
    @Test func client04SizesAreSummedAndAssetsDeleted() async throws {
        let world = try World()
        let assets = try world.saveDays(12)
        let sizes = try (0..<12).map { try Data(contentsOf: world.folder.appendingPathComponent("DAY_\($0).JPG")).count }
        let service: PhotosServicing = PhotosService()
        let images = service.fetchImages()
        #expect(images == assets.reversed())
        #expect(await service.totalSize(of: images) == sizes.reduce(0, +))
        try await service.delete(Array(images.prefix(10)))
        #expect(service.fetchImages() == [assets[1], assets[0]])
    }
}

import Photos
import SharedWorld
import Testing
import UIKit

/// An actor between a window and the library: counts, thumbnails, full pictures, saving.
private actor PhotoLibraryService {
    private let manager = PHImageManager.default()

    func authorize() async -> Bool {
        let status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        return status == .authorized || status == .limited
    }

    func assets(_ type: PHAssetMediaType = .image) -> [PHAsset] {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "mediaType = %i", type.rawValue)
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        let result = PHAsset.fetchAssets(with: options)
        return result.objects(at: IndexSet(integersIn: 0..<result.count))
    }

    func albumCounts() -> [String: Int] {
        var counts: [String: Int] = [:]
        PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).enumerateObjects { album, _, _ in
            counts[album.localizedTitle ?? ""] = PHAsset.fetchAssets(in: album, options: nil).count
        }
        return counts
    }

    func thumbnail(_ asset: PHAsset, side: CGFloat) async -> UIImage? {
        await withCheckedContinuation { continuation in
            let options = PHImageRequestOptions()
            options.deliveryMode = .opportunistic
            manager.requestImage(for: asset, targetSize: CGSize(width: side, height: side), contentMode: .aspectFill, options: options) { image, info in
                let isDegraded = (info?[PHImageResultIsDegradedKey] as? Bool) ?? false
                if isDegraded { return }
                continuation.resume(returning: image)
            }
        }
    }

    func picture(_ asset: PHAsset, size: CGSize) async throws -> UIImage {
        try await withCheckedThrowingContinuation { continuation in
            let options = PHImageRequestOptions()
            options.deliveryMode = .highQualityFormat
            options.resizeMode = .exact
            options.isNetworkAccessAllowed = true
            manager.requestImage(for: asset, targetSize: size, contentMode: .aspectFit, options: options) { image, info in
                if let image = image {
                    continuation.resume(returning: image)
                } else {
                    continuation.resume(throwing: (info?[PHImageErrorKey] as? Error) ?? CocoaError(.fileReadUnknown))
                }
            }
        }
    }

    func save(_ image: UIImage) async throws -> String? {
        var identifier: String?
        try await PHPhotoLibrary.shared().performChanges {
            identifier = PHAssetChangeRequest.creationRequestForAsset(from: image).placeholderForCreatedAsset?.localIdentifier
        }
        return identifier
    }
}

extension ClientTests {
    @Test func client07AnActorCountsShowsAndSaves() async throws {
        let world = try World()
        let assets = try world.saveDays(3)
        try world.album("A", assets)
        try world.album("B", [assets[0]])
        let service = PhotoLibraryService()
        #expect(await service.authorize())
        #expect(await service.assets() == assets.reversed())
        #expect(await service.assets(.video) == [])
        #expect(await service.albumCounts() == ["A": 3, "B": 1])
        #expect(await service.thumbnail(assets[0], side: 24) != nil)
        let picture = try await service.picture(assets[1], size: CGSize(width: 32, height: 32))
        #expect(picture.size == CGSize(width: 32, height: 24))
        let saved = try await service.save(world.image(width: 10, height: 20))
        #expect(try world.asset(saved).pixelHeight == 20)
    }
}

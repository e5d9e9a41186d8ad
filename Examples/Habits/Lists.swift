import AssetsLibrary
import Photos

/// Documents 000 and 001: what there is in a library.
enum Lists {
    @MainActor static func show() async {
        for line in await groups() { print("group \(line)") }
        for line in smartAlbums() { print("smart album \(line)") }
        print("top level: \(topLevelUserCollections().joined(separator: ", "))")
        let assets = allAssets()
        print("assets: \(assets.count)")
        guard let first = assets.first else { return }
        print("first: \(await picture(of: first))")
        print("prefetched: \(prefetched(Array(assets.prefix(3))))")
        print("cancelled: \(await cancelled(first))")
    }

    /// 000, 2: `enumerateGroupsWithTypes:usingBlock:failureBlock:`, with a filter; 3: `enumerateAssetsWithOptions:usingBlock:`, the last first.
    @MainActor private static func groups() async -> [String] {
        let library = ALAssetsLibrary()
        return await withCheckedContinuation { done in
            var lines: [String] = []
            library.enumerateGroups(
                withTypes: ALAssetsGroupType(ALAssetsGroupAll),
                using: { group, stop in
                    guard let group else { return done.resume(returning: lines) }
                    group.setAssetsFilter(ALAssetsFilter.allPhotos())
                    guard group.numberOfAssets() > 0 else { return }
                    var names: [String] = []
                    group.enumerateAssets(options: .reverse) { asset, index, stop in
                        if let asset { names.append(asset.defaultRepresentation()?.filename() ?? "") }
                    }
                    lines.append("\(group.value(forProperty: ALAssetsGroupPropertyName) as? String ?? ""): \(names.joined(separator: " "))")
                },
                failureBlock: { error in done.resume(returning: [error?.localizedDescription ?? "no library"]) })
        }
    }

    /// 000 and 001: all smart albums, each with the assets in it.
    private static func smartAlbums() -> [String] {
        let albums = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .albumRegular, options: nil)
        return (0..<albums.count).compactMap { index in
            let album = albums[index], assets = PHAsset.fetchAssets(in: album, options: nil)
            return assets.count == 0 ? nil : "\(album.localizedTitle ?? ""): \(assets.count)"
        }
    }

    /// 000 and 001: `fetchTopLevelUserCollectionsWithOptions:`, which are albums and folders.
    private static func topLevelUserCollections() -> [String] {
        let collections = PHCollectionList.fetchTopLevelUserCollections(with: nil)
        return (0..<collections.count).map { "\(collections[$0].localizedTitle ?? "")\(collections[$0] is PHAssetCollection ? "" : "/")" }
    }

    /// 000 and 001: all assets by their dates.
    private static func allAssets() -> [PHAsset] {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        let assets = PHAsset.fetchAssets(with: options)
        return (0..<assets.count).map { assets[$0] }
    }

    /// 000 and 001: one manager for the whole program, so that what a list began to load a viewer goes on with.
    static let manager = PHCachingImageManager()

    /// 000 and 001: `requestImageForAsset:…resultHandler:`, until it is the whole picture.
    @MainActor private static func picture(of asset: PHAsset) async -> String {
        await withCheckedContinuation { done in
            _ = manager.requestImage(for: asset, targetSize: CGSize(width: 100, height: 100), contentMode: .aspectFill, options: nil) { image, info in
                if isWhole(info) { done.resume(returning: image.map { "\(Int($0.size.width)) × \(Int($0.size.height))" } ?? "nothing") }
            }
        }
    }

    /// 000 and 001, `downloadFinined`: neither cancelled, nor failed, nor degraded.
    static func isWhole(_ info: [AnyHashable: Any]?) -> Bool {
        (info?[PHImageCancelledKey] as? Bool) != true && info?[PHImageErrorKey] == nil && (info?[PHImageResultIsDegradedKey] as? Bool) != true
    }

    /// 000 and 001: `startCachingImagesForAssets:targetSize:contentMode:options:`, with what the pictures are then asked for with.
    private static func prefetched(_ assets: [PHAsset]) -> Int {
        let size = CGSize(width: 200, height: 200), options = PHImageRequestOptions()
        options.isSynchronous = true
        manager.startCachingImages(for: assets, targetSize: size, contentMode: .aspectFill, options: options)
        defer { manager.stopCachingImages(for: assets, targetSize: size, contentMode: .aspectFill, options: options) }
        var count = 0
        for asset in assets { _ = manager.requestImage(for: asset, targetSize: size, contentMode: .aspectFill, options: options) { image, _ in if image != nil { count += 1 } } }
        return count
    }

    /// 000 and 001: `cancelImageRequest:` of the manager that was asked.
    @MainActor private static func cancelled(_ asset: PHAsset) async -> Bool {
        await withCheckedContinuation { done in
            let request = manager.requestImage(for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: nil) { _, info in
                if (info?[PHImageResultIsDegradedKey] as? Bool) != true { done.resume(returning: (info?[PHImageCancelledKey] as? Bool) == true) }
            }
            manager.cancelImageRequest(request)
        }
    }
}

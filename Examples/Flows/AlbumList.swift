import AssetsLibrary
import PhotoAsset

/// Albums with the number of their photos, empty ones left out. Document 000, "获取相册列表"; document 001, the same with PhotoKit.
enum AlbumList {
    static func run() async {
        for (name, count) in await byAssetsLibrary() { print("AssetsLibrary: \(name), \(count)") }
        for album in AssetsManager.shared.albums(.photos) { print("PhotoKit: \(album.name), \(album.count)") }
    }

    private static func byAssetsLibrary() async -> [(String, Int)] {
        // Groups live as long as their library.
        let library = ALAssetsLibrary()
        return await withCheckedContinuation { done in
            var albums: [(String, Int)] = []
            library.enumerateGroups(
                withTypes: ALAssetsGroupType(ALAssetsGroupAll),
                using: { group, _ in
                    guard let group else {
                        done.resume(returning: albums)
                        return
                    }
                    // From here on the group counts photos only.
                    group.setAssetsFilter(ALAssetsFilter.allPhotos())
                    if group.numberOfAssets() > 0 { albums.append((group.value(forProperty: ALAssetsGroupPropertyName) as? String ?? "", group.numberOfAssets())) }
                },
                failureBlock: { error in
                    print("AssetsLibrary: \(error?.localizedDescription ?? "no library")")
                    done.resume(returning: [])
                })
        }
    }
}

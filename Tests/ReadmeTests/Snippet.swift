import Photos

func printFavourites() {
    // begin
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "mediaType == %d AND isFavorite == YES", PHAssetMediaType.image.rawValue)
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
    options.fetchLimit = 100

    let favourites = PHAsset.fetchAssets(with: options)
    favourites.enumerateObjects { asset, _, _ in
        print(asset.creationDate ?? .distantPast, asset.pixelWidth, "×", asset.pixelHeight)
    }
    // end
}

func followChanges() async {
    // begin
    var photos = PHAsset.fetchAssets(with: nil)
    for await change in PHPhotoLibrary.shared().changes() {  // or register a PHPhotoLibraryChangeObserver, as on iOS
        guard let details = change.changeDetails(for: photos) else { continue }
        photos = details.fetchResultAfterChanges
        print(details.removedIndexes?.count ?? 0, "gone,", details.insertedIndexes?.count ?? 0, "new,", photos.count, "photos")
    }
    // end
}

func show(_ asset: PHAsset) async throws {
    // begin
    let size = CGSize(width: 1024, height: 1024)  // pixels
    for try await picture in PHImageManager.default().images(for: asset, targetSize: size) {
        print(picture.isDegraded ? "a thumbnail first:" : "the picture:", picture.image.size)
    }
    // end
}

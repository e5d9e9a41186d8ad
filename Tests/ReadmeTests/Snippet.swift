import Photos

func printFavourites() {
    // README: begin
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "mediaType == %d AND isFavorite == YES", PHAssetMediaType.image.rawValue)
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
    options.fetchLimit = 100

    let favourites = PHAsset.fetchAssets(with: options)
    favourites.enumerateObjects { asset, _, _ in
        print(asset.creationDate ?? .distantPast, asset.pixelWidth, "×", asset.pixelHeight)
    }
    // README: end
}

import AssetsLibrary
import PhotoAsset

// photos-enumerate: goes through the Camera Roll of PHOTOS_LIBRARY by both frameworks in turn, asks each asset for the size in pixels that a grid lays it out by,
// and prints the best milliseconds of each: a line of JSON for the fetch result, for the group and for the group's count, of everything and of photos only. Then it asks ten thousand assets for
// what a list of files shows, by PhotoKit's calls and by PhotoAsset's.

@MainActor func best(_ rounds: Int, _ work: () -> Void) -> Double {
    let clock = ContinuousClock()
    return (0..<rounds).map { _ in clock.measure(work) / .milliseconds(1) }.min() ?? 0
}

@MainActor func measure(_ group: ALAssetsGroup) {
    var fetched = Double.infinity, enumerated = Double.infinity, pixels = 0.0, others = 0.0
    for _ in 0..<5 {
        fetched = min(
            fetched,
            best(1) {
                let album = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: nil).object(at: 0)
                PHAsset.fetchAssets(in: album, options: nil).enumerateObjects { asset, _, _ in pixels += Double(asset.pixelWidth * asset.pixelHeight) }
            })
        enumerated = min(
            enumerated,
            best(1) {
                group.enumerateAssets { asset, _, _ in
                    guard let size = asset?.defaultRepresentation()?.dimensions() else { return }
                    others += size.width * size.height
                }
            })
    }
    guard pixels == others, pixels > 0 else { fatalError("the frameworks differ: \(pixels) and \(others) pixels") }
    let counted = best(20) { _ = group.numberOfAssets() }
    group.setAssetsFilter(ALAssetsFilter.allPhotos())
    let filtered = best(20) { _ = group.numberOfAssets() }
    group.setAssetsFilter(nil)
    var plain = Double.infinity, modelled = Double.infinity
    for _ in 0..<5 {
        plain = min(plain, best(1, factsByPhotoKit))
        modelled = min(modelled, best(1, factsByModel))
    }
    for (name, value) in [("plain", plain), ("modelled", modelled), ("fetched", fetched), ("enumerated", enumerated), ("counted", counted), ("filtered", filtered)] {
        print(#"{"name": "\#(name)", "value": \#(value)}"#)
    }
}

/// What was asked for, so that asking is not left out.
@MainActor enum Asked {
    static var bytes = 0, hash = Data()
}

@MainActor func eachOfTenThousand(_ body: (PHAsset) -> Void) {
    let options = PHFetchOptions()
    options.fetchLimit = 10_000
    Asked.bytes = 0
    let assets = PHAsset.fetchAssets(with: options)
    for index in 0..<assets.count { body(assets[index]) }
    guard Asked.bytes > 0, Asked.hash.count == 32 else { fatalError("the assets have no bytes or no hashes") }
}

@MainActor func factsByPhotoKit() {
    eachOfTenThousand { asset in
        let original = PHAssetResource.assetResources(for: asset).first { [.photo, .video, .audio].contains($0.type) }
        Asked.bytes += (original?.dataSize ?? 0) + asset.pixelWidth + (asset.extendedMetadata.originalFilename?.utf8.count ?? 0)
        if let hash = original?.sha256, hash.count == 32, asset.creationDate != nil { Asked.hash = hash }
        if asset.location?.coordinate.latitude == 1000 || original?.contentType == nil { Asked.bytes += 1 }
    }
}

@MainActor func factsByModel() {
    eachOfTenThousand { asset in
        let model = PhotoAsset(asset)
        Asked.bytes += model.dataLength + Int(model.dimensions.width) + model.filename.utf8.count
        if let hash = model.sha256, hash.count == 32, model.creationDate != nil { Asked.hash = hash }
        if model.latitude == 1000 || model.imageType == nil { Asked.bytes += 1 }
    }
}

let library = ALAssetsLibrary()
library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos)) { group, _ in
    guard let group else { exit(0) }
    MainActor.assumeIsolated { measure(group) }
} failureBlock: { error in
    print("There is no library to go through: \(error.map { "\($0)" } ?? "")")
    exit(1)
}
dispatchMain()

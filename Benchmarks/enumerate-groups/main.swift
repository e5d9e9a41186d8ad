import AssetsLibrary
import Photos

// photos-enumerate: goes through the Camera Roll of PHOTOS_LIBRARY by both frameworks in turn, asks each asset for the size in pixels that a grid lays it out by,
// and prints the best milliseconds of each: a line of JSON for the fetch result, for the group and for the group's count.

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
    for (name, value) in [("fetched", fetched), ("enumerated", enumerated), ("counted", counted)] { print(#"{"name": "\#(name)", "value": \#(value)}"#) }
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

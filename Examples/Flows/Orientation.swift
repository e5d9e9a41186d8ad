import AssetsLibrary
import PhotoAsset

/// How the pixels of a photo's file are turned. Document 000, "方向": of either framework only a look at the file tells.
enum Orientation {
    static func run(asset identifier: String) async throws {
        let asset = try Assets.photoKit(identifier), library = ALAssetsLibrary(), old = try await Assets.assetsLibrary(asset, in: library)
        let value = (old.value(forProperty: ALAssetPropertyOrientation) as? NSNumber)?.intValue ?? 0
        print("AssetsLibrary: \(value)")
        print("PhotoKit: \(asset.imageOrientation.rawValue)")
        let pixels = old.defaultRepresentation()?.fullResolutionImage()?.takeUnretainedValue()
        print("pixels as stored: \(pixels?.pixels ?? "nothing"); upright: \(try await asset.image(.original).pixels)")
    }
}

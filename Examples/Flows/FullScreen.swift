import AssetsLibrary
import PhotoAsset

/// A picture to look at, no larger than a screen needs. Document 000, "获取图片详细信息"; document 004, `fullScreenImage`.
enum FullScreen {
    static func run(asset identifier: String) async throws {
        let asset = try Assets.photoKit(identifier), library = ALAssetsLibrary(), old = try await Assets.assetsLibrary(asset, in: library)
        print("AssetsLibrary: \(old.defaultRepresentation()?.fullScreenImage()?.takeUnretainedValue().pixels ?? "nothing")")
        print("PhotoKit, as large as the screen: \(try await asset.image(.preview).pixels)")
        print("PhotoKit, its shorter side 1200: \(try await asset.image(.fullScreen).pixels)")
    }
}

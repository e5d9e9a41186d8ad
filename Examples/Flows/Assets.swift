import AssetsLibrary
import PhotoAsset

/// The same asset in both frameworks.
enum Assets {
    static func photoKit(_ identifier: String) throws -> PhotoAsset {
        try PhotoAsset(identifier: identifier).unwrapped("There is no asset \(identifier). 'photos assets' lists them.")
    }

    static func assetsLibrary(_ asset: PhotoAsset, in library: ALAssetsLibrary) async throws -> ALAsset {
        let found: Found = await withCheckedContinuation { done in
            library.asset(for: asset.assetURL, resultBlock: { done.resume(returning: Found(asset: $0)) }, failureBlock: { _ in done.resume(returning: Found()) })
        }
        return try found.asset.unwrapped("AssetsLibrary does not find \(asset.assetURL).")
    }

    private struct Found: Sendable { var asset: ALAsset? }
}

extension CGImage {
    var pixels: String { "\(width) × \(height)" }
}

extension UIImage {
    var pixels: String { cgImage?.pixels ?? "nothing" }
}

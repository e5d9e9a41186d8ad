import AssetsLibrary
import Photos

extension PhotoAsset {
    /// An asset of AssetsLibrary's. It is the same asset as PhotoKit's, with the same pictures, facts and files.
    ///
    /// It stays whole when the `ALAssetsLibrary` is released, unlike what that gave.
    /// - Returns: `nil` for one whose library was released, and for a test double.
    public convenience init?(_ asset: ALAsset) {
        guard let photo = asset.photoAsset else { return nil }
        self.init(photo)
    }
}

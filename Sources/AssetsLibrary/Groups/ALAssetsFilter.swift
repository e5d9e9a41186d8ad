import Photos

/// Which assets a group counts and enumerates. <https://developer.apple.com/documentation/assetslibrary/alassetsfilter>
open class ALAssetsFilter: NSObject, @unchecked Sendable {
    // Guarded by being immutable.
    /// `nil`: every type.
    let mediaType: PHAssetMediaType?

    /// All assets, as with ``allAssets()``.
    public override init() { mediaType = nil }

    private init(_ mediaType: PHAssetMediaType) { self.mediaType = mediaType }

    /// Pictures only.
    open class func allPhotos() -> ALAssetsFilter! { ALAssetsFilter(.image) }
    /// Videos only.
    open class func allVideos() -> ALAssetsFilter! { ALAssetsFilter(.video) }
    /// Whatever is in the group.
    open class func allAssets() -> ALAssetsFilter! { ALAssetsFilter() }
}

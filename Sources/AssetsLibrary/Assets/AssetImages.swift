import Photos

/// Pictures of assets, made while the caller waits. None of them downloads anything; `nil` is what can't be had.
enum AssetImages {
    /// Pixels, as a screen of four thumbnails a row showed them.
    private static let thumbnailSide = 150.0
    /// Pixels of the longer side: what the library keeps as a thumbnail.
    private static let aspectRatioSide = 256.0
    /// Pixels of the longer side: what the library keeps as a preview, and as much as a screen of those days.
    private static let screenSide = 1440.0

    /// Square, from the middle of the current version.
    static func thumbnail(of asset: PHAsset) -> CGImage? {
        image(of: asset, side: thumbnailSide) { options, mode in (options.resizeMode, mode) = (.exact, .aspectFill) }
    }

    /// All of the current version.
    static func aspectRatioThumbnail(of asset: PHAsset) -> CGImage? {
        image(of: asset, .current, aspectRatioSide)
    }

    /// All of the current version, never enlarged.
    static func fullScreen(of asset: PHAsset) -> CGImage? { image(of: asset, .current, screenSide) }

    /// All of a version, upright and never enlarged.
    /// - Parameters:
    ///   - side: pixels of the longer side at most; `nil` is the full size.
    ///   - longest: pixels of the version's longer side; `nil`: the asset's.
    static func image(of asset: PHAsset, _ version: PHImageRequestOptionsVersion, _ side: Double?, longest: Double? = nil) -> CGImage? {
        let full = longest ?? Double(max(asset.pixelWidth, asset.pixelHeight))
        let needed = side.flatMap { full <= $0 ? nil : $0 }
        return image(of: asset, side: needed) { options, _ in (options.version, options.resizeMode) = (version, needed == nil ? .none : .exact) }
    }

    private static func image(of asset: PHAsset, side: Double?, _ choose: (PHImageRequestOptions, inout PHImageContentMode) -> Void) -> CGImage? {
        let options = PHImageRequestOptions()
        var mode = PHImageContentMode.aspectFit, found: CGImage?
        (options.isSynchronous, options.deliveryMode) = (true, .highQualityFormat)
        choose(options, &mode)
        let size = side.map { CGSize(width: $0, height: $0) } ?? PHImageManagerMaximumSize
        withoutActuallyEscaping({ (image: UIImage?) in found = image?.cgImage }) { take in
            _ = PHImageManager.default().requestImage(for: asset, targetSize: size, contentMode: mode, options: options) { image, _ in take(image) }
        }
        return found
    }
}

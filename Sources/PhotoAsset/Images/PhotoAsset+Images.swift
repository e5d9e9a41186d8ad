import Foundation
import Photos

/// Pictures of the asset. Each is asked of one shared manager, so that requests for the same picture share the work, and is kept by the asset once it is whole;
/// ``removeImages()`` lets go of them.
extension PhotoAsset {
    /// The picture now, on the calling thread, which waits for the disk and a worker. Nothing is downloaded.
    /// - Returns: `nil` where there is none, or not on this machine, and where the asset is gone; the awaited form says why.
    public func imageAndWait(_ rendition: Rendition) -> UIImage? {
        let geometry = rendition.geometry(of: dimensions)
        if let image = kept(rendition, geometry) { return image }
        let options = requestOptions(rendition)
        (options.isSynchronous, options.deliveryMode) = (true, .highQualityFormat)
        var image: UIImage?
        request(geometry, options) { result, info in image = self.keep(result, rendition, geometry, info) }
        return image
    }

    /// Asks for the picture and returns.
    ///
    /// The handler runs on the main thread: where a smaller picture is at hand first with that, then once more with the whole one, or with `nil` and the reason in
    /// the dictionary, as `PHImageManager.requestImage` does. A picture that the asset keeps comes at once, on the calling thread, with no dictionary.
    /// - Parameters:
    ///   - rendition: which picture.
    ///   - allowsNetworkAccess: whether what is in the cloud only is downloaded. Thumbnails never are. Default true.
    ///   - progress: of a download, from 0 to 1, on a queue that is not the main one.
    ///   - completion: gets the picture, and what is said of it.
    /// - Returns: a name for ``cancel(_:)``, or 0 where the picture came at once.
    @discardableResult
    public func requestImage(
        _ rendition: Rendition, allowsNetworkAccess: Bool = true, progress: PHAssetImageProgressHandler? = nil,
        completion: @escaping (_ image: UIImage?, _ info: [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let geometry = rendition.geometry(of: dimensions)
        if let image = kept(rendition, geometry) {
            completion(image, nil)
            return PHInvalidImageRequestID
        }
        let options = requestOptions(rendition), download = Download(self)
        options.isNetworkAccessAllowed = allowsNetworkAccess && rendition.mayUseNetwork
        options.progressHandler = download.following(progress)
        return request(geometry, options) { image, info in
            self.keep(image, rendition, geometry, info)
            if !Self.isSet(PHImageResultIsDegradedKey, info) { download.end() }
            completion(image, info)
        }
    }

    /// The whole picture, awaited. Neither blocks a thread nor needs the main thread; cancelling the task ends the request.
    /// - Throws: a `PHPhotosError`, such as `.missingResource`; `CancellationError`.
    public nonisolated(nonsending) func image(_ rendition: Rendition, allowsNetworkAccess: Bool = true) async throws -> UIImage {
        let geometry = rendition.geometry(of: dimensions)
        if let image = kept(rendition, geometry) { return image }
        let download = Download(self), options = awaitedOptions(rendition, allowsNetworkAccess)
        options.progressHandler = download.following()
        defer { download.end() }
        let image = try await AssetsManager.shared.cachingManager.image(
            for: phAsset, targetSize: geometry.targetSize, contentMode: geometry.contentMode, options: options)
        let whole = KeptImage(image: image, targetSize: geometry.targetSize)
        state.withLock { $0.images[rendition] = whole }
        return image
    }

    /// The pictures that answer one request, perhaps a degraded one before the whole one, to loop over. None of them is kept by the asset.
    public func images(_ rendition: Rendition, allowsNetworkAccess: Bool = true) -> ImageDeliveries {
        let geometry = rendition.geometry(of: dimensions)
        var pictures = AssetsManager.shared.cachingManager.images(
            for: phAsset, targetSize: geometry.targetSize, contentMode: geometry.contentMode, options: awaitedOptions(rendition, allowsNetworkAccess))
        // Each loop downloads for itself, and what is looped over may be kept for long.
        pictures.whenBegun = { options in
            let download = Download(self)
            options.progressHandler = download.following()
            return { download.end() }
        }
        return pictures
    }

    /// Ends a request: its handler is called once more, with `PHImageCancelledKey`. Without effect on 0 and on what has ended.
    public func cancel(_ request: PHImageRequestID) { AssetsManager.shared.cachingManager.cancelImageRequest(request) }

    /// Lets go of the pictures that the asset keeps.
    public func removeImages() { state.withLock { $0.images = [:] } }

    /// How the pixels in the file of the current version are turned. Reads the file when it is first asked for; `.up` where it can't.
    public var imageOrientation: UIImage.Orientation {
        if let known = state.withLock({ $0.orientation }) { return known }
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        var orientation: UIImage.Orientation?
        AssetsManager.shared.cachingManager.requestImageDataAndOrientation(for: phAsset, options: options) { data, _, found, _ in
            if data != nil { orientation = UIImage.Orientation(found) }
        }
        guard let orientation else { return .up }
        state.withLock { $0.orientation = orientation }
        return orientation
    }

    // MARK: By the names that wrappers have

    /// ``Rendition/original``, now.
    public var originalImage: UIImage? { imageAndWait(.original) }
    /// ``Rendition/preview``, now.
    public var previewImage: UIImage? { imageAndWait(.preview) }
    /// ``Rendition/fullScreen``, now.
    public var fullScreenImage: UIImage? { imageAndWait(.fullScreen) }
    /// ``Rendition/aspectRatioThumbnail``, now.
    public var aspectRatioThumbnailImage: UIImage? { imageAndWait(.aspectRatioThumbnail) }
    /// ``Rendition/aspectRatioHD``, now.
    public var aspectRatioHDImage: UIImage? { imageAndWait(.aspectRatioHD) }
    /// ``Rendition/thumbnail(_:)`` of a size in points, now.
    public func thumbnail(size: CGSize) -> UIImage? { imageAndWait(.thumbnail(size)) }
    /// ``Rendition/maximumPixelSize(_:)``, now.
    public func thumbnailImage(maxPixelSize: Int) -> UIImage? { imageAndWait(.maximumPixelSize(maxPixelSize)) }

    // MARK: Steps

    private func requestOptions(_ rendition: Rendition) -> PHImageRequestOptions {
        let options = PHImageRequestOptions()
        // A size that was computed is meant.
        options.resizeMode = rendition == .original ? .none : .exact
        return options
    }

    private func awaitedOptions(_ rendition: Rendition, _ allowsNetworkAccess: Bool) -> PHImageRequestOptions {
        let options = requestOptions(rendition)
        options.isNetworkAccessAllowed = allowsNetworkAccess && rendition.mayUseNetwork
        return options
    }

    @discardableResult
    private func request(
        _ geometry: Rendition.Geometry, _ options: PHImageRequestOptions, _ handler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        AssetsManager.shared.cachingManager.requestImage(
            for: phAsset, targetSize: geometry.targetSize, contentMode: geometry.contentMode, options: options, resultHandler: handler)
    }

    private func kept(_ rendition: Rendition, _ geometry: Rendition.Geometry) -> UIImage? {
        let known = state.withLock { $0.images[rendition] }
        return known?.targetSize == geometry.targetSize ? known?.image : nil
    }

    private static func isSet(_ key: String, _ info: [AnyHashable: Any]?) -> Bool { (info?[key] as? NSNumber)?.boolValue == true }

    /// Keeps a picture that is what was asked for: neither degraded nor cancelled, and without an error.
    @discardableResult
    private func keep(_ image: UIImage?, _ rendition: Rendition, _ geometry: Rendition.Geometry, _ info: [AnyHashable: Any]?) -> UIImage? {
        if let image, !Self.isSet(PHImageResultIsDegradedKey, info), !Self.isSet(PHImageCancelledKey, info), info?[PHImageErrorKey] == nil {
            let whole = KeptImage(image: image, targetSize: geometry.targetSize)
            state.withLock { $0.images[rendition] = whole }
        }
        return image
    }
}

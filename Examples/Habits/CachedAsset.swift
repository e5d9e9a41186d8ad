import AssetsLibrary
import Photos

/// Documents 000 and 001, "常用方法的封装": an asset of either framework, which keeps its pictures once it has whole ones. For the main thread.
@MainActor final class CachedAsset {
    private enum Source {
        case old(ALAsset)
        case new(PHAsset)
    }

    private let source: Source
    private var kept: [String: UIImage] = [:]

    init(_ asset: ALAsset) { source = .old(asset) }
    init(_ asset: PHAsset) { source = .new(asset) }

    // MARK: 原图

    /// `originImage`: the whole picture with its edits.
    func originImage() -> UIImage? {
        keep("origin") {
            switch source {
            case .new(let asset): Self.synchronous(asset, PHImageManagerMaximumSize, .default)
            case .old(let asset): try? Self.originImage(of: asset.defaultRepresentation())
            }
        }
    }

    /// `fullResolutionImage` is the picture without edits, which are told beside it.
    private static func originImage(of representation: ALAssetRepresentation?) throws -> UIImage? {
        guard let representation, let pixels = representation.fullResolutionImage()?.takeUnretainedValue() else { return nil }
        let image = UIImage(
            cgImage: pixels, scale: CGFloat(representation.scale()), orientation: UIImage.Orientation(rawValue: representation.orientation().rawValue) ?? .up)
        guard let adjustment = representation.metadata()?["AdjustmentXMP"] as? String else { return image }
        return try image.applying(PhotoAdjustments(adjustmentXMP: Data(adjustment.utf8), of: image))
    }

    /// `requestOriginImageWithCompletion:withProgressHandler:`. The completion may come twice; without `info` once the picture was kept.
    @discardableResult
    func requestOriginImage(_ completion: @escaping (UIImage?, [AnyHashable: Any]?) -> Void, progress: PHAssetImageProgressHandler? = nil) -> PHImageRequestID {
        request("origin", PHImageManagerMaximumSize, .default, progress, completion) { $0.originImage() }
    }

    // MARK: 缩略图

    /// `thumbnailWithSize:`, in points.
    func thumbnail(_ size: CGSize) -> UIImage? {
        keep("thumbnail") {
            switch source {
            case .new(let asset): Self.synchronous(asset, Self.pixels(size), .aspectFill, .exact)
            case .old(let asset): asset.thumbnail().map { UIImage(cgImage: $0.takeUnretainedValue()) }
            }
        }
    }

    /// `requestThumbnailImageWithSize:completion:`. Nothing is downloaded.
    @discardableResult
    func requestThumbnailImage(_ size: CGSize, _ completion: @escaping (UIImage?, [AnyHashable: Any]?) -> Void) -> PHImageRequestID {
        request("thumbnail", Self.pixels(size), .aspectFill, nil, completion, isExact: true) { $0.thumbnail(size) }
    }

    // MARK: 预览图

    /// `previewImage`: as large as the screen.
    func previewImage() -> UIImage? {
        keep("preview") {
            switch source {
            case .new(let asset): Self.synchronous(asset, UIScreen.main.nativeBounds.size, .aspectFill)
            case .old(let asset): asset.defaultRepresentation()?.fullScreenImage().map { UIImage(cgImage: $0.takeUnretainedValue()) }
            }
        }
    }

    /// `requestPreviewImageWithCompletion:withProgressHandler:`.
    @discardableResult
    func requestPreviewImage(_ completion: @escaping (UIImage?, [AnyHashable: Any]?) -> Void, progress: PHAssetImageProgressHandler? = nil) -> PHImageRequestID {
        request("preview", UIScreen.main.nativeBounds.size, .aspectFill, progress, completion) { $0.previewImage() }
    }

    // MARK: 方向

    /// `imageOrientation`: of PhotoKit's assets only a request for the file tells it.
    func imageOrientation() -> UIImage.Orientation {
        switch source {
        case .old(let asset): return UIImage.Orientation(rawValue: (asset.value(forProperty: ALAssetPropertyOrientation) as? NSNumber)?.intValue ?? 0) ?? .up
        case .new(let asset):
            let options = PHImageRequestOptions()
            options.isSynchronous = true
            var found = UIImage.Orientation.up
            withoutActuallyEscaping({ (orientation: CGImagePropertyOrientation) in found = UIImage.Orientation(orientation) }) { take in
                _ = PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) { _, _, orientation, _ in take(orientation) }
            }
            return found
        }
    }

    // MARK: What they have in common

    private func keep(_ name: String, _ make: () -> UIImage?) -> UIImage? {
        if kept[name] == nil { kept[name] = make() }
        return kept[name]
    }

    private func request(
        _ name: String, _ size: CGSize, _ mode: PHImageContentMode, _ progress: PHAssetImageProgressHandler?, _ completion: @escaping (UIImage?, [AnyHashable: Any]?) -> Void,
        isExact: Bool = false, synchronously: (CachedAsset) -> UIImage?
    ) -> PHImageRequestID {
        guard case .new(let asset) = source, kept[name] == nil else {
            completion(synchronously(self), nil)
            return PHInvalidImageRequestID
        }
        let options = PHImageRequestOptions()
        (options.isNetworkAccessAllowed, options.progressHandler) = (name != "thumbnail", progress)
        if isExact { options.resizeMode = .exact }
        return Lists.manager.requestImage(for: asset, targetSize: size, contentMode: mode, options: options) { image, info in
            MainActor.assumeIsolated {
                if Lists.isWhole(info), let image { self.kept[name] = image }
            }
            completion(image, info)
        }
    }

    private static func pixels(_ size: CGSize) -> CGSize { CGSize(width: size.width * UIScreen.main.scale, height: size.height * UIScreen.main.scale) }

    private static func synchronous(_ asset: PHAsset, _ size: CGSize, _ mode: PHImageContentMode, _ resize: PHImageRequestOptionsResizeMode = .fast) -> UIImage? {
        let options = PHImageRequestOptions()
        (options.isSynchronous, options.resizeMode) = (true, resize)
        var found: UIImage?
        withoutActuallyEscaping({ (image: UIImage?) in found = image }) { take in
            _ = Lists.manager.requestImage(for: asset, targetSize: size, contentMode: mode, options: options) { image, _ in take(image) }
        }
        return found
    }

    static func show(asset identifier: String) async throws {
        guard let new = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject else { throw Missing(identifier) }
        let library = ALAssetsLibrary()
        let old: ALAsset = try await AssetModel.fetchAsset(identifier, in: library)
        let both = [("AssetsLibrary", CachedAsset(old)), ("PhotoKit", CachedAsset(new))]
        for (name, asset) in both {
            let size = CGSize(width: 50, height: 50)
            print("\(name): \(text(asset.originImage())), \(text(asset.previewImage())), \(text(asset.thumbnail(size))), orientation \(asset.imageOrientation().rawValue)")
            let isKept = await withCheckedContinuation { done in asset.requestOriginImage { image, info in done.resume(returning: image != nil && info == nil) } }
            print("\(name): asked for again, \(isKept ? "kept" : "made anew")")
        }
        let pixels = both.map { $0.1.originImage()?.normalized().cgImage?.dataProvider?.data as Data? }
        print("pixels of both: \(pixels[0] != nil && pixels[0] == pixels[1] ? "the same" : "different")")
        let fresh = CachedAsset(new)
        for (name, request) in [("preview", { fresh.requestPreviewImage($0) }), ("thumbnail", { fresh.requestThumbnailImage(CGSize(width: 50, height: 50), $0) })]
            as [(String, (@escaping (UIImage?, [AnyHashable: Any]?) -> Void) -> PHImageRequestID)]
        {
            let image: String = await withCheckedContinuation { done in
                _ = request { image, info in if Lists.isWhole(info) { done.resume(returning: text(image)) } }
            }
            print("requested \(name): \(image)")
        }
    }

    private static func text(_ image: UIImage?) -> String { image?.normalized().cgImage.map { "\($0.width) × \($0.height)" } ?? "nothing" }
}

/// An asset that is not there.
struct Missing: LocalizedError {
    let identifier: String
    init(_ identifier: String) { self.identifier = identifier }
    var errorDescription: String? { "There is no asset \(identifier). 'photos assets' lists them." }
}

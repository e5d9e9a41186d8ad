import AssetsLibrary
import Photos

/// Document 004: what both frameworks' assets are asked for under one name.
protocol ModelledAsset {
    var dimensions: CGSize { get }
    var modifiedDate: Date? { get }
    var identifier: String { get }
    var originalFilename: String { get }
    var fullScreenImage: UIImage? { get }
    var aspectRatioThumbnailImage: UIImage? { get }
    var aspectRatioHDImage: UIImage? { get }
    var originalImageData: Data? { get }
    var lensModel: String? { get }
    var coordinate: CLLocationCoordinate2D? { get }
    /// Of the file; the library has it since the import.
    var sha1: Data? { get }
    func thumbnailImage(maxPixelSize: Double) -> UIImage?
}

/// `USFullScreenImageMinLength` and `USAspectRatioHDImageMaxLength`, in pixels.
private let fullScreenLength = 1200.0, aspectRatioHDLength = 4000.0

extension ALAsset: ModelledAsset {
    var dimensions: CGSize { defaultRepresentation()?.dimensions() ?? .zero }
    var modifiedDate: Date? { value(forProperty: ALAssetPropertyDate) as? Date }
    var identifier: String { defaultRepresentation()?.url()?.absoluteString ?? "" }
    var originalFilename: String { defaultRepresentation()?.filename() ?? "" }
    var fullScreenImage: UIImage? { Self.image(defaultRepresentation()?.fullScreenImage()) ?? thumbnailImage(maxPixelSize: fullScreenLength) }
    var aspectRatioThumbnailImage: UIImage? { Self.image(aspectRatioThumbnail()) ?? thumbnailImage(maxPixelSize: 256) }
    var aspectRatioHDImage: UIImage? { thumbnailImage(maxPixelSize: aspectRatioHDLength) }

    var lensModel: String? { (defaultRepresentation()?.metadata()?["{Exif}"] as? [String: Any])?["LensModel"] as? String }
    var coordinate: CLLocationCoordinate2D? { (value(forProperty: ALAssetPropertyLocation) as? CLLocation)?.coordinate }
    var sha1: Data? { photoAsset?.sha1 }

    /// `getBytes:fromOffset:length:error:` into a buffer of the file's size.
    var originalImageData: Data? {
        guard let file = defaultRepresentation(), file.size() > 0 else { return nil }
        var data = Data(count: Int(file.size()))
        let count = data.withUnsafeMutableBytes { file.getBytes($0.bindMemory(to: UInt8.self).baseAddress, fromOffset: 0, length: $0.count, error: nil) }
        return count == data.count ? data : nil
    }

    /// `CGImageSourceCreateThumbnailAtIndex` of the file; what is small enough is the full-screen image.
    func thumbnailImage(maxPixelSize: Double) -> UIImage? {
        guard max(dimensions.width, dimensions.height) > maxPixelSize else { return Self.image(defaultRepresentation()?.fullScreenImage()) }
        let options: [AnyHashable: Any] = [kCGImageSourceThumbnailMaxPixelSize as String: maxPixelSize, kCGImageSourceCreateThumbnailWithTransform as String: true]
        return Self.image(defaultRepresentation()?.cgImage(options: options))
    }

    private static func image(_ given: Unmanaged<CGImage>?) -> UIImage? { given.map { UIImage(cgImage: $0.takeUnretainedValue()) } }
}

extension PHAsset: ModelledAsset {
    var dimensions: CGSize { CGSize(width: pixelWidth, height: pixelHeight) }
    var modifiedDate: Date? { creationDate }
    var identifier: String { localIdentifier }
    var originalFilename: String { PHAssetResource.assetResources(for: self).first?.originalFilename ?? "" }
    var fullScreenImage: UIImage? { thumbnailImage(maxPixelSize: fullScreenLength) }
    var aspectRatioThumbnailImage: UIImage? { thumbnailImage(maxPixelSize: 256) }
    var aspectRatioHDImage: UIImage? { thumbnailImage(maxPixelSize: aspectRatioHDLength) }

    var lensModel: String? { value(forKey: "lensModel") as? String }
    var coordinate: CLLocationCoordinate2D? { location?.coordinate }
    var sha1: Data? { PHAssetResource.assetResources(for: self).first?.sha1 }

    /// `requestImageDataForAsset:options:resultHandler:`, waited for.
    var originalImageData: Data? {
        let options = PHImageRequestOptions()
        (options.isSynchronous, options.isNetworkAccessAllowed, options.version) = (true, true, .original)
        var found: Data?
        withoutActuallyEscaping({ (data: Data?) in found = data }) { take in
            _ = PHImageManager.default().requestImageDataAndOrientation(for: self, options: options) { data, _, _, _ in take(data) }
        }
        return found
    }

    func thumbnailImage(maxPixelSize: Double) -> UIImage? {
        let longest = max(dimensions.width, dimensions.height), scale = longest > maxPixelSize ? maxPixelSize / longest : 1
        return imageAspectFit(CGSize(width: dimensions.width * scale, height: dimensions.height * scale))
    }

    /// `imageAspectFitWithSize:`: what all of them come down to.
    func imageAspectFit(_ size: CGSize) -> UIImage? {
        let options = PHImageRequestOptions()
        (options.isSynchronous, options.deliveryMode, options.resizeMode, options.isNetworkAccessAllowed) = (true, .highQualityFormat, .exact, true)
        var found: UIImage?
        withoutActuallyEscaping({ (image: UIImage?) in found = image }) { take in
            _ = PHImageManager.default().requestImage(for: self, targetSize: size, contentMode: .aspectFit, options: options) { image, _ in take(image) }
        }
        return found
    }
}

extension NSNotification.Name {
    /// `AssetModelResolvedNotification`: everything is known.
    static let assetModelResolved = NSNotification.Name("asset.model.resolved")
    /// `AssetModelProgressChangedNotification`: a download goes on.
    static let assetModelProgressChanged = NSNotification.Name("asset.model.progress.changed")
}

/// Document 004, `AssetModel`: the facts of an asset, those that take time found out in the background.
@MainActor final class AssetModel {
    let asset: any ModelledAsset
    var introduction = ""
    var cropRect = CGRect.null
    private(set) var progress = 0.0
    private(set) var facts: Facts?
    var isResolved: Bool { facts != nil }

    /// What a look into the file tells.
    struct Facts: Sendable {
        var dataLength = 0
        var imageType = "", sha1 = ""
        var lensModel: String?
        var coordinate: CLLocationCoordinate2D?
        /// Whether the file's picture is not what is recorded of it, or can't be read.
        var isDamaged = false
    }

    /// `modelWithAsset:`.
    init(_ asset: any ModelledAsset) { self.asset = asset }

    /// `modelWithIdentifier:`: one with `assets-library://` is of the old framework.
    static func model(_ identifier: String, in library: ALAssetsLibrary) async throws -> AssetModel {
        if identifier.hasPrefix("assets-library://") { return AssetModel(try await fetchAsset(identifier, in: library)) }
        guard let asset = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject else { throw Missing(identifier) }
        return AssetModel(asset)
    }

    /// `fetchAssetWithIdentifier:` of `ALAsset`: the document waits with a semaphore, which would keep the main queue from calling back here.
    static func fetchAsset(_ identifier: String, in library: ALAssetsLibrary) async throws -> ALAsset {
        let text = identifier.hasPrefix("assets-library://") ? identifier : "assets-library://asset/asset.JPG?id=\(identifier.prefix(36))&ext=JPG"
        let found: Found = await withCheckedContinuation { done in
            library.asset(for: URL(string: text), resultBlock: { done.resume(returning: Found(asset: $0)) }, failureBlock: { _ in done.resume(returning: Found()) })
        }
        guard let asset = found.asset else { throw Missing(identifier) }
        return asset
    }

    private struct Found: Sendable { var asset: ALAsset? }

    /// What `setAsset:` begins: hash, length and type of the file, and whether it is sound (`detectImageData:`).
    func resolve() async {
        let size = asset.dimensions, data = await Self.inBackground(asset)
        progress = 1
        NotificationCenter.default.post(name: .assetModelProgressChanged, object: self)
        var facts = await Task.detached { Self.facts(of: data, recorded: size) }.value
        (facts.lensModel, facts.coordinate) = (asset.lensModel, asset.coordinate)
        facts.sha1 = asset.sha1?.map { String(($0 >> 4), radix: 16) + String($0 & 15, radix: 16) }.joined() ?? ""
        self.facts = facts
        NotificationCenter.default.post(name: .assetModelResolved, object: self)
    }

    private static func inBackground(_ asset: any ModelledAsset) async -> Data? {
        nonisolated(unsafe) let asset = asset
        return await withCheckedContinuation { done in DispatchQueue.global().async { done.resume(returning: asset.originalImageData) } }
    }

    private nonisolated static func facts(of data: Data?, recorded size: CGSize) -> Facts {
        var facts = Facts()
        guard let data, let image = UIImage(data: data), let pixels = image.normalized().cgImage else {
            facts.isDamaged = true
            return facts
        }
        facts.isDamaged = CGSize(width: pixels.width, height: pixels.height) != size
        (facts.dataLength, facts.imageType) = (data.count, type(data))
        return facts
    }

    private nonisolated static func type(_ data: Data) -> String {
        data.starts(with: [0xFF, 0xD8]) ? "jpeg" : data.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? "png" : data.dropFirst(4).starts(with: "ftyp".utf8) ? "heic" : "other"
    }

    static func show(identifier: String) async throws {
        let library = ALAssetsLibrary(), reference = identifier.prefix(36)
        for name in ["assets-library://asset/asset.JPG?id=\(reference)&ext=JPG", identifier] {
            let model = try await AssetModel.model(name, in: library), asset = model.asset, heard = Heard(model)
            await model.resolve()
            guard let facts = model.facts else { throw Missing(identifier) }
            let images = [asset.fullScreenImage, asset.aspectRatioThumbnailImage, asset.aspectRatioHDImage, asset.thumbnailImage(maxPixelSize: 100)]
            let sizes = images.map { $0?.cgImage.map { "\($0.width) × \($0.height)" } ?? "nothing" }
            print(
                "\(asset.originalFilename), \(Int(asset.dimensions.width)) × \(Int(asset.dimensions.height)), \(asset.modifiedDate.map { "\(Int($0.timeIntervalSince1970))" } ?? "no date")"
            )
            print("  \(asset.identifier)")
            print("  \(sizes.joined(separator: ", "))")
            print("  \(facts.dataLength) bytes, \(facts.imageType), \(facts.isDamaged ? "damaged" : "sound"), told \(heard.names.joined(separator: " "))")
            print("  \(facts.sha1), \(facts.lensModel ?? "no lens"), \(facts.coordinate.map { "\($0.latitude), \($0.longitude)" } ?? "no place")")
        }
    }

    /// Whoever waits for a model hears of it by its notifications.
    @MainActor private final class Heard {
        private(set) var names: [String] = []

        init(_ model: AssetModel) {
            for name in [NSNotification.Name.assetModelProgressChanged, .assetModelResolved] {
                _ = NotificationCenter.default.addObserver(forName: name, object: model, queue: nil) { [weak self] notification in
                    let name = notification.name.rawValue
                    MainActor.assumeIsolated { self?.names.append(name) }
                }
            }
        }
    }
}

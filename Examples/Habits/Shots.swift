import AssetsLibrary
import Photos

/// Documents 002 and 003: saving what a camera gives, and reading it back by its identifier. Document 004: making it upright.
@MainActor enum Shots {
    static func show(picture: URL) async throws {
        guard await isAllowed() else { return print(adviceWhereNotAllowed()) }
        guard let image = UIImage(contentsOfFile: picture.path) else { throw CocoaError(.fileReadCorruptFile) }
        let upright = normalized(image)
        print("upright: \(upright.imageOrientation == .up), \(Int(upright.size.width)) × \(Int(upright.size.height))")
        print("saved without a name: \(await saveToSavedPhotosAlbum(upright))")
        print("saved under a URL: \(await saveTheOldWay(upright))")
        let identifier = try await save(upright)
        print("read back: \(await read(identifier))")
        print("nothing under another name: \(await read("00000000-0000-4000-8000-000000000000"))")
    }

    /// 002 and 003: the status, and the question where nothing is decided.
    private static func isAllowed() async -> Bool {
        switch PHPhotoLibrary.authorizationStatus(for: .readWrite) {
        case .authorized, .limited: true
        case .notDetermined, .denied, .restricted: await [.authorized, .limited].contains(PHPhotoLibrary.requestAuthorization(for: .readWrite))
        }
    }

    /// 000, 1, and 003: where a person allows it.
    private static func adviceWhereNotAllowed() -> String {
        "请前往\"设置-隐私-照片\"选项中，允许照片: photos access grant \(ProcessInfo.processInfo.environment["PHOTOS_APP_ID"] ?? ProcessInfo.processInfo.processName) full"
    }

    /// 004, `normalizedImage`: drawn anew, so that whoever knows nothing of orientations shows it rightly.
    private static func normalized(_ image: UIImage) -> UIImage { image.imageOrientation == .up ? image : image.normalized() }

    /// 003, `UIImageWriteToSavedPhotosAlbum`: nobody is told under which name.
    private static func saveToSavedPhotosAlbum(_ image: UIImage) async -> Bool {
        await withCheckedContinuation { done in UIImageWriteToSavedPhotosAlbum(image) { error in done.resume(returning: error == nil) } }
    }

    /// 002 and 003, `writeImageToSavedPhotosAlbum:orientation:completionBlock:`: the URL that its block gets names the photo and no file, so what is wanted of it the
    /// library is asked for.
    private static func saveTheOldWay(_ image: UIImage) async -> String {
        guard let pixels = image.cgImage, let orientation = ALAssetOrientation(rawValue: image.imageOrientation.rawValue) else { return "nothing" }
        let library = ALAssetsLibrary()
        let url: URL? = await withCheckedContinuation { done in
            library.writeImage(toSavedPhotosAlbum: pixels, orientation: orientation, completionBlock: { url, error in done.resume(returning: error == nil ? url : nil) })
        }
        guard let url, let asset = try? await AssetModel.fetchAsset(url.absoluteString, in: library) else { return "nothing" }
        return "\(url.scheme ?? "file"), \(Int(asset.dimensions.width)) × \(Int(asset.dimensions.height))"
    }

    /// 002 and 003, `performChanges:completionHandler:`: the placeholder's identifier is the photo's, which a manager may prepare from then on.
    private static func save(_ image: UIImage) async throws -> String {
        var identifier = ""
        try await PHPhotoLibrary.shared().performChanges {
            identifier = PHAssetChangeRequest.creationRequestForAsset(from: image).placeholderForCreatedAsset?.localIdentifier ?? ""
        }
        let options = PHImageRequestOptions()
        (options.deliveryMode, options.resizeMode) = (.highQualityFormat, .exact)
        let assets = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil)
        for index in 0..<assets.count {
            Lists.manager.startCachingImages(for: [assets[index]], targetSize: PHImageManagerMaximumSize, contentMode: .default, options: options)
        }
        return identifier
    }

    /// 003, "根据assetId读取": a picture for a place of 800 × 1200, or nothing, whose place a default picture takes.
    private static func read(_ identifier: String) async -> String {
        let options = PHImageRequestOptions()
        (options.resizeMode, options.deliveryMode, options.isSynchronous) = (.exact, .highQualityFormat, true)
        guard let asset = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject else { return "default_image" }
        var text = "default_image"
        withoutActuallyEscaping({ (found: String) in text = found }) { take in
            _ = PHImageManager.default().requestImage(for: asset, targetSize: CGSize(width: 800, height: 1200), contentMode: .default, options: options) { image, info in
                if let image, Lists.isWhole(info) { take("\(Int(image.size.width)) × \(Int(image.size.height))") }
            }
        }
        return text
    }
}

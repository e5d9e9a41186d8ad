import AssetsLibrary
import Photos

// The snippets of the guide from AssetsLibrary to PhotoKit, the old way and the new one in turns. MigrationGuideTests.swift runs each.

func oldPermission() -> Bool {
    // begin
    let status = ALAssetsLibrary.authorizationStatus()
    let isRefused = status == .denied || status == .restricted
    // end
    return isRefused
}

func newPermission() async -> Bool {
    // begin
    let status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
    let isRefused = status == .denied || status == .restricted
    // end
    return isRefused
}

@MainActor func oldAlbums(_ library: ALAssetsLibrary) async -> [String] {
    await withCheckedContinuation { finish in
        // begin
        var albums: [String] = []
        library.enumerateGroups(
            withTypes: ALAssetsGroupType(ALAssetsGroupAlbum),
            using: { group, stop in
                guard let group else { return finish.resume(returning: albums) }  // nil comes last
                group.setAssetsFilter(ALAssetsFilter.allPhotos())
                let name = group.value(forProperty: ALAssetsGroupPropertyName) as? String ?? ""
                albums.append("\(name) \(group.numberOfAssets())")
            },
            failureBlock: { error in finish.resume(returning: []) })
        // end
    }
}

func newAlbums() -> [String] {
    // begin
    var albums: [String] = []
    let photos = PHFetchOptions()
    photos.predicate = NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue)
    PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).enumerateObjects { album, index, stop in
        albums.append("\(album.localizedTitle ?? "") \(PHAsset.fetchAssets(in: album, options: photos).count)")
    }
    // end
    return albums
}

@MainActor func oldMakeAlbum(_ library: ALAssetsLibrary, _ asset: ALAsset) async -> Bool {
    await withCheckedContinuation { finish in
        // begin
        library.addAssetsGroupAlbum(
            withName: "Harbour",
            resultBlock: { group in finish.resume(returning: group?.add(asset) ?? false) },  // nil: an album has the name already
            failureBlock: { error in finish.resume(returning: false) })
        // end
    }
}

func newMakeAlbum(_ asset: PHAsset) async throws -> String {
    // begin
    var identifier = ""
    try await PHPhotoLibrary.shared().performChanges {
        let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Harbour")  // another of the name is no error
        request.addAssets([asset] as NSArray)  // all of it, or nothing
        identifier = request.placeholderForCreatedAssetCollection.localIdentifier
    }
    // end
    return identifier
}

@MainActor func oldGroup(_ library: ALAssetsLibrary, _ groupURL: URL) async -> ALAssetsGroup? {
    await withCheckedContinuation { finish in
        // begin
        library.group(
            for: groupURL,
            resultBlock: { group in finish.resume(returning: group) },  // nil: it was deleted
            failureBlock: { error in finish.resume(returning: nil) })
        // end
    }
}

func newGroup(_ groupURL: URL) -> PHAssetCollection? {
    // begin
    let album = PHAssetCollection.fetchAssetCollections(withALAssetGroupURLs: [groupURL], options: nil).firstObject
    // end
    return album
}

func oldPoster(_ group: ALAssetsGroup) -> UIImage {
    // begin
    let poster = UIImage(cgImage: group.posterImage().takeUnretainedValue())
    // end
    return poster
}

func newPoster(_ album: PHAssetCollection) async throws -> UIImage? {
    // begin
    guard let key = PHAsset.fetchKeyAssets(in: album, options: nil)?.firstObject else { return nil }  // an empty album has none
    let poster = try await PHImageManager.default().image(for: key, targetSize: CGSize(width: 150, height: 150), contentMode: .aspectFill)
    // end
    return poster
}

func oldNewestFirst(_ group: ALAssetsGroup) -> [Date] {
    // begin
    var dates: [Date] = []
    group.enumerateAssets(options: .reverse) { asset, index, stop in
        if let date = asset?.value(forProperty: ALAssetPropertyDate) as? Date { dates.append(date) }
    }
    // end
    return dates
}

func newNewestFirst() -> [Date] {
    // begin
    let options = PHFetchOptions()
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
    let assets = PHAsset.fetchAssets(with: options)  // nothing is loaded yet but the order
    let dates = (0..<assets.count).compactMap { assets[$0].creationDate }
    // end
    return dates
}

func oldPictures(_ asset: ALAsset) -> [UIImage] {
    // begin
    let thumbnail = UIImage(cgImage: asset.thumbnail().takeUnretainedValue())
    let screen = UIImage(cgImage: asset.defaultRepresentation().fullScreenImage().takeUnretainedValue())
    // end
    return [thumbnail, screen]
}

func newPictures(_ asset: PHAsset) async throws -> [UIImage] {
    // begin
    let manager = PHImageManager.default()
    let thumbnail = try await manager.image(for: asset, targetSize: CGSize(width: 150, height: 150), contentMode: .aspectFill)
    let screen = try await manager.image(for: asset, targetSize: UIScreen.main.nativeBounds.size)  // pixels, not points
    // end
    return [thumbnail, screen]
}

@MainActor func newPicturesByHandler(_ asset: PHAsset) async -> UIImage? {
    await withCheckedContinuation { finish in
        let isTold = Told()
        // begin
        let options = PHImageRequestOptions()
        options.isNetworkAccessAllowed = true  // false by default: a photo in the cloud is no picture then
        PHImageManager.default().requestImage(for: asset, targetSize: CGSize(width: 800, height: 800), contentMode: .aspectFit, options: options) { image, info in
            let isDegraded = (info?[PHImageResultIsDegradedKey] as? Bool) ?? false
            if isDegraded { return }  // the handler is called again: whoever uploads here uploads twice
            isTold.once { finish.resume(returning: image) }
        }
        // end
    }
}

/// Ends the wait once. Guarded by the main thread, on which handlers are called.
final class Told: @unchecked Sendable {
    private var isDone = false
    func once(_ body: () -> Void) {
        if isDone { return }
        isDone = true
        body()
    }
}

func oldEdited(_ asset: ALAsset) throws -> UIImage {
    // begin
    let file = asset.defaultRepresentation()!
    let taken = UIImage(cgImage: file.fullResolutionImage().takeUnretainedValue(), scale: 1, orientation: UIImage.Orientation(rawValue: file.orientation().rawValue)!)
    let packet = file.metadata()["AdjustmentXMP"] as? String  // nil: nobody edited it
    let edited = try packet.map { try taken.applying(PhotoAdjustments(adjustmentXMP: Data($0.utf8), of: taken)) } ?? taken.normalized()
    // end
    return edited
}

func newEdited(_ asset: PHAsset) async throws -> UIImage {
    // begin
    let options = PHImageRequestOptions()
    options.version = .current  // the default; .unadjusted is what was taken
    let edited = try await PHImageManager.default().image(for: asset, targetSize: PHImageManagerMaximumSize, options: options)
    // end
    return edited
}

func oldShape(_ asset: ALAsset) -> (CGSize, Int) {
    // begin
    let file = asset.defaultRepresentation()!
    let size = file.dimensions()  // of the file that came in
    let orientation = file.orientation().rawValue
    // end
    return (size, orientation)
}

func newShape(_ asset: PHAsset) async throws -> (CGSize, CGImagePropertyOrientation) {
    // begin
    let size = CGSize(width: asset.pixelWidth, height: asset.pixelHeight)  // of what is shown, edits and all
    let orientation = try await PHImageManager.default().data(for: asset).orientation  // EXIF's value, which is another number
    // end
    return (size, orientation)
}

func oldMetadata(_ asset: ALAsset) -> String? {
    // begin
    let tiff = asset.defaultRepresentation().metadata()["{TIFF}"] as? [String: Any]
    let camera = tiff?["Model"] as? String
    // end
    return camera
}

func newMetadata(_ asset: PHAsset) -> String? {
    // begin
    let camera = asset.value(forKey: "cameraModel") as? String  // the library knows it: no file is opened
    // end
    return camera
}

func oldBytes(_ asset: ALAsset) -> Data {
    // begin
    let file = asset.defaultRepresentation()!
    var bytes = [UInt8](repeating: 0, count: Int(file.size()))
    let count = file.getBytes(&bytes, fromOffset: 0, length: bytes.count, error: nil)
    let data = Data(bytes[0..<count])
    // end
    return data
}

func newBytes(_ asset: PHAsset) async throws -> Data {
    // begin
    let options = PHImageRequestOptions()
    options.version = .unadjusted  // the file that came in; the default is what edits made of it
    let data = try await PHImageManager.default().data(for: asset, options: options).data
    // end
    return data
}

func oldRaw(_ asset: ALAsset) -> Int64? {
    // begin
    let raw = asset.representation(forUTI: "com.adobe.raw-image")  // nil: there is none beside the JPEG
    let size = raw?.size()
    // end
    return size
}

func newRaw(_ asset: PHAsset) async throws -> Data? {
    // begin
    guard let raw = PHAssetResource.assetResources(for: asset).first(where: { $0.type == .alternatePhoto }) else { return nil }
    let data = try await PHAssetResourceManager.default().data(for: raw)
    // end
    return data
}

@MainActor func oldAsset(_ library: ALAssetsLibrary, from savedURL: URL) async -> ALAsset? {
    await withCheckedContinuation { finish in
        // begin
        library.asset(
            for: savedURL,
            resultBlock: { asset in finish.resume(returning: asset) },  // nil, and no failure: it was deleted
            failureBlock: { error in finish.resume(returning: nil) })
        // end
    }
}

func newAsset(from savedURL: URL) -> PHAsset? {
    // begin
    let asset = PHAsset.fetchAssets(withALAssetURLs: [savedURL], options: nil).firstObject  // nil: it was deleted
    let identifier = asset?.localIdentifier  // what to save from now on
    // end
    return identifier == nil ? nil : asset
}

func oldSave(_ library: ALAssetsLibrary, _ data: Data) async throws -> URL? {
    // begin
    let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil)
    // end
    return url
}

func newSave(_ data: Data, _ album: PHAssetCollection) async throws -> String? {
    // begin
    var identifier: String?
    try await PHPhotoLibrary.shared().performChanges {
        let request = PHAssetCreationRequest.forAsset()
        request.addResource(with: .photo, data: data, options: nil)
        let placeholder = request.placeholderForCreatedAsset
        identifier = placeholder?.localIdentifier  // the final one, before the photo is there
        PHAssetCollectionChangeRequest(for: album)?.addAssets([placeholder!] as NSArray)  // in the same step, or neither
    }
    // end
    return identifier
}

func oldSaveTurned(_ library: ALAssetsLibrary, _ picture: CGImage) async throws -> URL? {
    // begin
    let url = try await library.writeImage(toSavedPhotosAlbum: picture, orientation: .right)
    // end
    return url
}

func newSaveTurned(_ picture: CGImage) async throws -> String? {
    // begin
    var identifier: String?
    try await PHPhotoLibrary.shared().performChanges {
        let request = PHAssetChangeRequest.creationRequestForAsset(from: UIImage(cgImage: picture, scale: 1, orientation: .right))
        identifier = request.placeholderForCreatedAsset?.localIdentifier
    }
    // end
    return identifier
}

func oldSaveDescribed(_ library: ALAssetsLibrary, _ picture: CGImage) async throws -> URL? {
    // begin
    let place: [String: Any] = ["Latitude": 31.25, "LatitudeRef": "N", "Longitude": 121.5, "LongitudeRef": "E"]
    let url = try await library.writeImage(toSavedPhotosAlbum: picture, metadata: ["{GPS}": place])
    // end
    return url
}

func newSaveDescribed(_ picture: CGImage) async throws -> String? {
    // begin
    var identifier: String?
    try await PHPhotoLibrary.shared().performChanges {
        let request = PHAssetChangeRequest.creationRequestForAsset(from: UIImage(cgImage: picture))
        request.location = CLLocation(latitude: 31.25, longitude: 121.5)
        identifier = request.placeholderForCreatedAsset?.localIdentifier
    }
    // end
    return identifier
}

func oldSaveVideo(_ library: ALAssetsLibrary, _ file: URL) async throws -> URL? {
    // begin
    let url = try await library.writeVideoAtPath(toSavedPhotosAlbum: file)
    // end
    return url
}

func newSaveVideo(_ file: URL) async throws -> String? {
    // begin
    var identifier: String?
    try await PHPhotoLibrary.shared().performChanges {
        let request = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: file)  // nil: there is no file to read
        identifier = request?.placeholderForCreatedAsset?.localIdentifier
    }
    // end
    return identifier
}

func oldReplace(_ asset: ALAsset, _ data: Data) async throws -> URL? {
    // begin
    let url = try await asset.setImageData(data, metadata: nil)
    // end
    return url
}

func newReplace(_ asset: PHAsset, _ data: Data) async throws {
    // begin
    let input: PHContentEditingInput? = await withCheckedContinuation { done in
        asset.requestContentEditingInput(with: nil) { input, info in done.resume(returning: input) }
    }
    let output = PHContentEditingOutput(contentEditingInput: input!)
    output.adjustmentData = PHAdjustmentData(formatIdentifier: "org.example.painter", formatVersion: "1", data: Data("replaced".utf8))
    try data.write(to: output.renderedContentURL)  // an upright JPEG
    try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
    // end
}

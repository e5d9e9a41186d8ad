import AssetsLibrary
import Photos
import PhotosTesting
import Testing

// The snippets of the guide from AssetsLibrary to PhotoKit, the old way and the new one in turns. The tests below run each.

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

/// Ends the wait once.
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

/// The guide's two ways lead to the same. Without a limit of time: it waits for whoever holds the shared library, which whole suites do.
@Suite struct MigrationGuideTests {
    let temporary: TemporaryLibrary

    init() throws { temporary = try TemporaryLibrary() }

    private func saved(_ count: Int) throws -> [PHAsset] {
        for number in 0..<count {
            let file = try temporary.file("\(number).jpg", FixtureImages.jpeg(width: 900, height: 600, seed: number))
            try temporary.photoLibrary.performChangesAndWait {
                PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?.creationDate = Date(timeIntervalSince1970: 1_600_000_000 + Double(number))
            }
        }
        let assets = PHAsset.fetchAssets(with: nil)
        return (0..<assets.count).map { assets[$0] }
    }

    private func album(_ assets: [PHAsset]) throws -> PHAssetCollection {
        var identifier = ""
        try temporary.photoLibrary.performChangesAndWait {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Beach")
            request.addAssets(assets as NSArray)
            identifier = request.placeholderForCreatedAssetCollection.localIdentifier
        }
        return try #require(PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: nil).firstObject)
    }

    private struct Found: Sendable { var group: ALAssetsGroup?, asset: ALAsset? }

    private func found(_ asset: PHAsset, _ library: ALAssetsLibrary) async throws -> ALAsset {
        let url = try #require(URL(string: "assets-library://asset/asset.JPG?id=\(asset.localIdentifier.prefix(36))&ext=JPG"))
        #expect(newAsset(from: url) == asset)
        let found = await withCheckedContinuation { (done: CheckedContinuation<Found, Never>) in
            library.asset(for: url, resultBlock: { done.resume(returning: Found(asset: $0)) }, failureBlock: { _ in done.resume(returning: Found()) })
        }
        return try #require(found.asset)
    }

    private func crop(_ asset: PHAsset) async throws {
        var half = PhotoAdjustments()
        half.crop = .init(x: 0, y: 0, width: 0.5, height: 1)
        let input: PHContentEditingInput? = await withCheckedContinuation { done in
            asset.requestContentEditingInput(with: .forPhotoAdjustments()) { input, _ in done.resume(returning: input) }
        }
        let output = PHContentEditingOutput(contentEditingInput: try #require(input))
        try output.render(half)
        try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
    }

    @Test func bothWaysLeadToTheSame() async throws {
        try await SharedLibraryLock.withLock {
            try await temporary.shared {
                let assets = try saved(3), library = ALAssetsLibrary(), album = try album([assets[0], assets[2]])
                let isRefused = await newPermission()
                #expect(oldPermission() == isRefused && !isRefused)
                let albums = await oldAlbums(library)
                #expect(albums == ["Beach 2"] && newAlbums() == ["Beach 2"])
                let roll = await withCheckedContinuation { (done: CheckedContinuation<Found, Never>) in
                    library.enumerateGroups(
                        withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos),
                        using: { group, stop in
                            guard let group else { return }
                            stop?.pointee = true
                            done.resume(returning: Found(group: group))
                        }, failureBlock: { _ in done.resume(returning: Found()) })
                }
                let dates = newNewestFirst()
                #expect(try oldNewestFirst(#require(roll.group)) == dates && dates.count == 3)

                let old = try await found(assets[1], library)
                #expect(oldPictures(old).map(\.size) == [CGSize(width: 150, height: 150), CGSize(width: 900, height: 600)])
                // Without resize mode `.exact` a size is a wish: the picture is that large or somewhat larger.
                let pictures = try await newPictures(assets[1])
                #expect(pictures[0].size.height >= 150 && pictures[1].size == CGSize(width: 900, height: 600))
                #expect(await newPicturesByHandler(assets[1]) != nil)
                let bytes = try await newBytes(assets[1])
                #expect(oldBytes(old) == bytes)
                #expect(try bytes == FixtureImages.jpeg(width: 900, height: 600, seed: 1))

                try await crop(assets[1])
                let edited = try await newEdited(assets[1])
                #expect(try oldEdited(await found(assets[1], library)).size == edited.size && edited.size == CGSize(width: 450, height: 600))

                let url = try await oldSave(library, FixtureImages.jpeg(seed: 8)), identifier = try await newSave(FixtureImages.jpeg(seed: 9), album)
                #expect(PHAsset.fetchAssets(with: nil).count == 5 && url != nil)
                #expect(PHAsset.fetchAssets(in: album, options: nil).count == 3 && identifier != nil)
            }
        }
    }
}

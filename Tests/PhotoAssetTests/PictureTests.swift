import Foundation
import PhotoAsset
import PhotosTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct PictureTests {
    let shelf: Shelf
    init() throws { shelf = try Shelf() }

    private static let renditions: [(Rendition, String)] = [
        (.original, "1600x1300"), (.preview, "1170x951"), (.thumbnail(CGSize(width: 50, height: 40)), "150x120"), (.fullScreen, "1477x1200"),
        (.aspectRatioThumbnail, "256x208"), (.aspectRatioHD, "1600x1300"), (.maximumPixelSize(100), "100x81"), (.maximumPixelSize(0), "1x1"),
        (.maximumPixelSize(5000), "1600x1300"),
    ]

    /// The screen is the usual one: 390 × 844 points at scale 3.
    @Test func eachPictureHasItsSizeInAllThreeForms() async throws {
        let asset = try shelf.photo(width: 1600, height: 1300)
        for (rendition, size) in Self.renditions {
            #expect(asset.imageAndWait(rendition)?.pixels == size, "\(rendition)")
            let awaited = try #require(PhotoAsset(identifier: asset.localIdentifier, in: shelf.library))
            #expect(try await awaited.image(rendition).pixels == size, "\(rendition)")
            let told = try #require(PhotoAsset(identifier: asset.localIdentifier, in: shelf.library))
            #expect(await last(told, rendition).image?.pixels == size, "\(rendition)")
            var sizes: [String] = []
            for try await picture in told.images(rendition) where !picture.isDegraded { sizes.append(picture.image.pixels) }
            #expect(sizes == [size], "\(rendition)")
        }
        #expect(asset.originalImage?.pixels == "1600x1300" && asset.previewImage?.pixels == "1170x951" && asset.fullScreenImage?.pixels == "1477x1200")
        #expect(asset.aspectRatioThumbnailImage?.pixels == "256x208" && asset.aspectRatioHDImage?.pixels == "1600x1300")
        #expect(asset.thumbnail(size: CGSize(width: 10, height: 10))?.pixels == "30x30" && asset.thumbnailImage(maxPixelSize: 16)?.pixels == "16x13")
    }

    /// The last call of the handler, after whatever came before.
    private func last(_ asset: PhotoAsset, _ rendition: Rendition) async -> (image: UIImage?, info: [AnyHashable: Any]?) {
        await withCheckedContinuation { (done: CheckedContinuation<Answer, Never>) in
            asset.requestImage(rendition) { image, info in
                if (info?[PHImageResultIsDegradedKey] as? NSNumber)?.boolValue != true { done.resume(returning: Answer(image: image, info: info)) }
            }
        }.pair
    }

    // Guarded by being handed over once.
    private struct Answer: @unchecked Sendable {
        let image: UIImage?
        let info: [AnyHashable: Any]?
        var pair: (UIImage?, [AnyHashable: Any]?) { (image, info) }
    }

    @Test func aWholePictureIsKept() async throws {
        let asset = try shelf.photo(width: 600, height: 400)
        let first = try #require(asset.imageAndWait(.original))
        #expect(asset.imageAndWait(.original) === first)
        #expect(try await asset.image(.original) === first)
        let calls = Mutex(0)
        let request = asset.requestImage(.original) { image, info in
            calls.withLock { $0 += 1 }
            #expect(image === first && info == nil)
        }
        #expect(request == 0 && calls.withLock { $0 } == 1, "at once")
        asset.removeImages()
        let again = await last(asset, .original)
        #expect(again.image !== first && again.info?[PHImageResultRequestIDKey] != nil)
        #expect(asset.imageAndWait(.original) === again.image, "which is kept in its place")
        #expect(asset.imageAndWait(.maximumPixelSize(100))?.pixels == "100x67", "another rendition is another picture")
    }

    /// In a process of its own, which has a screen of its own.
    @Test func aPictureThatWasKeptIsMadeAnewForAnotherScreen() async {
        await #expect(processExitsWith: .success) {
            let shelf = try Shelf(), asset = try shelf.photo(width: 1600, height: 1280), original = try #require(asset.originalImage)
            #expect(asset.previewImage?.pixels == "1170x936" && asset.thumbnail(size: CGSize(width: 10, height: 10))?.pixels == "30x30")
            #expect(UIScreen.main.configure(size: CGSize(width: 100, height: 100), scale: 2))
            #expect(asset.previewImage?.pixels == "200x160" && asset.thumbnail(size: CGSize(width: 10, height: 10))?.pixels == "20x20")
            #expect(asset.originalImage === original)
            withExtendedLifetime(shelf) {}
        }
    }

    @Test func degradedPicturesComeFirstAndAreNotKept() async throws {
        let asset = try shelf.photo(width: 1600, height: 1200)
        let history: [Bool] = await withCheckedContinuation { done in
            let calls = Mutex<[Bool]>([])
            asset.requestImage(.original) { image, info in
                let isDegraded = (info?[PHImageResultIsDegradedKey] as? NSNumber)?.boolValue ?? false
                dispatchPrecondition(condition: .onQueue(.main))
                #expect(image != nil)
                let all = calls.withLock { calls in
                    calls.append(isDegraded)
                    return calls
                }
                if !isDegraded { done.resume(returning: all) }
            }
        }
        #expect(history == [true, false] || history == [false])
        #expect(asset.imageAndWait(.original)?.pixels == "1600x1200")
    }

    @Test func aCancelledRequestEndsOnceAndKeepsNothing() async throws {
        let asset = try shelf.photo(width: 1600, height: 1200)
        try shelf.temporary.sendToCloud([asset.phAsset], [.photo])
        shelf.temporary.cloud.fault = .hold
        let answer = await withCheckedContinuation { (done: CheckedContinuation<Answer, Never>) in
            let request = asset.requestImage(.original) { image, info in
                if (info?[PHImageResultIsDegradedKey] as? NSNumber)?.boolValue != true { done.resume(returning: Answer(image: image, info: info)) }
            }
            shelf.temporary.cloud.waitUntilHolding()
            asset.cancel(request)
        }
        #expect(answer.image == nil && (answer.info?[PHImageCancelledKey] as? NSNumber)?.boolValue == true)
        shelf.temporary.cloud.waitUntilHoldingNothing()
        shelf.temporary.cloud.release()
        #expect(asset.imageAndWait(.original) == nil, "without the network")
        asset.cancel(0)
    }

    @Test(arguments: CGImagePropertyOrientation.all) func picturesAreUprightAndTheFilesOrientationIsTold(_ orientation: CGImagePropertyOrientation) throws {
        var metadata = FixtureImages.Metadata()
        metadata.orientation = orientation
        let asset = try shelf.photo(width: 60, height: 40, metadata: metadata)
        #expect(asset.imageOrientation == UIImage.Orientation(orientation))
        #expect(asset.imageAndWait(.original)?.imageOrientation == .up)
        #expect(asset.imageAndWait(.original)?.pixels == (orientation.rawValue > 4 ? "40x60" : "60x40") && asset.dimensions == asset.imageAndWait(.original)?.size)
        try shelf.spoil(asset, .photo, with: nil)
        #expect(asset.imageOrientation == UIImage.Orientation(orientation), "which is remembered")
        #expect(asset.current()?.imageOrientation == .up, "which nobody knows")
    }

    @Test func whatIsGoneIsNilOrAnError() async throws {
        let asset = try shelf.photo()
        try shelf.spoil(asset, .photo, with: nil)
        asset.removeImages()
        let error = await #expect(throws: PHPhotosError.self) { try await asset.image(.original) }
        #expect(error?.code == .missingResource && asset.imageAndWait(.original) == nil)
        let answer = await last(asset, .original)
        #expect(answer.image == nil && answer.info?[PHImageErrorKey] != nil)
        let (phAsset, library) = (asset.phAsset, shelf.library)
        try shelf.change { PHAssetChangeRequest.deleteAssets([phAsset] as NSArray) }
        #expect(asset.current() == nil && PhotoAsset(asset.reference, in: library) == nil && PhotoAsset(url: asset.assetURL, in: library) == nil)
    }

    @Test func aThumbnailOfWhatIsInTheCloudDownloadsNothing() async throws {
        let asset = try shelf.photo(width: 900, height: 600)
        try shelf.temporary.sendToCloud([asset.phAsset], [.photo])
        #expect(try await asset.image(.aspectRatioThumbnail).pixels == "256x171")
        #expect(shelf.temporary.cloud.downloads == 0)
        let error = await #expect(throws: PHPhotosError.self) { try await asset.image(.original, allowsNetworkAccess: false) }
        #expect(error?.code == .networkAccessRequired && shelf.temporary.cloud.downloads == 0 && asset.downloadStatus == .inCloud && asset.progress == 0)
        #expect(try await asset.image(.original).pixels == "900x600")
        #expect(asset.downloadStatus == .local)
        #expect(shelf.temporary.cloud.downloads == 1 && asset.progress == 1)
    }
}

extension CGImagePropertyOrientation {
    static let all = (1...8).compactMap { CGImagePropertyOrientation(rawValue: $0) }
}

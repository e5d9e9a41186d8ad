import Foundation
import Glibc
import PhotosTesting
import Synchronization
import TestSupport
import Testing

@testable import LibraryEngine
@testable import Photos

/// Edits, with a look at the files: which are given, which stay, and which come from a cloud. In libraries that nobody else uses.
@Suite(.timeLimit(.minutes(20))) struct EditedFileTests {
    let temporary: TemporaryLibrary
    init() throws { temporary = try TemporaryLibrary() }

    private var library: PHPhotoLibrary { temporary.photoLibrary }

    private func assets() -> [PHAsset] {
        let options = PHFetchOptions()
        options.photoLibrary = library
        return PHAsset.fetchAssets(with: options).all
    }

    private func imported(_ storage: StorageMode = .copy, _ files: (String, Data)...) throws -> PHAsset {
        let folder = temporary.folder.appendingPathComponent("camera")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, data) in files { try data.write(to: folder.appendingPathComponent(name)) }
        var options = temporary.library.importOptions
        options.storage = storage
        #expect(try temporary.library.importer(options).run([folder.path]).imported == 1)
        return try #require(assets().first)
    }

    private func input(_ asset: PHAsset, _ change: (PHContentEditingInputRequestOptions) -> Void = { _ in }) async throws -> PHContentEditingInput {
        let options = PHContentEditingInputRequestOptions()
        options.canHandleAdjustmentData = { _ in true }
        change(options)
        return try await withCheckedThrowingContinuation { continuation in
            asset.requestContentEditingInput(with: options) { input, info in
                if let input { return continuation.resume(returning: input) }
                continuation.resume(throwing: info[PHContentEditingInputErrorKey] as? NSError ?? NSError(domain: "cancelled", code: 0))
            }
        }
    }

    private func edit(_ asset: PHAsset, _ rendering: Data, _ input: PHContentEditingInput? = nil) async throws {
        let begun = if let input { input } else { try await self.input(asset) }
        let output = PHContentEditingOutput(contentEditingInput: begun)
        try rendering.write(to: output.renderedContentURL)
        output.adjustmentData = PHAdjustmentData(formatIdentifier: "org.example", formatVersion: "1", data: Data([1, 2, 3]))
        try library.performChangesAndWait { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
    }

    private func mode(_ url: URL) throws -> mode_t {
        var status = stat()
        try #require(stat(url.path, &status) == 0)
        return status.st_mode & 0o777
    }

    private func resource(_ asset: PHAsset, _ type: PHAssetResourceType) throws -> PHAssetResource {
        try #require(PHAssetResource.assetResources(for: asset).first { $0.type == type })
    }

    @Test func aFileOfTheLibrarysCantBeWritten() async throws {
        let photo = try FixtureImages.jpeg(seed: 1), asset = try imported(.copy, ("IMG_1.JPG", photo))
        let url = try #require(try await input(asset).fullSizeImageURL)
        let mode = try mode(url)
        #expect(url.path.hasPrefix(temporary.url.path) && mode & 0o222 == 0)
    }

    @Test(arguments: [StorageMode.reference, .link]) func aFileOfTheUsersIsGivenAsACopy(_ storage: StorageMode) async throws {
        let photo = try FixtureImages.jpeg(seed: 1), asset = try imported(storage, ("IMG_1.JPG", photo))
        var input: PHContentEditingInput? = try await self.input(asset)
        let url = try #require(input?.fullSizeImageURL)
        let mode = try mode(url)
        #expect(url.lastPathComponent == "IMG_1.JPG" && mode & 0o222 == 0)
        #expect(try Data(contentsOf: url) == photo)
        // Whoever overcomes that writes into the copy.
        chmod(url.path, 0o600)
        try Data("scribble".utf8).write(to: url)
        #expect(try Data(contentsOf: temporary.folder.appendingPathComponent("camera/IMG_1.JPG")) == photo)
        input = nil
        #expect(Deletion.happens(to: url.path))
    }

    @Test func thePlacesOfAnOutputGoWithIt() async throws {
        let asset = try imported(.copy, ("IMG_1.JPG", FixtureImages.jpeg(seed: 1)))
        var output: PHContentEditingOutput? = PHContentEditingOutput(contentEditingInput: try await input(asset))
        let url = try #require(output?.renderedContentURL)
        let mode = try mode(url.deletingLastPathComponent())
        #expect(!FileManager.default.fileExists(atPath: url.path) && mode == 0o700)
        try Data([1]).write(to: url)
        output = nil
        #expect(!FileManager.default.fileExists(atPath: url.deletingLastPathComponent().path))
        #expect(PHContentEditingOutput(contentEditingInput: PHContentEditingInput()).renderedContentURL.pathExtension == "jpeg", "of a test double too")
    }

    @Test func aRenderingThatLiesOnItsSideIsRefused() async throws {
        var metadata = FixtureImages.Metadata()
        metadata.orientation = .right
        let turned = try FixtureImages.jpeg(seed: 2, metadata: metadata), asset = try imported(.copy, ("IMG_1.JPG", turned))
        let begun = try await input(asset)
        #expect(begun.fullSizeImageOrientation == 6 && begun.displaySizeImage?.size == CGSize(width: 48, height: 64))
        await #expect { try await edit(asset, turned, begun) } throws: { ($0 as? PHPhotosError)?.code == .invalidResource }
        try await edit(asset, FixtureImages.jpeg(width: 48, height: 64, seed: 3), begun)
        #expect(assets().first?.hasAdjustments == true)
    }

    /// A movie that is turned by its tracks, or whose length is a lie, is shown otherwise by every program.
    @Test func aRenderedVideoStandsUprightAndIsAsLongAsItSays() async throws {
        let original = try MadeFilm { $0.rotation = 90 }.bytes(), asset = try imported(.copy, ("IMG_1.MOV", Data(original))), begun = try await input(asset)
        let upright = try MadeFilm { ($0.size, $0.seconds) = ((240, 320), 6) }.bytes()
        for rendering in [original, film(upright, saying: 3000)] {
            await #expect { try await edit(asset, Data(rendering), begun) } throws: { ($0 as? PHPhotosError)?.code == .invalidResource }
            #expect(assets().first?.hasAdjustments == false)
        }
        try await edit(asset, Data(upright), begun)
        let edited = try #require(assets().first)
        #expect(edited.hasAdjustments && abs(edited.duration - 6) < 0.2)
    }

    @Test func aMovieWhoseLengthLiesComesInAsLongAsItsFrames() async throws {
        let asset = try imported(.copy, ("IMG_1.MOV", Data(film(try MadeFilm { $0.seconds = 6 }.bytes(), saying: 3000))))
        #expect(abs(asset.duration - 6) < 0.2, "\(asset.duration)")
    }

    @Test func anEditThatCameWithItsPhotoIsKept() async throws {
        let recipe = Data("theirs".utf8)
        let list: [String: Any] = ["adjustmentFormatIdentifier": "com.apple.photo", "adjustmentFormatVersion": "1.5", "adjustmentData": recipe]
        let aae = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        let (photo, rendering) = (try FixtureImages.jpeg(seed: 1), try FixtureImages.jpeg(width: 32, height: 24, seed: 2))
        let asset = try imported(.copy, ("IMG_0001.JPG", photo), ("IMG_0001.AAE", aae), ("IMG_E0001.JPG", rendering))
        #expect(asset.hasAdjustments && asset.adjustmentFormatIdentifier == "com.apple.photo")
        let resumed = try await input(asset)
        #expect(resumed.adjustmentData?.formatIdentifier == "com.apple.photo" && resumed.adjustmentData?.formatVersion == "1.5")
        #expect(resumed.adjustmentData?.data == recipe, "the recipe itself, without the envelope")
        #expect(try Data(contentsOf: #require(resumed.fullSizeImageURL)) == photo)
        let shown = try await input(asset) { $0.canHandleAdjustmentData = { _ in false } }
        #expect(try Data(contentsOf: #require(shown.fullSizeImageURL)) == rendering)
        // Whoever replaces it takes no byte away that came in.
        try await edit(asset, FixtureImages.jpeg(width: 16, height: 12, seed: 3), resumed)
        #expect(assets() == [asset] && assets()[0].adjustmentFormatIdentifier == "org.example")
        let options = PHFetchOptions()
        options.photoLibrary = library
        let former = try #require(PHAsset.fetchRecentlyDeletedAssets(with: options).firstObject)
        #expect(former.adjustmentFormatIdentifier == "com.apple.photo" && former.pixelWidth == 32)
        #expect(try Data(contentsOf: #require(resource(former, .fullSizePhoto).file?.url)) == rendering)
        #expect(try Data(contentsOf: #require(resource(former, .adjustmentData).file?.url)) == aae)
        #expect(try temporary.library.verify().isSound)
    }

    @Test func theFilesOfAnEditAreNamedSoThatAnImportKnowsThem() async throws {
        let asset = try imported(.copy, ("IMG_0001.JPG", FixtureImages.jpeg(seed: 1)))
        try await edit(asset, FixtureImages.jpeg(width: 32, height: 24, seed: 2))
        #expect(try resource(asset, .fullSizePhoto).originalFilename == "IMG_0001_edited.jpeg")
        #expect(try resource(asset, .adjustmentData).originalFilename == "IMG_0001.AAE")
        var options = ExportOptions()
        options.allResources = true
        let out = temporary.folder.appendingPathComponent("out")
        #expect(try temporary.library.export([asset.record.id], to: out, options: options).files.count == 3)
        let other = try TemporaryLibrary()
        #expect(try other.library.importer(other.library.importOptions).run([out.path]).imported == 1)
        let fetch = PHFetchOptions()
        fetch.photoLibrary = other.photoLibrary
        let copy = try #require(PHAsset.fetchAssets(with: fetch).firstObject)
        #expect(copy.adjustmentFormatIdentifier == "org.example" && copy.pixelWidth == 32)
        #expect(try await input(copy).adjustmentData?.data == Data([1, 2, 3]))
    }

    @Test func aRenderingIsNamedByWhatItHolds() async throws {
        let heic = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../CodecsTests/Pixels/Reference/heic-420-8.heic")
        let rendering = try Data(contentsOf: heic), asset = try imported(.copy, ("IMG_0001.JPG", FixtureImages.jpeg(seed: 1)))
        // To the place of a JPEG, where it may be.
        try await edit(asset, rendering)
        let edited = try resource(asset, .fullSizePhoto)
        #expect(edited.originalFilename == "IMG_0001_edited.heic" && edited.uniformTypeIdentifier == "public.heic")
        let out = temporary.folder.appendingPathComponent("out")
        let files = try temporary.library.export([asset.record.id], to: out, options: ExportOptions()).files
        #expect(files == [out.appendingPathComponent("IMG_0001_edited.heic").path])
        #expect(try Data(contentsOf: URL(fileURLWithPath: files[0])) == rendering)
    }

    @Test func filesInTheCloudAreFetchedWhereThatIsAllowed() async throws {
        let photo = try FixtureImages.jpeg(seed: 1), rendering = try FixtureImages.jpeg(width: 32, height: 24, seed: 2)
        let asset = try imported(.copy, ("IMG_1.JPG", photo))
        try await edit(asset, rendering)
        try temporary.sendToCloud([asset], [.photo, .fullSizePhoto, .adjustmentData])
        let info = Mutex<(Bool, Int)?>(nil)
        _ = await withCheckedContinuation { continuation in
            asset.requestContentEditingInput(with: nil) { input, answer in
                info.withLock { $0 = (answer[PHContentEditingInputResultIsInCloudKey] as? Bool == true, (answer[PHContentEditingInputErrorKey] as? NSError)?.code ?? 0) }
                continuation.resume(returning: input == nil)
            }
        }
        #expect(info.withLock { $0 }?.0 == true && info.withLock { $0 }?.1 == PHPhotosError.networkAccessRequired.rawValue)
        #expect { try library.performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() } } throws: {
            ($0 as? PHPhotosError)?.code == .networkAccessRequired
        }

        let questions = Mutex(0), told = Mutex<[Double]>([])
        let input = try await self.input(asset) { options in
            options.isNetworkAccessAllowed = true
            options.canHandleAdjustmentData = { _ in
                questions.withLock { $0 += 1 }
                return true
            }
            options.progressHandler = { fraction, _ in told.withLock { $0.append(fraction) } }
        }
        #expect(input.adjustmentData?.data == Data([1, 2, 3]) && questions.withLock { $0 } == 1, "asked once")
        #expect(try Data(contentsOf: #require(input.fullSizeImageURL)) == photo)
        let fractions = told.withLock { $0 }
        #expect(fractions.first == 0 && fractions.last == 1 && fractions == fractions.sorted())

        try temporary.sendToCloud([asset], [.photo, .fullSizePhoto])
        await #expect { try await self.input(asset) { ($0.isNetworkAccessAllowed, $0.progressHandler) = (true, { $1.pointee = true }) } } throws: {
            ($0 as NSError).domain == "cancelled"
        }

        // The recipe is here, and says that the photo is wanted and the rendering is not.
        let resumed = try await self.input(asset) { options in
            options.isNetworkAccessAllowed = true
            options.canHandleAdjustmentData = { _ in
                questions.withLock { $0 += 1 }
                return true
            }
        }
        #expect(try Data(contentsOf: #require(resumed.fullSizeImageURL)) == photo)
        #expect(questions.withLock { $0 } == 2, "asked once again")
        #expect(try resource(asset, .photo).isLocallyAvailable && !resource(asset, .fullSizePhoto).isLocallyAvailable)
    }

    @Test func anEditCanNotBeginWithWhatIsLost() async throws {
        let asset = try imported(.copy, ("IMG_1.JPG", FixtureImages.jpeg(seed: 1)))
        try FileManager.default.removeItem(at: #require(resource(asset, .photo).file?.url))
        await #expect { try await input(asset) } throws: { ($0 as NSError).code == PHPhotosError.missingResource.rawValue }
        await #expect(throws: (any Error).self, "of no library") { try await input(PHAsset()) }
    }
}

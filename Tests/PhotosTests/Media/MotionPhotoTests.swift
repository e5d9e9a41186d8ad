import Foundation
import LibraryEngine
import Photos
import PhotosTesting
import TestSupport
import Testing

/// Motion photos as phones write them: Live Photos to every client, and one file, which stays as it came.
@Suite(.timeLimit(.minutes(20))) struct MotionPhotoTests {
    let temporary: TemporaryLibrary
    private let fixture: MotionPhotoFixture

    init() throws { (temporary, fixture) = (try TemporaryLibrary(), try MotionPhotoFixture()) }

    private var movie: [UInt8] { fixture.movie }

    private func picture(_ kind: MotionPhotoKind) throws -> [UInt8] { try fixture.picture(kind) }

    private func assets() -> [PHAsset] {
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        let result = PHAsset.fetchAssets(with: options)
        return (0..<result.count).map { result.object(at: $0) }
    }

    private func imported(_ name: String, _ bytes: [UInt8]) throws -> PHAsset {
        let file = try temporary.file(name, Data(bytes))
        #expect(try temporary.library.importer(temporary.library.importOptions).run([file.path]).imported == 1)
        return try #require(assets().first { $0.value(forKey: "filename") as? String == name })
    }

    private func livePhoto(_ asset: PHAsset) async -> PHLivePhoto? {
        let options = PHLivePhotoRequestOptions()
        options.deliveryMode = .highQualityFormat
        return await withCheckedContinuation { (done: CheckedContinuation<PHLivePhoto?, Never>) in
            PHImageManager.default().requestLivePhoto(for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: options) { photo, _ in
                done.resume(returning: photo)
            }
        }
    }

    private func originals() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: temporary.url.appending(path: "originals").path).filter { $0.contains(".") }
    }

    @Test(arguments: MotionPhotoKind.allCases)
    func theMotionPhotosOfPhonesAreLivePhotosOfOneFile(kind: MotionPhotoKind) async throws {
        let bytes = kind.file(picture: try picture(kind), movie: movie)
        let asset = try imported(kind.name, bytes)
        #expect(asset.mediaType == .image && asset.mediaSubtypes.contains(.photoLive) && asset.playbackStyle == .livePhoto)
        #expect(try originals().count == 1)
        let resources = PHAssetResource.assetResources(for: asset)
        #expect(resources.map(\.type) == [.photo, .pairedVideo])
        #expect(resources.map(\.originalFilename) == [kind.name, MotionPhotoFixture.movieName(kind)])
        #expect(resources.map(\.uniformTypeIdentifier) == [kind.isHEIF ? "public.heic" : "public.jpeg", "public.mpeg-4"])

        let photo = try #require(await livePhoto(asset))
        #expect(photo.size == CGSize(width: asset.pixelWidth, height: asset.pixelHeight))
        let file = try #require(PHAssetResource.assetResources(for: photo).last?.value(forKey: "fileURL") as? URL)
        #expect(try Array(Data(contentsOf: file)) == movie && file.pathExtension == "mp4")
        #expect(try await AVURLAsset(url: file).load(.duration).seconds == 1)
        #expect(try Array(Data(contentsOf: temporary.url.appending(path: "originals/\(originals()[0])"))) == bytes, "the original stays as it came")

        let out = temporary.folder.appending(path: "out")
        let uuid = try #require(UUID(uuidString: String(asset.localIdentifier.prefix(36))))
        let id = try #require(try temporary.library.read { try $0.assetID(uuid: uuid) })
        #expect(try temporary.library.export([id], to: out, options: ExportOptions()).files.count == 1)
        #expect(try Array(Data(contentsOf: out.appending(path: kind.name))) == bytes)
        #expect(try temporary.library.importer(temporary.library.importOptions).run([out.path]).duplicates == 1)
        #expect(try temporary.library.verify().isSound)

        try await temporary.photoLibrary.performChanges { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
        try temporary.purge([asset])
        #expect(try originals().isEmpty && !FileManager.default.fileExists(atPath: file.path))
        #expect(try temporary.library.verify().isSound)
    }

    /// What the library knows makes the picture longer, and the movie begins elsewhere.
    @Test(arguments: MotionPhotoKind.allCases)
    func aCopyThatSaysWhatIsKnownPlaysStill(kind: MotionPhotoKind) async throws {
        let bytes = kind.file(picture: try picture(kind), movie: movie), asset = try imported(kind.name, bytes)
        let uuid = try #require(UUID(uuidString: String(asset.localIdentifier.prefix(36))))
        let id = try #require(try temporary.library.read { try $0.assetID(uuid: uuid) })
        try temporary.library.performChanges(author: "test") { transaction in
            try transaction.update(assetID: id) { ($0.title, $0.caption, $0.keywords) = ("Harbour", String(repeating: "Boats. ", count: 500), ["sea"]) }
        }
        var options = ExportOptions()
        options.writesMetadata = true
        let out = temporary.folder.appending(path: "out"), report = try temporary.library.export([id], to: out, options: options)
        #expect(report.files.count == 1 && report.failed.isEmpty && report.unpaired.isEmpty && report.unwritten.isEmpty)
        let copy = try Array(Data(contentsOf: out.appending(path: kind.name)))
        #expect(copy.count > bytes.count + 3_000)

        let other = try TemporaryLibrary(), fetch = PHFetchOptions()
        #expect(try other.library.importer(other.library.importOptions).run([out.path]).imported == 1)
        fetch.photoLibrary = other.photoLibrary
        let found = try #require(PHAsset.fetchAssets(with: fetch).firstObject)
        #expect(found.mediaSubtypes.contains(.photoLive) && (found.pixelWidth, found.pixelHeight) == (asset.pixelWidth, asset.pixelHeight))
        #expect(found.value(forKey: "title") as? String == "Harbour")
        let photo = try #require(await livePhoto(found))
        let file = try #require(PHAssetResource.assetResources(for: photo).last?.value(forKey: "fileURL") as? URL)
        #expect(try Array(Data(contentsOf: file)) == movie)
        #expect(try await AVURLAsset(url: file).load(.duration).seconds == 1)
        #expect(try other.library.verify().isSound)
    }

    @Test func aMotionPhotoThatAnApplicationAddsIsALivePhotoToo() async throws {
        let bytes = MotionPhotoKind.pixel7.file(picture: try picture(.pixel7), movie: movie)
        let file = try temporary.file("PXL_1.MP.jpg", Data(bytes))
        try temporary.photoLibrary.performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
        // One that comes with a movie has that.
        try temporary.photoLibrary.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: Data(bytes), options: nil)
            request.addResource(with: .pairedVideo, data: FixtureMovies.blue, options: nil)
        }
        let sizes = try assets().map { asset in
            #expect(asset.mediaSubtypes.contains(.photoLive))
            let movie = try #require(PHAssetResource.assetResources(for: asset).first { $0.type == .pairedVideo }?.value(forKey: "fileURL") as? URL)
            return try Data(contentsOf: movie).count
        }
        #expect(Set(sizes) == [movie.count, FixtureMovies.blue.count])
    }

    /// As a backup makes it again of all its resources, with an edit and without: the picture is stored once, and goes out as it came.
    @Test(arguments: MotionPhotoKind.allCases, [false, true])
    func aMovieThatIsGivenBesideItsPictureStaysAPartOfIt(kind: MotionPhotoKind, isEdited: Bool) throws {
        let bytes = try fixture.file(kind), rendering = try FixtureImages.jpeg(width: 32, height: 32, seed: 1), film = try FixtureMovies.quarters(width: 64, height: 64, seed: 1)
        let recipe = try PropertyListSerialization.data(
            fromPropertyList: ["adjustmentFormatIdentifier": "org.example.editor", "adjustmentFormatVersion": "1", "adjustmentData": Data([1])], format: .xml, options: 0)
        let given = Data(fixture.movie)
        try temporary.photoLibrary.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset(), (photo, video) = (PHAssetResourceCreationOptions(), PHAssetResourceCreationOptions())
            (photo.originalFilename, video.originalFilename) = (kind.name, "other.mp4")
            request.addResource(with: .photo, data: bytes, options: photo)
            request.addResource(with: .pairedVideo, data: given, options: video)
            guard isEdited else { return }
            request.addResource(with: .fullSizePhoto, data: rendering, options: nil)
            request.addResource(with: .fullSizePairedVideo, data: film, options: nil)
            request.addResource(with: .adjustmentData, data: recipe, options: nil)
        }
        let asset = try #require(assets().first), resources = PHAssetResource.assetResources(for: asset)
        let types: Set<PHAssetResourceType> = isEdited ? [.photo, .pairedVideo, .fullSizePhoto, .fullSizePairedVideo, .adjustmentData] : [.photo, .pairedVideo]
        #expect(Set(resources.map(\.type)) == types)
        let half = try #require(resources.first { $0.type == .pairedVideo })
        #expect(half.originalFilename == MotionPhotoFixture.movieName(kind) && asset.mediaSubtypes.contains(.photoLive) && asset.hasAdjustments == isEdited)
        let uuid = try #require(UUID(uuidString: String(asset.localIdentifier.prefix(36))))
        let id = try #require(try temporary.library.read { try $0.assetID(uuid: uuid) })
        let records = try temporary.library.read { try $0.resources(assetID: id) }
        #expect(records.first { $0.type == .pairedVideo }?.isEmbedded == true)
        var options = ExportOptions()
        options.version = .original
        let out = temporary.folder.appending(path: "out")
        #expect(try temporary.library.export([id], to: out, options: options).files.count == 1)
        #expect(try Data(contentsOf: out.appending(path: kind.name)) == bytes)
        #expect(try temporary.library.verify().isSound)
    }

    @Test func whatOnlySaysThatItIsAMotionPhotoIsAPhoto() throws {
        let jpeg = try picture(.pixel2)
        let files: [[UInt8]] = [
            MotionPhotoKind.tagged(jpeg, MotionPhotoKind.counted("GCamera", movie.count)), MotionPhotoKind.pixel2.file(picture: jpeg, movie: movie.dropLast(100) + [0]),
            MotionPhotoKind.pixel7.file(picture: jpeg, movie: Array(movie.prefix(40))), MotionPhotoKind.galaxyS9.file(picture: jpeg, movie: jpeg),
            try picture(.pixelHEIC) + MotionPhotoKind.box("mpvd", []), jpeg + movie,
        ]
        for (number, bytes) in files.enumerated() {
            let asset = try imported("\(number).jpg", bytes)
            #expect(!asset.mediaSubtypes.contains(.photoLive) && asset.playbackStyle == .image, "\(number)")
            #expect(PHAssetResource.assetResources(for: asset).map(\.type) == [.photo], "\(number)")
        }
        #expect(try temporary.library.verify().isSound)
    }
}

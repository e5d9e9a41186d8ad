import Foundation
import PhotosTesting
import TestSupport
import Testing

@testable import LibraryEngine
@testable import Photos

/// Edits by adjustments of ours, as an application makes them.
@Suite(.timeLimit(.minutes(20))) struct PhotoAdjustmentTests {
    let temporary: TemporaryLibrary
    init() throws { temporary = try TemporaryLibrary() }

    private var library: PHPhotoLibrary { temporary.photoLibrary }
    private var options: PHFetchOptions {
        let options = PHFetchOptions()
        options.photoLibrary = library
        return options
    }

    private func imported(_ name: String, _ data: Data) throws -> PHAsset {
        let file = temporary.folder.appendingPathComponent(name)
        try data.write(to: file)
        #expect(try temporary.library.importer(temporary.library.importOptions).run([file.path]).imported == 1)
        return try #require(PHAsset.fetchAssets(with: options).all.first)
    }

    private func input(_ asset: PHAsset) async throws -> PHContentEditingInput {
        try await withCheckedThrowingContinuation { continuation in
            asset.requestContentEditingInput(with: .forPhotoAdjustments()) { input, info in
                if let input { return continuation.resume(returning: input) }
                continuation.resume(throwing: info[PHContentEditingInputErrorKey] as? NSError ?? NSError(domain: "cancelled", code: 0))
            }
        }
    }

    private func edit(_ asset: PHAsset, _ change: (inout PhotoAdjustments) -> Void) async throws {
        let input = try await input(asset), output = PHContentEditingOutput(contentEditingInput: input)
        var adjustments = try input.adjustmentData?.photoAdjustments() ?? PhotoAdjustments()
        change(&adjustments)
        try output.render(adjustments)
        try library.performChangesAndWait { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
    }

    private func now() throws -> PHAsset { try #require(PHAsset.fetchAssets(with: options).all.first) }

    /// The bytes of the current version.
    private func shown() throws -> Data {
        let request = PHImageRequestOptions()
        request.isSynchronous = true
        var result: Data?
        PHImageManager.default().requestImageDataAndOrientation(for: try now(), options: request) { data, _, _, _ in result = data }
        return try #require(result)
    }

    @Test func anEditThatAPairComesInWithIsMadeOnTheChosenOne() async throws {
        let compressed = try FixtureImages.jpeg(width: 64, height: 48), raw = FixtureImages.raw(width: 80, height: 60)
        for (choice, size) in [(PHAsset.OriginalResourceChoice.compressed, [48, 64]), (.raw, [60, 80])] {
            var id = ""
            try library.performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset(), names = PHAssetResourceCreationOptions(), other = PHAssetResourceCreationOptions()
                (names.originalFilename, other.originalFilename) = ("IMG_1.JPG", "IMG_1.DNG")
                request.addResource(with: .photo, data: compressed, options: names)
                request.addResource(with: .alternatePhoto, data: raw, options: other)
                request.originalResourceChoice = choice
                var adjustments = PhotoAdjustments()
                adjustments.rotation = 90
                request.photoAdjustments = adjustments
                id = request.placeholderForCreatedAsset?.localIdentifier ?? ""
            }
            func now() throws -> PHAsset { try #require(PHAsset.fetchAssets(withLocalIdentifiers: [id], options: options).firstObject) }
            let asset = try now()
            #expect(asset.originalResourceChoice == choice && [asset.pixelWidth, asset.pixelHeight] == size)
            // Made again it is made on the same.
            try await edit(asset) { $0.rotation = 270 }
            #expect(try [now().pixelWidth, now().pixelHeight] == size)
        }
    }

    @Test func anEditIsRenderedReadBackAndReverted() async throws {
        let original = try FixtureImages.jpeg(seed: 1), asset = try imported("IMG_1.JPG", original)
        let size = (asset.pixelWidth, asset.pixelHeight)
        #expect(try asset.photoAdjustments() == nil)
        try await edit(asset) { ($0.rotation, $0.exposure) = (90, 0.5) }
        let edited = try now()
        #expect((edited.pixelWidth, edited.pixelHeight) == (size.1, size.0))
        #expect(edited.adjustmentFormatIdentifier == PhotoAdjustments.formatIdentifier)
        let known = try #require(try edited.photoAdjustments())
        #expect((known.rotation, known.exposure) == (90, 0.5))
        let rendering = try shown()
        #expect(rendering != original)
        try library.performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
        let (after, left) = (try shown(), try now().photoAdjustments())
        #expect(after == original && left == nil)
        #expect(try temporary.library.verify().isSound)
    }

    /// A copy of the edited photo is still of that moment and that place, and stands upright once.
    @Test func aRenderingCarriesWhatTheOriginalSaysOfItsMoment() async throws {
        var metadata = FixtureImages.Metadata()
        (metadata.dateTimeOriginal, metadata.offset, metadata.orientation) = ("2023:11:02 17:04:05", "+02:00", .right)
        (metadata.make, metadata.model) = ("Maker", "Model 7")
        metadata.coordinate = CLLocationCoordinate2D(latitude: 48.25, longitude: -16.5)
        metadata.exposure = .init(divisor: 250, fNumber: 2.8, iso: 100, focalLength: 5, focalLengthIn35mm: 26, flashFired: true)
        let asset = try imported("IMG_1.JPG", try FixtureImages.jpeg(width: 80, height: 40, metadata: metadata))
        #expect((asset.pixelWidth, asset.pixelHeight) == (40, 80))
        try await edit(asset) { ($0.exposure, $0.crop) = (0.5, .init(x: 0, y: 0, width: 1, height: 0.5)) }
        let rendering = try shown()
        let other = try PhotoAdjustmentTests(), copy = try other.imported("COPY.JPG", rendering)
        #expect((copy.pixelWidth, copy.pixelHeight) == (40, 40))
        #expect(copy.creationDate == asset.creationDate && copy.creationDate == ISO8601DateFormatter().date(from: "2023-11-02T15:04:05Z"))
        let place = try #require(copy.location?.coordinate)
        #expect(abs(place.latitude - 48.25) < 1e-6 && abs(place.longitude + 16.5) < 1e-6)
        for word in ["Maker", "Model 7"] { #expect(rendering.range(of: Data(word.utf8)) != nil, "\(word)") }
        // Its EXIF block is the first segment, where readers look for it.
        #expect(rendering.prefix(12).suffix(10).elementsEqual([0xFF, 0xE1] + rendering[4..<6] + Array("Exif\0\0".utf8)))
    }

    /// An edit that begins with the last one's rendering would lose the size that the crop took, and quality each time.
    @Test func anEditIsMadeAgainFromTheOriginal() async throws {
        let asset = try imported("IMG_1.JPG", try FixtureImages.jpeg(seed: 1)), size = (asset.pixelWidth, asset.pixelHeight)
        try await edit(asset) { $0.crop = .init(x: 0, y: 0, width: 0.5, height: 0.5) }
        let (width, once) = (try now().pixelWidth, try shown())
        #expect(width == size.0 / 2)
        for _ in 1...4 { try await edit(asset) { $0.rotateClockwise() } }
        let turned = try shown()
        #expect(turned == once)
        try await edit(asset) { $0.crop = .all }
        let now = try now()
        #expect((now.pixelWidth, now.pixelHeight) == size)
    }

    @Test func anotherProgramsEditIsBuiltUpon() async throws {
        let asset = try imported("IMG_1.JPG", try FixtureImages.jpeg(seed: 1))
        let first = PHContentEditingOutput(contentEditingInput: try await input(asset)), rendering = try FixtureImages.jpeg(seed: 2)
        try rendering.write(to: first.renderedContentURL)
        first.adjustmentData = PHAdjustmentData(formatIdentifier: "com.example", formatVersion: "1", data: Data([1]))
        try library.performChangesAndWait { PHAssetChangeRequest(for: asset).contentEditingOutput = first }
        let input = try await input(asset)
        let known = try now().photoAdjustments()
        #expect(input.adjustmentData == nil && known == nil)
        #expect(try Data(contentsOf: #require(input.fullSizeImageURL)) == rendering)
    }

    @Test func whatCannotBeRenderedIsRefused() async throws {
        let asset = try imported("IMG_1.JPG", try FixtureImages.jpeg(seed: 1)), output = PHContentEditingOutput(contentEditingInput: try await input(asset))
        var adjustments = PhotoAdjustments()
        adjustments.exposure = .nan
        #expect(throws: AdjustmentError.self) { try output.render(adjustments) }
        #expect(output.adjustmentData == nil && !FileManager.default.fileExists(atPath: output.renderedContentURL.path))
        let nothing = PHContentEditingOutput(contentEditingInput: PHContentEditingInput())
        #expect { try nothing.render(PhotoAdjustments()) } throws: { ($0 as? PHPhotosError)?.code == .requestNotSupportedForAsset }
    }

    @Test func dataThatOnlySaysItIsOursIsNotTaken() throws {
        let data = PHAdjustmentData(formatIdentifier: PhotoAdjustments.formatIdentifier, formatVersion: "1.0", data: Data("nonsense".utf8))
        #expect(throws: AdjustmentError.self) { try data.photoAdjustments() }
        #expect(!PHContentEditingInputRequestOptions.forPhotoAdjustments().canHandleAdjustmentData(data))
        let later = PHAdjustmentData(formatIdentifier: PhotoAdjustments.formatIdentifier, formatVersion: "2.0", data: Data("{}".utf8))
        #expect(try later.photoAdjustments() == nil)
    }

    // MARK: Live Photos

    private func importedLivePhoto(_ change: (inout MadeFilm) -> Void = { _ in }) throws -> PHAsset {
        var film = MadeFilm { ($0.size, $0.rate, $0.seconds) = ((160, 120), 10, 1) }
        change(&film)
        let (still, movie) = (temporary.folder.appendingPathComponent("IMG_1.JPG"), temporary.folder.appendingPathComponent("IMG_1.MOV"))
        try FixtureImages.jpeg(width: 320, height: 240, seed: 1).write(to: still)
        try Data(film.bytes()).write(to: movie)
        var identifier: String?
        try library.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, fileURL: still, options: nil)
            request.addResource(with: .pairedVideo, fileURL: movie, options: nil)
            identifier = request.placeholderForCreatedAsset?.localIdentifier
        }
        let created = try #require(identifier)
        return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [created], options: options).firstObject)
    }

    private func movie(_ type: PHAssetResourceType) throws -> SeenFilm? {
        guard let resource = PHAssetResource.assetResources(for: try now()).first(where: { $0.type == type }) else { return nil }
        return try SeenFilm([UInt8](Data(contentsOf: #require(resource.value(forKey: "privateFileURL") as? URL))))
    }

    /// By `render`, as an application edits, and by the engine, as `photos edit` and the gallery do.
    @Test(arguments: [false, true]) func theMovieOfALivePhotoGetsTheSameEdit(_ isByEngine: Bool) async throws {
        let asset = try importedLivePhoto()
        let change: (inout PhotoAdjustments) -> Void = { ($0.rotation, $0.exposure, $0.crop) = (90, 1, .init(x: 0, y: 0, width: 1, height: 0.5)) }
        if isByEngine {
            var adjustments = PhotoAdjustments()
            change(&adjustments)
            let engine = temporary.library, record = try #require(try engine.read { try $0.asset(uuid: asset.record.uuid) })
            let prepared = try engine.prepare(adjustments, of: record, by: "test", through: ResourceAccess(engine))
            #expect(try engine.performChanges(author: "test") { try $0.perform(prepared, on: record.id) })
        } else {
            try await edit(asset, change)
        }
        let edited = try now(), before = try #require(try movie(.pairedVideo)), after = try #require(try movie(.fullSizePairedVideo))
        #expect((edited.pixelWidth, edited.pixelHeight) == (240, 160) && after.size == (120, 80))
        #expect(after.times.count == before.times.count && after.sound == "aac")
        // A stop more is twice the light: the square is white as it was, and what was grey is brighter.
        #expect(after.corners[1] > 225 && after.greys[5] > before.greys[5] + 15 && after.greys[0] < 20)
        let input = try await withCheckedThrowingContinuation { (done: CheckedContinuation<PHContentEditingInput, any Error>) in
            edited.requestContentEditingInput(with: nil) { input, info in
                done.resume(with: input.map { .success($0) } ?? .failure(info[PHContentEditingInputErrorKey] as? NSError ?? NSError(domain: "cancelled", code: 0)))
            }
        }
        let live = try #require(input.livePhoto), context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: input))
        #expect(PHAssetResource.assetResources(for: live).map(\.type) == [.fullSizePhoto, .fullSizePairedVideo] && abs(context.photoTime.seconds - 0.5) < 0.06)
        try library.performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
        let left = try movie(.fullSizePairedVideo), numbers = try now().photoAdjustments()
        #expect(left == nil && numbers == nil)
        #expect(try temporary.library.verify().isSound)
    }

    /// A telephone's movies are HLG of 10 bits: a crop must not make ordinary ones of them.
    @Test(arguments: [18, 16]) func theMovieOfABrightLivePhotoStaysBright(_ transfer: Int) async throws {
        let asset = try importedLivePhoto { ($0.picture, $0.pixels, $0.colors) = ("libx265", "yuv420p10le", (9, transfer, 9)) }
        let before = try #require(try movie(.pairedVideo))
        try await edit(asset) { $0.crop = .init(x: 0.25, y: 0.25, width: 0.5, height: 0.5) }
        let cut = try #require(try movie(.fullSizePairedVideo))
        #expect(cut.picture == "hevc" && cut.pixels == "yuv420p10le" && cut.colors == [9, transfer, 9] && cut.size == (80, 60) && cut.sound == "aac")
        #expect(cut.times.count == 10 && zip(cut.greys, before.greys).allSatisfy { abs($0 - $1) <= 2 }, "\(cut.greys)")
        try await edit(asset) { ($0.crop, $0.exposure) = (.all, 1) }
        let brighter = try #require(try movie(.fullSizePairedVideo))
        #expect(brighter.colors == [9, transfer, 9] && brighter.greys[6] > before.greys[6] + 4, "\(brighter.greys)")
        // A frame of it as the still says by how much its white square is brighter than an ordinary screen's.
        try await edit(asset) { ($0.exposure, $0.keyFrame) = (0, 0.72) }
        let still = try #require(PHAssetResource.assetResources(for: try now()).first { $0.type == .fullSizePhoto }), map = try #require(still.gainMap)
        #expect(map.kind == .iso && map.headroom > 2, "\(map.headroom)")
    }

    /// An edit of an edit begins with the first movie again.
    @Test func theMovieIsMadeAgainFromTheOriginal() async throws {
        let asset = try importedLivePhoto()
        try await edit(asset) { $0.crop = .init(x: 0, y: 0, width: 0.5, height: 0.5) }
        let first = try #require(try movie(.fullSizePairedVideo))
        #expect(first.size == (80, 60))
        try await edit(asset) { ($0.crop, $0.filter) = (.all, .noir) }
        let second = try #require(try movie(.fullSizePairedVideo))
        #expect(second.size == (160, 120))
    }

    /// A frame of the movie becomes the still, with all that the still says, and the sound goes; both come back.
    @Test func aKeyFrameIsChosenAndTheSoundLeftOut() async throws {
        let asset = try importedLivePhoto(), date = asset.creationDate
        try await edit(asset) { ($0.keyFrame, $0.isMuted, $0.rotation) = (0.72, true, 180) }
        let edited = try now(), made = try #require(try movie(.fullSizePairedVideo)), known = try #require(try edited.photoAdjustments())
        #expect((known.keyFrame, known.isMuted) == (0.72, true) && (edited.pixelWidth, edited.pixelHeight) == (160, 120) && edited.creationDate == date)
        #expect(made.sound.isEmpty && made.times.count == 10)
        let picture = try #require(UIImage(data: try shown())?.cgImage), grey = Int(picture.pixels[60 * picture.bytesPerRow + 80 * 4])
        // The eighth frame, whose luma is 16 and 7 times 8.
        #expect(abs(grey - 56 * 255 / 219) <= 4 && picture.pixels[110 * picture.bytesPerRow + 150 * 4] > 225, "\(grey)")
        let input = try await input(edited)
        #expect(PHLivePhotoEditingContext(livePhotoEditingInput: input).map { abs($0.photoTime.seconds - 0.5) < 0.06 } == true, "an edit begins with the original")
        let shown = try await withCheckedThrowingContinuation { (done: CheckedContinuation<PHContentEditingInput, any Error>) in
            edited.requestContentEditingInput(with: nil) { input, _ in done.resume(with: input.map { .success($0) } ?? .failure(CancellationError())) }
        }
        #expect(PHLivePhotoEditingContext(livePhotoEditingInput: shown).map { abs($0.photoTime.seconds - 0.72) < 0.01 } == true)
        try await edit(asset) { ($0.keyFrame, $0.isMuted) = (nil, false) }
        let again = try #require(try movie(.fullSizePairedVideo)), size = try now().pixelWidth
        #expect(again.sound == "aac" && size == 320)
    }

    @Test func onlyALivePhotoHasAKeyFrame() async throws {
        let asset = try imported("IMG_1.JPG", try FixtureImages.jpeg(seed: 1)), output = PHContentEditingOutput(contentEditingInput: try await input(asset))
        for change: (inout PhotoAdjustments) -> Void in [{ $0.keyFrame = 0 }, { $0.isMuted = true }] {
            var adjustments = PhotoAdjustments()
            change(&adjustments)
            #expect(!adjustments.isNeutral)
            #expect(throws: PHPhotosError.self) { try output.render(adjustments) }
            let engine = temporary.library, record = asset.record
            #expect(throws: LibraryError.self) { try engine.prepare(adjustments, of: record, by: "test", through: ResourceAccess(engine)) }
        }
        #expect(!FileManager.default.fileExists(atPath: output.renderedContentURL.path))
    }

    @Test func aKeyFrameLiesInTheMovie() async throws {
        let asset = try importedLivePhoto(), output = PHContentEditingOutput(contentEditingInput: try await input(asset))
        var adjustments = PhotoAdjustments()
        adjustments.keyFrame = 1.5
        #expect(throws: PHPhotosError.self) { try output.render(adjustments) }
        adjustments.keyFrame = -1
        #expect(throws: AdjustmentError.self) { try output.render(adjustments) }
        adjustments.keyFrame = .nan
        #expect(throws: AdjustmentError.self) { try output.render(adjustments) }
    }

    /// Photo and movie together or neither.
    @Test func aMovieThatCannotBeRenderedFailsTheEdit() async throws {
        let asset = try importedLivePhoto { ($0.rate, $0.seconds) = (30, 4) }, output = PHContentEditingOutput(contentEditingInput: try await input(asset))
        let resource = try #require(PHAssetResource.assetResources(for: asset).first { $0.type == .pairedVideo })
        let file = try #require(resource.value(forKey: "privateFileURL") as? URL), bytes = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        try (bytes.prefix(bytes.count / 3) + Data(count: bytes.count / 3) + bytes.suffix(bytes.count - bytes.count / 3 * 2)).write(to: file)
        var adjustments = PhotoAdjustments()
        adjustments.exposure = 1
        #expect(throws: PHPhotosError.self) { try output.render(adjustments) }
        #expect(output.adjustmentData == nil && !FileManager.default.fileExists(atPath: output.renderedContentURL.path))
    }
}

/// Crops of Apple's Photos: a rendering and its adjustments come in, and are edited further.
@Suite(.timeLimit(.minutes(20))) struct AppleCropTests {
    @Test(arguments: [true, false]) func aCropOfApplesIsMadeAgainFromTheOriginal(isSimple: Bool) async throws {
        let temporary = try TemporaryLibrary(), options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        // The upper right quarter, which is green; the rendering that came along is another picture, so that it is known whose is shown.
        let steps = #"{"identifier": "Crop", "settings": {"xOrigin": 32, "yOrigin": 24, "width": 32, "height": 24, "straightenAngle": \#(isSimple ? 0 : 3)}}"#
        let json = Array(#"{"metadata": {"masterWidth": 64, "masterHeight": 48, "orientation": 1}, "adjustments": [\#(steps)]}"#.utf8), length = UInt16(json.count)
        let data = Data([1, UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)] + json)
        let list: [String: Any] = [
            "adjustmentFormatIdentifier": "com.apple.photo", "adjustmentFormatVersion": "1.4", "adjustmentBaseVersion": 0, "adjustmentData": data,
            "adjustmentEditorBundleID": "com.apple.Photos",
        ]
        let folder = temporary.folder
        for (name, bytes) in [
            ("IMG_1.JPG", try FixtureImages.jpeg(seed: 1)), ("IMG_E1.JPG", try FixtureImages.jpeg(width: 32, height: 24, seed: 2)),
            ("IMG_1.AAE", try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)),
        ] { try bytes.write(to: folder.appendingPathComponent(name)) }
        let report = try temporary.library.importer(temporary.library.importOptions).run(["IMG_1.JPG", "IMG_E1.JPG", "IMG_1.AAE"].map { folder.appendingPathComponent($0).path })
        #expect(report.imported == 1)
        let asset = try #require(PHAsset.fetchAssets(with: options).all.first)
        let known = try asset.photoAdjustments()
        #expect((known != nil) == isSimple && asset.adjustmentFormatIdentifier == "com.apple.photo")
        let input = try await withCheckedThrowingContinuation { continuation in
            asset.requestContentEditingInput(with: .forPhotoAdjustments()) { input, _ in
                if let input { return continuation.resume(returning: input) }
                continuation.resume(throwing: NSError(domain: "no input", code: 0))
            }
        }
        let base = try Data(contentsOf: #require(input.fullSizeImageURL))
        let wanted = try Data(contentsOf: folder.appendingPathComponent(isSimple ? "IMG_1.JPG" : "IMG_E1.JPG"))
        #expect(base == wanted && (input.adjustmentData != nil) == isSimple)
        guard isSimple, var adjustments = known else { return }
        #expect(adjustments.crop == .init(x: 0.5, y: 0, width: 0.5, height: 0.5))
        adjustments.crop.width = 0.25
        let output = PHContentEditingOutput(contentEditingInput: input)
        try output.render(adjustments)
        try temporary.photoLibrary.performChangesAndWait { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
        let now = try #require(PHAsset.fetchAssets(with: options).all.first)
        #expect((now.pixelWidth, now.pixelHeight) == (16, 24) && now.adjustmentFormatIdentifier == PhotoAdjustments.formatIdentifier)
    }

    /// With the movie the still is taken from it again; without it the edit is another program's, since nobody can take a frame from what is not there.
    @Test(arguments: [true, false]) func aKeyFrameOfApplesIsOneOfOursWhereItsMovieIs(hasMovie: Bool) async throws {
        let temporary = try TemporaryLibrary(), options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        let step = #"{"identifier": "LivePhotoKeyFrame", "settings": {"time": {"flags": 1, "value": 420, "epoch": 0, "timescale": 600}}}"#
        let json = Array(#"{"metadata": {"masterWidth": 64, "masterHeight": 48, "orientation": 1}, "adjustments": [\#(step)]}"#.utf8), length = UInt16(json.count)
        let data = Data([1, UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)] + json)
        let list: [String: Any] = [
            "adjustmentFormatIdentifier": "com.apple.photo", "adjustmentFormatVersion": "1.4", "adjustmentBaseVersion": 0, "adjustmentData": data,
            "adjustmentEditorBundleID": "com.apple.Photos",
        ]
        let made = temporary.folder.appendingPathComponent("made"), halves = temporary.folder.appendingPathComponent("halves")
        for folder in [made, halves] { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        let (still, movie) = (made.appendingPathComponent("IMG_1.JPG"), made.appendingPathComponent("IMG_1.MOV"))
        try FixtureImages.jpeg(seed: 1).write(to: still)
        try Data(MadeFilm { ($0.size, $0.rate, $0.seconds) = ((64, 48), 10, 1) }.bytes()).write(to: movie)
        let pair = try await PHLivePhoto.writeFiles(photo: still, video: movie, to: halves)
        let (rendering, recipe) = (halves.appendingPathComponent("IMG_E1.JPG"), halves.appendingPathComponent("IMG_1.AAE"))
        try FixtureImages.jpeg(seed: 2).write(to: rendering)
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0).write(to: recipe)
        let files = [pair.photo, rendering, recipe] + (hasMovie ? [pair.video] : [])
        let report = try temporary.library.importer(temporary.library.importOptions).run(files.map(\.path))
        #expect(report.imported == 1)
        let asset = try #require(PHAsset.fetchAssets(with: options).all.first), known = try asset.photoAdjustments()
        #expect(known?.keyFrame == (hasMovie ? 0.7 : nil) && asset.mediaSubtypes.contains(.photoLive) == hasMovie)
        guard hasMovie, var adjustments = known else { return }
        adjustments.exposure = 1
        let engine = temporary.library, record = asset.record, prepared = try engine.prepare(adjustments, of: record, by: "test", through: ResourceAccess(engine))
        #expect(try engine.performChanges(author: "test") { try $0.perform(prepared, on: record.id) })
        let edited = try #require(PHAsset.fetchAssets(with: options).all.first)
        #expect(try edited.photoAdjustments() == adjustments && edited.mediaSubtypes.contains(.photoLive))
    }
}

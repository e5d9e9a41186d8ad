import Foundation
import LibraryEngine
import PhotoModel
import Photos
import PhotosTesting
import TestSupport
import Testing

private let samples = ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"].map { URL(fileURLWithPath: $0) }

/// Edits, and what was joined by hand, in a library that is made of another's resources: they say the same there, can be made again and taken back.
@Suite(.timeLimit(.minutes(20))) struct EditRoundTripTests {
    private typealias File = (type: PHAssetResourceType, name: String, data: Data)

    private let first: TemporaryLibrary
    private let second: TemporaryLibrary
    init() throws { (first, second) = (try TemporaryLibrary(), try TemporaryLibrary()) }

    private func now(_ identifier: String, in library: TemporaryLibrary) throws -> PHAsset {
        let options = PHFetchOptions()
        options.photoLibrary = library.photoLibrary
        return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: options).firstObject)
    }

    private func made(_ files: [File], showsRaw: Bool = false, in library: TemporaryLibrary) throws -> PHAsset {
        var identifier = ""
        try library.photoLibrary.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            for file in files {
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = file.name
                request.addResource(with: file.type, data: file.data, options: options)
            }
            if showsRaw { request.originalResourceChoice = .raw }
            identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
        }
        return try now(identifier, in: library)
    }

    /// As a backup makes an asset again of all its resources.
    private func madeAgain(_ asset: PHAsset) async throws -> PHAsset {
        var files: [File] = []
        for resource in PHAssetResource.assetResources(for: asset) {
            let data = try await PHAssetResourceManager.default().data(for: resource)
            files.append((resource.type, resource.originalFilename, data))
        }
        return try made(files, showsRaw: asset.originalResourceChoice == .raw, in: second)
    }

    /// All that an asset and its resources say of themselves, but for who they are and when they came.
    private func words(_ asset: PHAsset) -> [String] {
        [
            "\(asset.mediaType) \(asset.mediaSubtypes.rawValue) \(asset.playbackStyle) \(asset.pixelWidth)x\(asset.pixelHeight) \(asset.duration)",
            "\(asset.adjustmentFormatIdentifier ?? "-") \(asset.adjustmentsState) \(asset.originalResourceChoice)",
        ] + PHAssetResource.assetResources(for: asset).map { "\($0.type) \($0.originalFilename) \($0.sha256?.base64EncodedString() ?? "")" }.sorted()
    }

    /// - Parameter isAnybody: whether whoever asks can make every edit again, and not only those of ours.
    private func input(_ asset: PHAsset, byAnybody isAnybody: Bool = false) async throws -> PHContentEditingInput {
        let options = PHContentEditingInputRequestOptions.forPhotoAdjustments()
        if isAnybody { options.canHandleAdjustmentData = { _ in true } }
        return try await withCheckedThrowingContinuation { continuation in
            asset.requestContentEditingInput(with: options) { input, info in
                if let input { return continuation.resume(returning: input) }
                continuation.resume(throwing: info[PHContentEditingInputErrorKey] as? NSError ?? NSError(domain: "cancelled", code: 0))
            }
        }
    }

    private func edit(_ asset: PHAsset, in library: TemporaryLibrary, _ change: (inout PhotoAdjustments) -> Void) async throws -> PHAsset {
        let input = try await input(asset), output = PHContentEditingOutput(contentEditingInput: input)
        var adjustments = try input.adjustmentData?.photoAdjustments() ?? PhotoAdjustments()
        change(&adjustments)
        try output.render(adjustments)
        try library.photoLibrary.performChangesAndWait { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
        return try now(asset.localIdentifier, in: library)
    }

    /// What is left of an asset when its edits are taken back.
    private func reverted(_ asset: PHAsset, in library: TemporaryLibrary) async throws -> [Data] {
        try library.photoLibrary.performChangesAndWait { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
        let left = try now(asset.localIdentifier, in: library)
        #expect(!left.hasAdjustments)
        var data: [Data] = []
        for resource in PHAssetResource.assetResources(for: left) { data.append(try await PHAssetResourceManager.default().data(for: resource)) }
        return data
    }

    // MARK: Photos

    enum Kind: String, CaseIterable { case photo, livePhoto, raw, pair, rawOfPair }

    private func files(of kind: Kind) throws -> [File] {
        let photo: File = (.photo, "IMG_1.JPG", try FixtureImages.jpeg(width: 64, height: 48, seed: 1)), raw = FixtureImages.raw(width: 80, height: 60)
        switch kind {
        case .photo: return [photo]
        case .livePhoto: return [photo, (.pairedVideo, "IMG_1.MOV", Data(try MadeFilm { ($0.size, $0.seconds) = ((64, 48), 1) }.bytes()))]
        case .raw: return [(.photo, "IMG_1.DNG", raw)]
        case .pair, .rawOfPair: return [photo, (.alternatePhoto, "IMG_1.DNG", raw)]
        }
    }

    @Test(arguments: Kind.allCases) func anEditOfOursIsNumbersWhereItIsMadeAgain(_ kind: Kind) async throws {
        let files = try files(of: kind), original = try made(files, showsRaw: kind == .rawOfPair, in: first)
        let (width, height) = (original.pixelWidth, original.pixelHeight)
        let edited = try await edit(original, in: first) { ($0.rotation, $0.exposure, $0.crop) = (90, 0.5, .init(x: 0, y: 0, width: 1, height: 0.5)) }
        let copy = try await madeAgain(edited), numbers = try #require(try copy.photoAdjustments())
        #expect(words(copy) == words(edited))
        #expect(copy.hasAdjustments)
        #expect(try numbers == edited.photoAdjustments() && (numbers.rotation, numbers.exposure) == (90, 0.5))
        // What was cut away is there, as the edit is made anew of the original and not of its rendering.
        let whole = try await edit(copy, in: second) { $0.crop = .all }
        #expect((whole.pixelWidth, whole.pixelHeight) == (height, width) && (edited.pixelWidth, edited.pixelHeight) != (height, width))
        #expect(try whole.photoAdjustments()?.exposure == 0.5)
        let left = try await reverted(whole, in: second)
        #expect(Set(left) == Set(files.map(\.data)) && left.count == files.count)
        #expect(try second.library.verify().isSound)
    }

    // MARK: Videos

    private func trim(_ asset: PHAsset, to part: VideoTrim, in library: TemporaryLibrary) throws -> PHAsset {
        let row = try record(asset, in: library), engine = library.library
        let prepared = try engine.prepareTrimming(engine.trimState(of: row), to: part, by: "test")
        let isChanged = try engine.performChanges(author: "test") { try $0.perform(prepared, on: row.id) }
        #expect(isChanged)
        return try now(asset.localIdentifier, in: library)
    }

    private func record(_ asset: PHAsset, in library: TemporaryLibrary) throws -> AssetRecord {
        let uuid = try #require(UUID(uuidString: String(asset.localIdentifier.prefix(36))))
        return try #require(try library.library.read { try $0.asset(uuid: uuid) })
    }

    /// Seconds that the video takes to be played, slow parts included.
    private func seconds(_ asset: PHAsset) async throws -> Double {
        let movie = await withCheckedContinuation { (done: CheckedContinuation<AVAsset?, Never>) in
            PHImageManager.default().requestAVAsset(forVideo: asset, options: nil) { movie, _, _ in done.resume(returning: movie) }
        }
        return try #require(movie).duration.seconds
    }

    /// What Apple's camera writes beside a video whose middle is slow.
    private func slowMotion() throws -> Data {
        func time(_ value: Int) -> [String: Any] { ["value": value, "timescale": 600, "flags": 1, "epoch": 0] }
        let region = ["timeRange": ["start": time(300), "duration": time(300)]]
        let data = try PropertyListSerialization.data(fromPropertyList: ["slowMotion": ["rate": Float(0.25), "regions": [region]]], format: .binary, options: 0)
        let list: [String: Any] = [
            "adjustmentFormatIdentifier": "com.apple.video.slomo", "adjustmentFormatVersion": "1.1", "adjustmentBaseVersion": 0, "adjustmentData": data,
            "adjustmentEditorBundleID": "com.apple.camera",
        ]
        return try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    }

    @Test func whatIsSlowOfAVideoIsSlowWhereItIsMadeAgain() async throws {
        let film = try MadeFilm { ($0.rate, $0.seconds, $0.size) = (120, 2, (64, 48)) }.bytes()
        let asset = try made([(.video, "IMG_1.MOV", Data(film)), (.adjustmentData, "IMG_1.AAE", try slowMotion())], in: first)
        let copy = try await madeAgain(asset), (long, again) = (try await seconds(asset), try await seconds(copy))
        #expect(words(copy) == words(asset) && abs(long - 3.5) < 0.05 && again == long, "\(long) \(again)")
    }

    @Test(arguments: [false, true]) func aTrimIsKnownWhereItIsMadeAgain(isSlow: Bool) async throws {
        let film = Data(try MadeFilm { ($0.rate, $0.seconds, $0.size) = (isSlow ? 120 : 30, 2, (64, 48)) }.bytes())
        var files: [File] = [(.video, "IMG_1.MOV", film)]
        if isSlow { files.append((.adjustmentData, "IMG_1.AAE", try slowMotion())) }
        let whole = try made(files, in: first)
        let part = VideoTrim(start: 0.25, end: 0.75), trimmed = try trim(whole, to: part, in: first), copy = try await madeAgain(trimmed)
        #expect(words(copy) == words(trimmed) && copy.hasAdjustments)
        #expect(try second.library.trimState(of: record(copy, in: second)).trim == part)
        let (long, again) = (try await seconds(trimmed), try await seconds(copy))
        #expect(again == long && abs(long - (isSlow ? 1.25 : 0.5)) < 0.15, "\(long) \(again)")
        // Another part, of the original and not of the part that there is; half a second of it is at full speed.
        let later = try trim(copy, to: VideoTrim(start: 0.75, end: 1.5), in: second), lasts = try await seconds(later)
        #expect(abs(lasts - (isSlow ? 1.5 : 0.75)) < 0.15, "\(lasts)")
        let left = try await reverted(later, in: second)
        #expect(left.first == film)
        #expect(try second.library.verify().isSound)
    }

    // MARK: Joined by hand

    @Test func whatWasJoinedByHandIsOneWhereItIsMadeAgain() async throws {
        let movie = Data(try MadeFilm { ($0.size, $0.seconds) = ((64, 48), 1) }.bytes())
        for other in [(.video, "CLIP.MOV", movie), (.photo, "SENSOR.DNG", FixtureImages.raw())] as [File] {
            let photo = try made([(.photo, "IMG_1.JPG", try FixtureImages.jpeg(seed: 1))], in: first), half = try made([other], in: first)
            try first.photoLibrary.performChangesAndWait { PHAssetChangeRequest(for: photo).pair(with: half) }
            let joined = try now(photo.localIdentifier, in: first), copy = try await madeAgain(joined)
            #expect(words(copy) == words(joined))
            #expect(PHAssetResource.assetResources(for: copy).map(\.type) == [.photo, other.type == .video ? .pairedVideo : .alternatePhoto])
            #expect(copy.mediaSubtypes.contains(.photoLive) == (other.type == .video))
        }
        #expect(try second.library.verify().isSound)
    }

    // MARK: Apple's

    /// What Apple's Photos rendered, in its own libraries: the rendering's path among the samples without its end, which is also where the recipe lies.
    private static let renderings: [String] = {
        guard let samples, let paths = FileManager.default.enumerator(atPath: samples.appendingPathComponent("apple").path) else { return [] }
        return paths.compactMap { $0 as? String }.filter { $0.contains("/renders/") && $0.contains("_1_201_a.") }.map { "apple/\($0)" }.sorted()
    }()

    @Test(.enabled(if: samples != nil, "PHOTOS_SAMPLES is not set")) func applesRenderingsAreMet() { #expect(Self.renderings.count >= 5, "\(Self.renderings)") }

    @Test(.enabled(if: samples != nil, "PHOTOS_SAMPLES is not set"), arguments: renderings)
    func anEditThatApplesPhotosRenderedComesAlong(_ path: String) async throws {
        let rendering = try #require(samples).appendingPathComponent(path), name = String(rendering.lastPathComponent.prefix(36))
        let folder = rendering.deletingLastPathComponent(), originals = folder.path.replacingOccurrences(of: "/resources/renders/", with: "/originals/")
        let original = try #require(try FileManager.default.contentsOfDirectory(atPath: originals).first { $0.hasPrefix("\(name).") })
        let recipe = try Data(contentsOf: folder.appendingPathComponent("\(name).plist")), photo = try Data(contentsOf: URL(fileURLWithPath: "\(originals)/\(original)"))
        let asset = try made(
            [(.photo, original, photo), (.fullSizePhoto, rendering.lastPathComponent, try Data(contentsOf: rendering)), (.adjustmentData, "\(name).plist", recipe)], in: first)
        let copy = try await madeAgain(asset), list = try #require(PropertyListSerialization.propertyList(from: recipe, format: nil) as? [String: Any])
        #expect(words(copy) == words(asset) && copy.hasAdjustments && copy.adjustmentFormatIdentifier == list["adjustmentFormatIdentifier"] as? String)
        let input = try await input(copy, byAnybody: true), edited = try #require(input.fullSizeImageURL)
        #expect(try Data(contentsOf: edited) == photo && input.adjustmentData?.data == list["adjustmentData"] as? Data)
        let left = try await reverted(copy, in: second)
        #expect(left == [photo])
    }
}

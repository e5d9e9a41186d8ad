import Foundation
import PhotosTesting
import TestSupport
import Testing

@testable import LibraryEngine
@testable import Photos

/// Videos in slow motion, as the library gives them.
@Suite(.timeLimit(.minutes(20))) struct SlowMotionTests {
    private let temporary: TemporaryLibrary
    init() throws { temporary = try TemporaryLibrary() }

    /// A film of so many frames a second with, or without, what Apple's camera says of its speed beside it.
    private func asset(_ film: MadeFilm, slow: (start: Double, end: Double, rate: Double)? = nil, format: String = "com.apple.video.slomo") throws -> PHAsset {
        var files = ["IMG_1.MOV": try Data(film.bytes())]
        if let slow {
            func time(_ seconds: Double) -> [String: Any] { ["value": Int(seconds * 600), "timescale": 600, "flags": 1, "epoch": 0] }
            let region = ["timeRange": ["start": time(slow.start), "duration": time(slow.end - slow.start)]]
            let data = try PropertyListSerialization.data(fromPropertyList: ["slowMotion": ["rate": Float(slow.rate), "regions": [region]]], format: .binary, options: 0)
            let list: [String: Any] = [
                "adjustmentFormatIdentifier": format, "adjustmentFormatVersion": "1.1", "adjustmentBaseVersion": 0, "adjustmentData": data,
                "adjustmentEditorBundleID": "com.apple.camera",
            ]
            files["IMG_1.AAE"] = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        }
        for (name, bytes) in files { try bytes.write(to: temporary.folder.appendingPathComponent(name)) }
        let report = try temporary.library.importer(temporary.library.importOptions).run(files.keys.sorted().map { temporary.folder.appendingPathComponent($0).path })
        #expect(report.imported == 1)
        return try fetched()
    }

    private func fetched() throws -> PHAsset {
        let options = PHFetchOptions()
        options.photoLibrary = temporary.photoLibrary
        return try #require(PHAsset.fetchAssets(with: options).all.first)
    }

    private func movie(_ asset: PHAsset, _ version: PHVideoRequestOptionsVersion = .current) async throws -> AVAsset {
        let options = PHVideoRequestOptions()
        options.version = version
        return try #require(
            await withCheckedContinuation { (done: CheckedContinuation<AVAsset?, Never>) in
                PHImageManager.default().requestAVAsset(forVideo: asset, options: options) { movie, _, _ in done.resume(returning: movie) }
            })
    }

    private func targets(_ movie: AVAsset) -> [[Double]] {
        movie.tracks(withMediaType: .video).first?.segments.map { [$0.timeMapping.target.start.seconds, $0.timeMapping.target.end.seconds] } ?? []
    }

    private static let film = MadeFilm { ($0.rate, $0.seconds, $0.size) = (120, 2, (64, 48)) }

    @Test func whatTheCameraSaysIsSlow() async throws {
        let asset = try asset(Self.film, slow: (0.5, 1, 0.25))
        #expect(asset.mediaSubtypes.contains(.videoHighFrameRate))
        let movie = try await movie(asset), parts = targets(movie)
        #expect(movie is AVComposition && abs(movie.duration.seconds - 3.5) < 0.05 && parts.count == 3)
        #expect(parts.count == 3 && parts[0] == [0, 0.5] && parts[1] == [0.5, 2.5], "\(parts)")
        let original = try await self.movie(asset, .original)
        #expect(original is AVURLAsset && abs(original.duration.seconds - 2) < 0.05)
        // The picture at 1.5 seconds is the one at 0.75 of the file.
        let slow = AVAssetImageGenerator(asset: movie), fast = AVAssetImageGenerator(asset: original)
        let shown = try slow.copyCGImage(at: CMTime(seconds: 1.5, preferredTimescale: 600), actualTime: nil)
        let wanted = try fast.copyCGImage(at: CMTime(seconds: 0.75, preferredTimescale: 600), actualTime: nil)
        #expect(UIImage(cgImage: shown).pngData() == UIImage(cgImage: wanted).pngData())
    }

    @Test func whatNobodySaysIsTheMiddleOfManyFrames() async throws {
        let movie = try await movie(asset(Self.film)), parts = targets(movie)
        // From 0.4 to 1.6 seconds at a quarter of the speed.
        #expect(movie is AVComposition && parts.count == 3 && abs(parts[1][0] - 0.4) < 0.01 && abs(parts[1][1] - 5.2) < 0.02, "\(parts)")
    }

    @Test func ordinaryFilmsAndOtherProgramsEditsAreAsTheyAre() async throws {
        #expect(try await movie(asset(MadeFilm { ($0.rate, $0.size) = (30, (64, 48)) })) is AVURLAsset)
        let other = try SlowMotionTests()
        #expect(try await other.movie(other.asset(Self.film, slow: (0.5, 1, 0.25), format: "com.apple.video")) is AVURLAsset)
        let whole = try SlowMotionTests(),
            intent = MadeFilm {
                ($0.rate, $0.seconds, $0.size) = (120, 1, (64, 48))
                $0.metadata = [("com.apple.quicktime.full-frame-rate-playback-intent", "1")]
            }
        #expect(try await whole.movie(whole.asset(intent)) is AVURLAsset)
    }

    @Test(arguments: [AVAssetExportPresetPassthrough, AVAssetExportPresetHighestQuality, AVAssetExportPreset640x480]) func anExportIsAsSlow(_ preset: String) async throws {
        let asset = try asset(Self.film, slow: (0.5, 1, 0.25)), target = temporary.folder.appendingPathComponent("out.mov")
        let session = try #require(
            await withCheckedContinuation { (done: CheckedContinuation<AVAssetExportSession?, Never>) in
                PHImageManager.default().requestExportSession(forVideo: asset, options: nil, exportPreset: preset) { session, _ in done.resume(returning: session) }
            })
        try await session.export(to: target, as: .mov)
        let seen = try SeenFilm([UInt8](Data(contentsOf: target)))
        #expect(seen.times.count == 240 && abs(seen.seconds - 3.5) < 0.05 && abs(seen.soundEnd - 3.5) < 0.1, "\(seen.times.count) \(seen.seconds) \(seen.soundEnd)")
        let gaps = zip(seen.times, seen.times.dropFirst()).map { $1 - $0 }
        #expect(abs((gaps.max() ?? 0) - 4.0 / 120) < 0.001 && abs((gaps.min() ?? 0) - 1.0 / 120) < 0.001)
    }

    /// Another program's recipe says nothing of speed to anybody else, so a video whose recipe is lost is had all the same.
    @Test func whatAnotherProgramEditedNeedsNoRecipe() async throws {
        let whole = try Data(Self.film.bytes()), edited = try Data(MadeFilm { $0.seconds = 1 }.bytes())
        try temporary.photoLibrary.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            for (type, data) in [(.video, whole), (.adjustmentData, Data("edit".utf8)), (.fullSizeVideo, edited)] as [(PHAssetResourceType, Data)] {
                request.addResource(with: type, data: data, options: nil)
            }
        }
        let asset = try fetched(), id = asset.record.id
        let recipe = try #require(try temporary.library.read { try $0.resources(assetID: id) }.first { $0.type == .adjustmentData })
        try FileManager.default.removeItem(at: temporary.url.appendingPathComponent(recipe.location.path))
        let movie = try await movie(asset)
        #expect(abs(movie.duration.seconds - 1) < 0.05)
    }

    @Test func aTrimKeepsWhatIsSlow() async throws {
        let asset = try asset(Self.film, slow: (0.5, 1, 0.25)), library = temporary.library
        func trim(_ part: VideoTrim) throws {
            let record = try #require(try library.read { try $0.asset(uuid: asset.record.uuid) })
            let prepared = try library.prepareTrimming(library.trimState(of: record), to: part, by: "test")
            let isChanged = try library.performChanges(author: "test") { try $0.perform(prepared, on: record.id) }
            #expect(isChanged)
        }
        try trim(VideoTrim(start: 0.25, end: 0.75))
        var parts = try await targets(movie(fetched()))
        // A frame or two may come behind the end.
        #expect(parts.count >= 2 && abs(parts[0][1] - 0.25) < 0.01 && abs(parts[1][1] - 1.25) < 0.1, "\(parts)")
        // A second one is of the original, too.
        try trim(VideoTrim(start: 0.75, end: 1.5))
        parts = try await targets(movie(fetched()))
        #expect(parts.count == 2 && abs(parts[0][1] - 1) < 0.01 && abs(parts[1][1] - 1.5) < 0.1, "\(parts)")
    }
}

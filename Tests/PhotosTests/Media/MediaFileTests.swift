import Photos
import PhotosTesting
import SharedWorld
import Testing

/// Movies that are files, without a library: while another test's is the shared one, what that does to its decoder would happen here too.
@Suite(.sharedLibrary) struct MediaFileTests {
    private let folder: URL

    init() throws {
        PHPhotoLibrary.replaceShared(with: nil)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("media-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func file(_ name: String, _ data: Data) throws -> AVURLAsset {
        let url = folder.appendingPathComponent(name)
        try data.write(to: url)
        return AVURLAsset(url: url)
    }

    private func end() { try? FileManager.default.removeItem(at: folder) }

    @Test func aMovieIsReadInAWorker() async throws {
        defer { end() }
        let asset = try file("a.mov", FixtureMovies.blue)
        let duration = try await asset.load(.duration)
        #expect(duration.value == 20_480 && duration.timescale == 10_240)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        #expect(track.naturalSize == CGSize(width: 64, height: 48) && track.nominalFrameRate == 5 && track.preferredTransform.isIdentity)
        #expect(track.timeRange == CMTimeRange(start: .zero, duration: duration) && track.estimatedDataRate > 0 && track.languageCode == nil)
        #expect(asset.tracks.count == 1 && asset.tracks(withMediaType: .audio).isEmpty)
    }

    @Test func whatIsNoMovieSaysWhatItIs() async throws {
        defer { end() }
        func code(_ asset: AVAsset) async -> AVError.Code? {
            do { _ = try await asset.load(.duration) } catch { return (error as? AVError)?.code }
            return nil
        }
        #expect(await code(try file("a.mov", Data("no movie at all".utf8))) == .fileFormatNotRecognized)
        #expect(await code(try file("b.mov", FixtureImages.jpeg())) == .fileFormatNotRecognized)
        #expect(await code(try file("c.mov", FixtureMovies.blue.prefix(600))) == .fileFailedToParse)
        #expect(await code(AVURLAsset(url: folder.appendingPathComponent("gone.mov"))) == .noLongerPlayable)
        #expect(await code(AVURLAsset(url: URL(string: "https://example.org/a.mov") ?? folder)) == .unknown)
    }

    @Test func aMovieIsExportedAsItIs() async throws {
        defer { end() }
        let asset = try file("a.mov", FixtureMovies.blue), target = folder.appendingPathComponent("b.mov")
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        #expect(session.supportedFileTypes == [.mov, .mp4, .m4v])
        try await session.export(to: target, as: .mov)
        #expect(try Data(contentsOf: target) == FixtureMovies.blue)
    }
}

import AVFoundation
import Testing

@Suite struct MediaAssetTests {
    private let inspector = FakeInspector()
    private func url(_ name: String = "\(UUID().uuidString).mov") -> URL { URL(fileURLWithPath: "/nowhere/\(name)") }

    @Test func whatAMovieSaysOfItself() throws {
        let url = url(), asset = AVURLAsset(url: url, inspector: inspector)
        #expect(inspector.reads(of: url) == 0, "nothing is read before it is asked for")
        #expect(asset.duration.seconds == 2 && asset.isReadable && asset.url == url)
        let track = try #require(asset.tracks(withMediaType: .video).first)
        #expect(track.naturalSize == CGSize(width: 1920, height: 1080) && track.trackID == 1 && track.nominalFrameRate == 29.97)
        #expect(track.timeRange.end.seconds == 2 && track.naturalTimeScale == 600 && track.estimatedDataRate == 8e6)
        #expect(track.naturalSize.applying(track.preferredTransform) == CGSize(width: -1080, height: 1920))
        #expect(CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform) == CGRect(x: 0, y: 0, width: 1080, height: 1920))
        #expect(asset.tracks.last?.languageCode == "eng" && asset.tracks.last?.naturalSize == .zero)
        #expect(track.asset === asset && asset.tracks.first === track && asset.track(withTrackID: 2)?.mediaType == .audio)
        #expect(inspector.reads(of: url) == 1, "and once")
        #expect(asset.copy() as? AVAsset === asset)
    }

    @Test func valuesAreAwaited() async throws {
        let asset = AVURLAsset(url: url(), inspector: inspector)
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .unknown)
        let (duration, tracks) = try await asset.load(.duration, .tracks)
        #expect(duration.seconds == 2 && tracks.count == 2)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let (size, transform, rate) = try await track.load(.naturalSize, .preferredTransform, .nominalFrameRate)
        #expect(size.width == 1920 && transform.b == 1 && rate == 29.97)
        #expect(try await asset.loadTrack(withTrackID: 9) == nil)
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
    }

    @Test func whatIsNoMovieIsEmptyAndSaysWhy() async throws {
        let asset = AVURLAsset(url: url("a.txt"), inspector: inspector)
        #expect(asset.duration == .zero && asset.tracks.isEmpty && !asset.isReadable)
        await #expect(throws: AVError.self) { try await asset.load(.duration) }
        var error: NSError?
        #expect(asset.statusOfValue(forKey: "tracks", error: &error) == .failed)
        #expect(error?.code == AVError.fileFormatNotRecognized.rawValue && error?.localizedDescription == "a.txt is no movie.")
    }

    @Test func aPlayerItemCarriesItsAsset() {
        let item = AVPlayerItem(asset: AVURLAsset(url: url(), inspector: inspector))
        #expect(item.duration.seconds == 2 && item.audioMix == nil)
        item.audioMix = AVAudioMix()
        #expect(item.audioMix != nil)
    }

    @Test func assetsOfFilesAreURLAssets() {
        let file = url(), asset = AVAsset(url: file)
        #expect((asset as? AVURLAsset)?.url == file && AVPlayerItem(url: file).asset is AVURLAsset)
        #expect(asset.duration == .zero && asset.tracks.isEmpty, "there is none")
    }

    @Test func transforms() {
        let turn = CGAffineTransform(rotationAngle: .pi / 2), move = CGAffineTransform(translationX: 3, y: 4)
        let both = turn.concatenating(move), point = CGPoint(x: 1, y: 0).applying(both)
        #expect(abs(point.x - 3) < 1e-12 && abs(point.y - 5) < 1e-12)
        let back = point.applying(both.inverted())
        #expect(abs(back.x - 1) < 1e-12 && abs(back.y) < 1e-12)
        #expect(CGAffineTransform.identity.isIdentity && CGAffineTransform().inverted() == CGAffineTransform())
        #expect(move.scaledBy(x: 2, y: 2) == CGAffineTransform(2, 0, 0, 2, 3, 4) && CGAffineTransform.identity.translatedBy(x: 3, y: 4) == move)
    }
}

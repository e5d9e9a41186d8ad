import AVFoundation
import Adjustments
import CoreMedia
import Foundation
import Testing

@testable import PlatformTypes

/// A movie with a slow middle.
@Suite struct CompositionTests {
    private static let slow = SlowMotion(start: 0.5, end: 1.5, rate: 0.25)

    /// Of the two seconds that `FakeInspector` gives every movie.
    private static func composition(_ slow: SlowMotion? = slow) throws -> AVComposition {
        let inspector = FakeInspector(), url = URL(fileURLWithPath: "/nowhere/a.mov")
        return AVComposition(url: url, description: try inspector.inspect(url), slowMotion: try #require(slow), inspector: inspector)
    }

    private static func seconds(_ range: CMTimeRange) -> [Double] { [range.start.seconds, range.end.seconds] }

    @Test func `it lasts as long as it shows`() throws {
        let movie = try Self.composition()
        #expect(movie.duration.seconds == 5 && movie.tracks.count == 2 && movie.naturalSize == CGSize(width: 1920, height: 1080))
        #expect(movie.tracks.allSatisfy { $0 is AVCompositionTrack && Self.seconds($0.timeRange) == [0, 5] })
        #expect(AVPlayerItem(asset: movie).duration.seconds == 5)
    }

    @Test func `its segments say what of the file shows when`() throws {
        let track = try #require(Self.composition().tracks.first), parts = track.segments.compactMap { $0 as? AVCompositionTrackSegment }
        #expect(parts.map { Self.seconds($0.timeMapping.source) } == [[0, 0.5], [0.5, 1.5], [1.5, 2]])
        #expect(parts.map { Self.seconds($0.timeMapping.target) } == [[0, 0.5], [0.5, 4.5], [4.5, 5]])
        #expect(parts.allSatisfy { $0.sourceURL?.path == "/nowhere/a.mov" && $0.sourceTrackID == track.trackID && !$0.isEmpty })
        #expect(track.segment(forTrackTime: CMTime(seconds: 3, preferredTimescale: 600)) === track.segment(forTrackTime: CMTime(seconds: 1, preferredTimescale: 600)))
        #expect(track.segment(forTrackTime: CMTime(seconds: 9, preferredTimescale: 600)) == nil)
        let end = try #require(Self.composition(SlowMotion(start: 0, end: 9, rate: 0.5)).tracks.first)
        #expect(end.segments.map { Self.seconds($0.timeMapping.target) } == [[0, 4]])
    }

    @Test func `a file is one segment of its own speed`() throws {
        let movie = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/a.mov"), inspector: FakeInspector())
        let segments = try #require(movie.tracks.first).segments
        #expect(segments.count == 1 && segments[0].timeMapping.source == segments[0].timeMapping.target && Self.seconds(segments[0].timeMapping.target) == [0, 2])
        #expect(CMTimeMapping().isValid == false && segments[0].timeMapping.isValid)
        let range = CMTimeRange(start: .zero, duration: CMTime(seconds: 1, preferredTimescale: 600))
        #expect(CMTimeMappingMake(source: range, target: range) == CMTimeMapping(source: range, target: range))
    }

    @Test(arguments: [AVAssetExportPresetPassthrough, AVAssetExportPresetHighestQuality]) func `no export leaves it as fast as the file`(_ preset: String) async throws {
        let folder = FileManager.default.temporaryDirectory, movie = try Self.composition()
        func plan(_ range: CMTimeRange?) async throws -> String {
            let target = folder.appendingPathComponent("slow-\(UUID().uuidString).mov")
            defer { try? FileManager.default.removeItem(at: target) }
            let session = try #require(AVAssetExportSession(asset: movie, presetName: preset))
            if let range { session.timeRange = range }
            try await session.export(to: target, as: .mov)
            return try String(decoding: Data(contentsOf: target), as: UTF8.self)
        }
        #expect(try await plan(nil).contains("0.0– slow 0.5–1.5 × 0.25"))
        // From 1.5 to 4.75 as it shows.
        let range = CMTimeRange(start: CMTime(seconds: 1.5, preferredTimescale: 600), end: CMTime(seconds: 4.75, preferredTimescale: 600))
        #expect(try await plan(range).contains("0.75–1.75 slow 0.5–1.5 × 0.25"))
    }
}

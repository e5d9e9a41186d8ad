import AVFoundation
import Codecs
import Foundation
import LibraryEngine
import Metadata
import PhotoModel
import PhotosTesting
import Pixels
import TestSupport
import Testing

@testable import Photos

extension ClientTests {
    /// What films say that are made of a library's videos.
    @Suite(.timeLimit(.minutes(20))) struct ExportedFacts {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        /// The file says what its camera knew, and the library what its owner does.
        @Test func whatASessionEncodesSaysWhatTheLibraryKnows() async throws {
            let said = [
                ("com.apple.quicktime.creationdate", "2013-10-25T12:04:53+0200"), ("com.apple.quicktime.displayname", "Old"),
                ("com.apple.quicktime.location.ISO6709", "+34.0533-118.2423/"), ("com.apple.quicktime.make", "Maker"),
            ]
            let film = try Data(MadeFilm { $0.metadata = said }.bytes()), asset = try fixture.make([(.video, "a.mov", film)])
            try fixture.temporary.library.performChanges(author: "test") { transaction in
                try transaction.update(assetID: asset.record.id) { record in
                    (record.title, record.keywords) = ("Pier", ["sea", "sun"])
                    record.location = nil
                    (record.creationDate, record.creationOffset) = (Date(timeIntervalSince1970: 1_400_000_000).timeIntervalSinceReferenceDate, 3600)
                }
            }
            for (preset, type) in [(AVAssetExportPreset640x480, AVFileType.mp4), (AVAssetExportPresetPassthrough, .mp4), (AVAssetExportPresetPassthrough, .mov)] {
                let target = fixture.temporary.folder.appendingPathComponent(UUID().uuidString)
                let session = try #require(
                    await withCheckedContinuation { (done: CheckedContinuation<AVAssetExportSession?, Never>) in
                        PHImageManager.default().requestExportSession(forVideo: asset, options: nil, exportPreset: preset) { session, _ in done.resume(returning: session) }
                    })
                try await session.export(to: target, as: type)
                let made = try Data(contentsOf: target)
                // The whole of it in its own type is a copy of its file.
                if type == .mov {
                    #expect(made == film)
                    continue
                }
                let facts = try made.withUnsafeBytes { try FactsReader.read($0, name: "a", limits: DecodingLimits()) }
                #expect(facts.title == "Pier" && facts.keywords == ["sea", "sun"] && facts.camera.make == "Maker" && facts.location == nil, "\(preset): \(facts)")
                #expect(facts.captureDate?.localSeconds == 1_400_003_600 && facts.captureDate?.utcOffset == 3600, "\(preset): \(facts)")
            }
        }
    }
}

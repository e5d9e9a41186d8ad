import AVFoundation
import Testing

@Suite struct ExportTests {
    private let inspector = FakeInspector()
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("export-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A file of more than one step of a copy.
    private func movie(_ name: String = "a.mov", bytes: Int = 3_000_001) throws -> AVURLAsset {
        let url = folder.appendingPathComponent(name)
        try Data((0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ ($0 >> 8)) }).write(to: url)
        return AVURLAsset(url: url, inspector: inspector)
    }

    private func session(_ asset: AVAsset, _ preset: String = AVAssetExportPresetPassthrough) throws -> AVAssetExportSession {
        try #require(AVAssetExportSession(asset: asset, presetName: preset))
    }

    private func end() { try? FileManager.default.removeItem(at: folder) }

    @Test(arguments: [AVAssetExportPresetPassthrough, AVAssetExportPresetHighestQuality])
    func aCopyIsTheFile(_ preset: String) async throws {
        defer { end() }
        let asset = try movie(), session = try session(asset, preset), target = folder.appendingPathComponent("b.mov")
        #expect(session.status == .unknown && session.progress == 0 && session.supportedFileTypes == [.mov])
        (session.outputURL, session.outputFileType, session.shouldOptimizeForNetworkUse) = (target, .mov, true)
        await session.export()
        #expect(session.status == .completed && session.progress == 1 && session.error == nil)
        #expect(try Data(contentsOf: target) == Data(contentsOf: asset.url))
        await session.export()
        #expect(session.status == .completed, "a session exports once")
    }

    @Test func exportingToAnAwaitedFile() async throws {
        defer { end() }
        let asset = try movie(bytes: 0), target = folder.appendingPathComponent("b.mov")
        try await session(asset).export(to: target, as: .mov)
        #expect(try Data(contentsOf: target).isEmpty)
        await #expect { try await session(asset).export(to: target, as: .mov) } throws: { AVError.fileAlreadyExists ~= $0 }
    }

    @Test func whatIsNotDoneFailsAndLeavesNothing() async throws {
        defer { end() }
        let asset = try movie(), target = folder.appendingPathComponent("b.mov")
        func code(_ session: AVAssetExportSession, _ url: URL? = nil, as type: AVFileType = .mov) async -> AVError.Code? {
            do { try await session.export(to: url ?? target, as: type) } catch { return (error as? AVError)?.code }
            return nil
        }
        #expect(AVAssetExportSession(asset: asset, presetName: "nonsense") == nil)
        #expect(await code(try session(asset, AVAssetExportPreset1280x720)) == .operationNotSupportedForAsset)
        #expect(await code(try session(asset), as: .mp4) == .operationNotSupportedForAsset)
        let part = try session(asset)
        part.timeRange = CMTimeRange(start: .zero, duration: CMTimeMake(value: 1, timescale: 1))
        #expect(await code(part) == .operationNotSupportedForAsset)
        #expect(await code(try session(AVURLAsset(url: folder.appendingPathComponent("gone.mov"), inspector: inspector))) == .noLongerPlayable)
        #expect(await code(try session(asset), folder.appendingPathComponent("none/b.mov")) == .exportFailed)
        #expect(await code(try session(AVURLAsset(url: folder.appendingPathComponent("a.txt"), inspector: inspector))) == .fileFormatNotRecognized)
        let unset = try session(asset)
        await unset.export()
        #expect(unset.status == .failed && (unset.error as? AVError)?.code == .exportFailed)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.mov"])
    }

    @Test func cancellingBeforeTheExportEndsIt() async throws {
        defer { end() }
        let asset = try movie(), session = try session(asset), target = folder.appendingPathComponent("b.mov")
        session.cancelExport()
        #expect(session.status == .cancelled)
        await #expect { try await session.export(to: target, as: .mov) } throws: { AVError.operationCancelled ~= $0 }
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    /// Wherever a cancellation falls, the export is whole or leaves nothing.
    @Test func cancellingAnywhereLeavesAWholeFileOrNone() async throws {
        defer { end() }
        let asset = try movie(), expected = try Data(contentsOf: asset.url)
        for round in 0..<20 {
            let session = try session(asset), target = folder.appendingPathComponent("\(round).mov")
            async let exporting: Void = session.export(to: target, as: .mov)
            while session.status != .completed, session.progress < Float(round) / 20, session.status != .failed { await Task.yield() }
            session.cancelExport()
            let isWhole = (try? await exporting) != nil
            #expect(session.status == (isWhole ? .completed : .cancelled))
            #expect((try? Data(contentsOf: target)) == (isWhole ? expected : nil))
        }
    }

    @Test func presetsThatFit() async throws {
        defer { end() }
        let asset = try movie()
        #expect(AVAssetExportSession.exportPresets(compatibleWith: asset) == [AVAssetExportPresetHighestQuality, AVAssetExportPresetPassthrough])
        #expect(AVAssetExportSession.exportPresets(compatibleWith: AVURLAsset(url: folder.appendingPathComponent("a.txt"), inspector: inspector)).isEmpty)
        #expect(Set(AVAssetExportSession.allExportPresets()).isSuperset(of: [AVAssetExportPresetMediumQuality, AVAssetExportPresetPassthrough]))
        #expect(await AVAssetExportSession.compatibility(ofExportPreset: AVAssetExportPresetPassthrough, with: asset, outputFileType: .mov))
        #expect(await !AVAssetExportSession.compatibility(ofExportPreset: AVAssetExportPresetPassthrough, with: asset, outputFileType: .mp4))
        #expect(await !AVAssetExportSession.compatibility(ofExportPreset: AVAssetExportPreset640x480, with: asset, outputFileType: nil))
    }
}

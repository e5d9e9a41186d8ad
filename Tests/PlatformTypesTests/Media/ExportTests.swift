import AVFoundation
import Testing

@Suite struct ExportTests {
    private let inspector = FakeInspector()
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("export-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private static let content = Data((0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ ($0 >> 8)) })

    /// A file of more than one step of a copy.
    private func movie(_ name: String = "a.mov", bytes: Int = 3_000_001) throws -> AVURLAsset {
        let url = folder.appendingPathComponent(name)
        try Self.content.prefix(bytes).write(to: url)
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
        #expect(session.status == .unknown && session.progress == 0 && session.supportedFileTypes == [.mov, .mp4, .m4v])
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
        #expect(await code(try session(asset, AVAssetExportPresetHEVCHighestQualityWithAlpha)) == .operationNotSupportedForAsset)
        #expect(await code(try session(asset, AVAssetExportPresetAppleM4A)) == .operationNotSupportedForAsset)
        #expect(await code(try session(asset), as: .wav) == .operationNotSupportedForAsset)
        for range in [CMTimeRange(start: CMTimeMake(value: 5, timescale: 1), duration: .positiveInfinity), .zero, .invalid] {
            let nothing = try session(asset)
            nothing.timeRange = range
            #expect(await code(nothing) == .operationNotSupportedForAsset)
        }
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

    /// What a preset asks of the encoder.
    @Test(arguments: [
        (AVAssetExportPresetLowQuality, "h264 480×360 8"), (AVAssetExportPresetMediumQuality, "h264 640×480 8"), (AVAssetExportPreset640x480, "h264 640×480 8"),
        (AVAssetExportPreset960x540, "h264 960×540 8"), (AVAssetExportPreset1280x720, "h264 1280×720 8"), (AVAssetExportPreset1920x1080, "h264 1920×1080 8"),
        (AVAssetExportPreset3840x2160, "h264 3840×2160 8"), (AVAssetExportPresetHEVC1920x1080, "hevc 1920×1080 10"),
        (AVAssetExportPresetHEVC3840x2160, "hevc 3840×2160 10"), (AVAssetExportPresetHEVCHighestQuality, "hevc –×– 10"),
        (AVAssetExportPresetAppleM4A, "none –×– 8"), (AVAssetExportPresetPassthrough, "copied –×– 8"), (AVAssetExportPresetHighestQuality, "h264 –×– 8"),
    ])
    func presetsSayWhatIsEncoded(_ preset: String, _ text: String) async throws {
        defer { end() }
        let asset = try movie(), session = try session(asset, preset), target = folder.appendingPathComponent("b")
        let type: AVFileType = preset == AVAssetExportPresetAppleM4A ? .m4a : .mp4
        try await session.export(to: target, as: type)
        #expect(try String(contentsOf: target, encoding: .utf8) == ".........\(text) \(type.rawValue) 0.0–")
        #expect(session.status == .completed && session.progress == 1)
    }

    @Test func aPartIsExportedEvenWhereTheWholeIsCopied() async throws {
        defer { end() }
        let asset = try movie(), session = try session(asset), target = folder.appendingPathComponent("b.mov")
        session.timeRange = CMTimeRange(start: CMTimeMake(value: 1, timescale: 2), end: CMTimeMake(value: 3, timescale: 2))
        session.shouldOptimizeForNetworkUse = true
        try await session.export(to: target, as: .mov)
        #expect(try String(contentsOf: target, encoding: .utf8) == ".........copied –×– 8 com.apple.quicktime-movie 0.5–1.5 first")
    }

    /// The name comes with the last byte, and what is there keeps its name.
    @Test func anEncodedFileIsThereWholeOrNotAtAll() async throws {
        defer { end() }
        let asset = try movie(bytes: 10)
        for round in 0..<12 {
            let session = try session(asset, AVAssetExportPreset640x480), target = folder.appendingPathComponent("\(round).mp4")
            async let exporting: Void = session.export(to: target, as: .mp4)
            while session.status != .completed, session.progress < Float(round) / 10, session.status != .failed { await Task.yield() }
            session.cancelExport()
            let isWhole = (try? await exporting) != nil
            #expect(session.status == (isWhole ? .completed : .cancelled) && FileManager.default.fileExists(atPath: target.path) == isWhole)
        }
        for taken in ["0.mp4", "a.mov"] {
            try Data("kept".utf8).write(to: folder.appendingPathComponent(taken))
            await #expect { try await session(asset, AVAssetExportPreset640x480).export(to: folder.appendingPathComponent(taken), as: .mp4) } throws: {
                AVError.fileAlreadyExists ~= $0
            }
            #expect(try Data(contentsOf: folder.appendingPathComponent(taken)) == Data("kept".utf8))
        }
    }

    @Test func presetsThatFit() async throws {
        defer { end() }
        let asset = try movie()
        #expect(
            Set(AVAssetExportSession.exportPresets(compatibleWith: asset))
                == Set(AVAssetExportSession.allExportPresets()).subtracting([AVAssetExportPresetHEVCHighestQualityWithAlpha]))
        #expect(AVAssetExportSession.exportPresets(compatibleWith: AVURLAsset(url: folder.appendingPathComponent("a.txt"), inspector: inspector)).isEmpty)
        #expect(Set(AVAssetExportSession.allExportPresets()).isSuperset(of: [AVAssetExportPresetMediumQuality, AVAssetExportPresetPassthrough]))
        #expect(await AVAssetExportSession.compatibility(ofExportPreset: AVAssetExportPresetPassthrough, with: asset, outputFileType: .mov))
        #expect(await AVAssetExportSession.compatibility(ofExportPreset: AVAssetExportPreset640x480, with: asset, outputFileType: .mp4))
        #expect(await !AVAssetExportSession.compatibility(ofExportPreset: AVAssetExportPreset640x480, with: asset, outputFileType: .wav))
        #expect(await AVAssetExportSession.compatibility(ofExportPreset: AVAssetExportPresetAppleM4A, with: asset, outputFileType: nil))
        let alpha = AVAssetExportPresetHEVCHighestQualityWithAlpha
        #expect(await !AVAssetExportSession.compatibility(ofExportPreset: alpha, with: asset, outputFileType: nil))
    }
}

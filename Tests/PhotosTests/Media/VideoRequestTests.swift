import Photos
import PhotosTesting
import Synchronization
import TestSupport
import Testing

extension ClientTests {
    @Suite(.timeLimit(.minutes(20))) struct VideoRequests {
        let fixture: Fixture
        let manager = PHImageManager.default()
        init() throws { fixture = try Fixture() }

        private enum Kind: CaseIterable { case playerItem, asset, exportSession }

        @discardableResult
        private static func request(
            _ kind: Kind, _ asset: PHAsset, _ options: PHVideoRequestOptions?, _ history: MovingHistory,
            preset: String = AVAssetExportPresetPassthrough
        ) -> PHImageRequestID {
            let manager = PHImageManager.default()
            return switch kind {
            case .playerItem: manager.requestPlayerItem(forVideo: asset, options: options) { history.note($0.map { _ in "movie" }, $1) }
            case .asset:
                manager.requestAVAsset(forVideo: asset, options: options) { movie, mix, info in
                    history.note(movie == nil ? nil : mix == nil ? "movie" : "mixed", info)
                }
            case .exportSession:
                manager.requestExportSession(forVideo: asset, options: options, exportPreset: preset) { history.note($0.map { _ in "movie" }, $1) }
            }
        }

        private func calls(
            _ kind: Kind, _ asset: PHAsset, _ options: PHVideoRequestOptions? = nil, preset: String = AVAssetExportPresetPassthrough
        ) -> [String] {
            let history = MovingHistory()
            Self.request(kind, asset, options, history, preset: preset)
            return history.all()
        }

        private func options(_ change: (PHVideoRequestOptions) -> Void) -> PHVideoRequestOptions {
            let options = PHVideoRequestOptions()
            change(options)
            return options
        }

        /// The file that a request gives.
        private func url(_ asset: PHAsset, _ version: PHVideoRequestOptionsVersion = .current) async -> URL? {
            await withCheckedContinuation { done in
                manager.requestAVAsset(forVideo: asset, options: options { $0.version = version }) { movie, _, _ in
                    done.resume(returning: (movie as? AVURLAsset)?.url)
                }
            }
        }

        // MARK: What is delivered

        @Test func everyModeAndVersionGivesTheMovieInOneCall() throws {
            let asset = try fixture.video()
            for kind in Kind.allCases {
                #expect(calls(kind, asset) == ["movie"])
                for version in [PHVideoRequestOptionsVersion.current, .original] {
                    for mode in [PHVideoRequestOptionsDeliveryMode.automatic, .highQualityFormat, .mediumQualityFormat, .fastFormat] {
                        let wanted = options { ($0.version, $0.deliveryMode) = (version, mode) }
                        #expect(calls(kind, asset, wanted) == ["movie"], "\(kind) \(version) \(mode)")
                    }
                }
            }
        }

        @Test func theMovieIsKnownWithoutWaiting() async throws {
            let asset = try fixture.video()
            let item = try #require(
                await withCheckedContinuation { (done: CheckedContinuation<AVPlayerItem?, Never>) in
                    manager.requestPlayerItem(forVideo: asset, options: nil) { item, _ in done.resume(returning: item) }
                })
            #expect(item.asset.statusOfValue(forKey: "tracks", error: nil) == .loaded)
            #expect(item.duration.seconds == asset.duration && item.asset.tracks.first?.naturalSize == CGSize(width: 64, height: 48))
            #expect(try await Data(contentsOf: #require(url(asset))) == FixtureMovies.blue)
        }

        @Test func anEditedVideoHasTwoVersions() async throws {
            let rendering = try FixtureMovies.quarters(width: 96, height: 64)
            let asset = try fixture.make([
                (.video, "a.mov", FixtureMovies.blue), (.fullSizeVideo, "b.mov", rendering), (.adjustmentData, "a.plist", Data("edit".utf8)),
            ])
            #expect(try await Data(contentsOf: #require(url(asset))) == rendering)
            #expect(try await Data(contentsOf: #require(url(asset, .original))) == FixtureMovies.blue)
            try fixture.spoil(asset, .fullSizeVideo, with: nil)
            #expect(calls(.asset, asset) == ["nil error 3303"], "the original never stands in for a lost rendering")
            #expect(calls(.asset, asset, options { $0.version = .original }) == ["movie"])
        }

        @Test func aSessionExportsTheMovie() async throws {
            let asset = try fixture.video(), target = fixture.temporary.folder.appendingPathComponent("out.mov")
            let session = try #require(
                await withCheckedContinuation { (done: CheckedContinuation<AVAssetExportSession?, Never>) in
                    manager.requestExportSession(forVideo: asset, options: nil, exportPreset: AVAssetExportPresetHighestQuality) { session, _ in
                        done.resume(returning: session)
                    }
                })
            try await session.export(to: target, as: .mov)
            #expect(try Data(contentsOf: target) == FixtureMovies.blue)
            #expect(calls(.exportSession, asset, preset: "nonsense") == ["nil error 3306"])
            let alpha = AVAssetExportPresetHEVCHighestQualityWithAlpha
            #expect(calls(.exportSession, asset, preset: alpha) == ["nil error 3306"], "which no encoder here writes")
        }

        private func session(_ asset: PHAsset, _ preset: String) async throws -> AVAssetExportSession {
            try #require(
                await withCheckedContinuation { (done: CheckedContinuation<AVAssetExportSession?, Never>) in
                    manager.requestExportSession(forVideo: asset, options: nil, exportPreset: preset) { session, _ in done.resume(returning: session) }
                })
        }

        @Test func aSessionEncodesTheMovie() async throws {
            let asset = try fixture.make([(.video, "a.mov", Data(try MadeFilm { ($0.picture, $0.size, $0.rotation) = ("libx265", (960, 640), 90) }.bytes()))])
            let folder = fixture.temporary.folder
            func export(_ preset: String, _ type: AVFileType, _ change: (AVAssetExportSession) -> Void = { _ in }) async throws -> SeenFilm {
                let session = try await session(asset, preset), target = folder.appendingPathComponent(UUID().uuidString)
                change(session)
                try await session.export(to: target, as: type)
                #expect(session.status == .completed && session.progress == 1)
                let made = AVURLAsset(url: target)
                #expect(try await made.load(.isReadable) && made.tracks(withMediaType: .video).first?.preferredTransform.isIdentity != false)
                return try SeenFilm([UInt8](Data(contentsOf: target)))
            }
            let small = try await export(AVAssetExportPreset640x480, .mp4)
            #expect(small.picture == "h264" && small.sound == "aac" && small.size == (426, 640) && small.times.count == 30 && small.rotation == 0)
            let hevc = try await export(AVAssetExportPresetHEVCHighestQuality, .mov) { $0.shouldOptimizeForNetworkUse = true }
            #expect(hevc.picture == "hevc" && hevc.size == (640, 960) && hevc.times.count == 30)
            let part = try await export(AVAssetExportPresetHighestQuality, .mp4) {
                $0.timeRange = CMTimeRange(start: CMTimeMake(value: 1, timescale: 1), end: CMTimeMake(value: 2, timescale: 1))
            }
            #expect(part.picture == "hevc" && part.times.count == 10 && abs(part.greys[0] - 96) <= 3)
            let sound = try await export(AVAssetExportPresetAppleM4A, .m4a)
            #expect(sound.picture == "" && sound.sound == "aac" && abs(sound.soundEnd - 3) < 0.1)
        }

        /// By a worker that really encodes, whatever it is at.
        @Test func anEncodingThatIsCancelledAtAnyMomentLeavesNothing() async throws {
            let film = try MadeFilm { ($0.size, $0.rate, $0.seconds) = ((640, 480), 30, 10) }.bytes(), asset = try fixture.make([(.video, "a.mov", Data(film))])
            let folder = fixture.temporary.folder.appendingPathComponent("cancelled")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var cancelled = 0
            for tenth in 0..<10 {
                let session = try await session(asset, AVAssetExportPresetHEVCHighestQuality), target = folder.appendingPathComponent("\(tenth).mov")
                (session.outputURL, session.outputFileType) = (target, AVFileType.mov)
                // On a thread of its own: tasks wait for their turn behind other tests, and meanwhile the export would end.
                Thread {
                    while session.progress < Float(tenth) / 10, ![.completed, .failed, .cancelled].contains(session.status) { sched_yield() }
                    session.cancelExport()
                }.start()
                await session.export()
                let exists = FileManager.default.fileExists(atPath: target.path)
                switch session.status {
                case .cancelled:
                    cancelled += 1
                    #expect(!exists && session.error.map { AVError.operationCancelled ~= $0 } == true, "at \(tenth) tenths: \(String(describing: session.error))")
                // It was faster.
                case .completed: #expect(try SeenFilm([UInt8](Data(contentsOf: target))).times.count == 300)
                default: Issue.record("at \(tenth) tenths: \(session.status) \(String(describing: session.error))")
                }
            }
            let whole = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(cancelled >= 5 && whole.count == 10 - cancelled, "\(cancelled) were cancelled, and there are \(whole)")
        }

        @Test func aMovieThatCantBeEncodedLeavesNothing() async throws {
            let film = try MadeFilm { ($0.rate, $0.seconds) = (30, 4) }.bytes(), folder = fixture.temporary.folder.appendingPathComponent("exports")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let whole = try fixture.make([(.video, "a.mov", Data(film))])
            // It is encoded with the index first, and then cut.
            let first = try await session(whole, AVAssetExportPreset640x480), source = fixture.temporary.folder.appendingPathComponent("first.mp4")
            first.shouldOptimizeForNetworkUse = true
            try await first.export(to: source, as: .mp4)
            let bytes = try Data(contentsOf: source), cut = fixture.temporary.folder.appendingPathComponent("cut.mp4")
            try bytes.prefix(bytes.count / 2).write(to: cut)
            let session = try #require(AVAssetExportSession(asset: AVURLAsset(url: cut), presetName: AVAssetExportPreset1280x720))
            await #expect { try await session.export(to: folder.appendingPathComponent("b.mp4"), as: .mp4) } throws: { AVError.fileFailedToParse ~= $0 }
            #expect(session.status == .failed && session.error?.localizedDescription.contains("cut.mp4") == true)
            // Onto itself.
            let itself = try #require(AVAssetExportSession(asset: AVURLAsset(url: source), presetName: AVAssetExportPreset640x480))
            await #expect { try await itself.export(to: source, as: .mp4) } throws: { AVError.fileAlreadyExists ~= $0 }
            #expect(try Data(contentsOf: source) == bytes && FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }

        // MARK: Failures

        @Test func whatIsNoVideoIsRefused() throws {
            for asset in [try fixture.save(), try fixture.livePhoto()] {
                for kind in Kind.allCases { #expect(calls(kind, asset) == ["nil error 3306"]) }
            }
            for kind in Kind.allCases { #expect(calls(kind, PHAsset()) == ["nil error 3201"]) }
        }

        @Test func movieThatIsGoneOrNoMovieSaysWhy() throws {
            let asset = try fixture.video()
            try fixture.spoil(asset, .video, with: Data("no movie".utf8))
            for kind in Kind.allCases { #expect(calls(kind, asset) == ["nil error 3302"]) }
            try fixture.spoil(asset, .video, with: try FixtureImages.jpeg())
            #expect(calls(.asset, asset) == ["nil error 3302"])
            try fixture.spoil(asset, .video, with: nil)
            for kind in Kind.allCases { #expect(calls(kind, asset) == ["nil error 3303"]) }
        }

        // MARK: The cloud

        @Test func aMovieInTheCloudNeedsPermission() throws {
            let asset = try fixture.video(), cloud = fixture.temporary.cloud
            try fixture.temporary.sendToCloud([asset], [.video])
            for kind in Kind.allCases { #expect(calls(kind, asset) == ["nil error 3164 cloud"]) }
            #expect(cloud.downloads == 0)
            let history = MovingHistory()
            Self.request(.playerItem, asset, options { ($0.isNetworkAccessAllowed, $0.progressHandler) = (true, history.progress()) }, history)
            #expect(history.all() == ["movie"] && history.isWhole, "\(history.told)")
            #expect(calls(.asset, asset) == ["movie"] && cloud.downloads == 1, "it stays here")
        }

        @Test func aDownloadThatFailsIsTold() throws {
            let asset = try fixture.video()
            try fixture.temporary.sendToCloud([asset], [.video])
            fixture.temporary.cloud.fault = .unreachable
            let history = MovingHistory()
            Self.request(.asset, asset, options { ($0.isNetworkAccessAllowed, $0.progressHandler) = (true, history.progress()) }, history)
            #expect(history.all() == ["progress error 3169", "nil error 3169 cloud"])
        }

        @Test func theStopFlagCancels() throws {
            let asset = try fixture.video()
            try fixture.temporary.sendToCloud([asset], [.video])
            let history = MovingHistory()
            Self.request(.asset, asset, options { ($0.isNetworkAccessAllowed, $0.progressHandler) = (true, history.progress(stopping: 0)) }, history)
            #expect(history.all() == ["nil cancelled"] && history.told == [0])
        }

        // MARK: Life

        @Test func cancellingIsToldOnce() throws {
            let asset = try fixture.video(), cloud = fixture.temporary.cloud
            try fixture.temporary.sendToCloud([asset], [.video])
            cloud.fault = .hold
            let histories = Kind.allCases.map { kind in
                let history = MovingHistory()
                return (history, Self.request(kind, asset, options { $0.isNetworkAccessAllowed = true }, history))
            }
            cloud.waitUntilHolding()
            for (_, id) in histories { manager.cancelImageRequest(id) }
            for (_, id) in histories { manager.cancelImageRequest(id) }
            for (history, _) in histories { #expect(history.all() == ["nil cancelled"]) }
            cloud.release()
            #expect(calls(.asset, asset, options { $0.isNetworkAccessAllowed = true }) == ["movie"], "later requests are not hurt")
            for (history, id) in histories {
                manager.cancelImageRequest(id)
                #expect(history.all(0) == ["nil cancelled"])
            }
        }

        @Test func aHandlerMayWaitForTheMainQueue() throws {
            let asset = try fixture.video(), done = DispatchSemaphore(value: 0)
            PHCachingImageManager().requestAVAsset(forVideo: asset, options: nil) { movie, _, _ in
                DispatchQueue.main.sync { #expect(movie != nil) }
                done.signal()
            }
            #expect(done.wait(timeout: .now() + 120) == .success)
        }

        @Test func handlersGoWithTheirRequests() throws {
            final class Sentinel: Sendable {
                let gone: DispatchSemaphore
                init(_ gone: DispatchSemaphore) { self.gone = gone }
                func use() {}
                deinit { gone.signal() }
            }
            let asset = try fixture.video(), gone = DispatchSemaphore(value: 0)
            for isCancelled in [false, true] {
                let sentinel = Sentinel(gone)
                let id = manager.requestAVAsset(forVideo: asset, options: nil) { _, _, _ in sentinel.use() }
                if isCancelled { manager.cancelImageRequest(id) }
            }
            for _ in 0..<2 { #expect(gone.wait(timeout: .now() + 120) == .success) }
        }

        @Test func manyRequestsAreEachToldOnce() throws {
            let asset = try fixture.video(), histories = (0..<200).map { _ in MovingHistory() }
            DispatchQueue.concurrentPerform(iterations: histories.count) { index in
                let id = Self.request(Kind.allCases[index % 3], asset, nil, histories[index])
                if index % 4 == 0 { PHImageManager.default().cancelImageRequest(id) }
            }
            for (index, history) in histories.enumerated() {
                let calls = history.all()
                #expect(calls == ["movie"] || index % 4 == 0 && calls == ["nil cancelled"], "\(index): \(calls)")
            }
        }
    }
}

import Photos
import PhotosTesting
import Testing

extension ClientTests {
    @Suite(.timeLimit(.minutes(20))) struct LivePhotoRequests {
        let fixture: Fixture
        let manager = PHImageManager.default()
        init() throws { fixture = try Fixture() }

        private static let target = CGSize(width: 400, height: 400)
        private static let modes: [PHImageRequestOptionsDeliveryMode] = [.opportunistic, .highQualityFormat, .fastFormat]

        private func begin(
            _ asset: PHAsset, _ history: MovingHistory, _ options: PHLivePhotoRequestOptions?, _ target: CGSize = target,
            _ mode: PHImageContentMode = .aspectFit
        ) -> PHImageRequestID {
            manager.requestLivePhoto(for: asset, targetSize: target, contentMode: mode, options: options) { photo, info in
                history.note(photo.map { "\(Int($0.size.width))x\(Int($0.size.height))" }, info)
            }
        }

        private func options(
            _ delivery: PHImageRequestOptionsDeliveryMode, _ change: (PHLivePhotoRequestOptions) -> Void = { _ in }
        ) -> PHLivePhotoRequestOptions {
            let options = PHLivePhotoRequestOptions()
            options.deliveryMode = delivery
            change(options)
            return options
        }

        private func calls(_ asset: PHAsset, _ delivery: PHImageRequestOptionsDeliveryMode, _ count: Int = 1) -> [String] {
            let history = MovingHistory()
            _ = begin(asset, history, options(delivery))
            return history.all(count)
        }

        private func livePhoto(_ asset: PHAsset, _ version: PHImageRequestOptionsVersion = .current) async throws -> PHLivePhoto {
            try #require(
                await withCheckedContinuation { (done: CheckedContinuation<PHLivePhoto?, Never>) in
                    let wanted = options(.highQualityFormat) { $0.version = version }
                    manager.requestLivePhoto(for: asset, targetSize: Self.target, contentMode: .aspectFit, options: wanted) { photo, _ in
                        done.resume(returning: photo)
                    }
                })
        }

        // MARK: Histories

        @Test func historiesByDeliveryMode() throws {
            let asset = try fixture.livePhoto()
            #expect(calls(asset, .opportunistic, 2) == ["256x192 degraded main", "400x300 main"])
            #expect(calls(asset, .highQualityFormat) == ["400x300 main"])
            #expect(calls(asset, .fastFormat) == ["400x300 main"])
            let history = MovingHistory()
            _ = begin(asset, history, nil)
            #expect(history.all(2) == ["256x192 degraded main", "400x300 main"], "no options are opportunistic")
        }

        @Test(arguments: [(PHAssetResourceType.pairedVideo, 3303), (.photo, 3303), (.pairedVideo, 3302), (.photo, 3302)])
        func oneFileThatCantBeReadLeavesTheStillAlone(_ type: PHAssetResourceType, _ code: Int) throws {
            let asset = try fixture.livePhoto()
            try fixture.spoil(asset, type, with: code == 3302 ? Data("nothing".utf8) : nil)
            #expect(calls(asset, .opportunistic, 2) == ["256x192 degraded main", "nil error \(code) main"])
            #expect(calls(asset, .highQualityFormat) == ["nil error \(code) main"])
            #expect(calls(asset, .fastFormat) == ["256x192 degraded main"])
            try FileManager.default.removeItem(at: fixture.temporary.url.appendingPathComponent("derivatives"))
            for mode in Self.modes { #expect(calls(asset, mode) == ["nil error \(code) main"], "nothing is left") }
        }

        @Test func withoutAThumbnailTheFirstCallIsTheLast() throws {
            let asset = try fixture.livePhoto()
            try FileManager.default.removeItem(at: fixture.temporary.url.appendingPathComponent("derivatives"))
            for mode in Self.modes { #expect(calls(asset, mode) == ["400x300 main"]) }
        }

        @Test func whatIsNoLivePhotoIsRefused() throws {
            for asset in [try fixture.save(), try fixture.video()] {
                for mode in Self.modes { #expect(calls(asset, mode) == ["nil error 3306 main"]) }
            }
            #expect(calls(PHAsset(), .opportunistic) == ["nil error 3201 main"])
        }

        @Test(
            arguments: [
                (CGSize(width: 2000, height: 2000), PHImageContentMode.aspectFit, "800x600"), (PHImageManagerMaximumSize, .aspectFit, "800x600"),
                (.zero, .aspectFill, "800x600"), (CGSize(width: 100, height: 400), .aspectFit, "100x75"),
                (CGSize(width: 100, height: 400), .aspectFill, "533x400"), (CGSize(width: 1, height: 1), .aspectFit, "1x1"),
            ] as [(CGSize, PHImageContentMode, String)])
        func sizesAreNeverEnlargedAndNeverCut(_ target: CGSize, _ mode: PHImageContentMode, _ size: String) throws {
            let history = MovingHistory()
            _ = begin(try fixture.livePhoto(), history, options(.highQualityFormat), target, mode)
            #expect(history.all() == ["\(size) main"])
        }

        // MARK: Files

        @Test func itsFilesAreTheAssets() async throws {
            let asset = try fixture.livePhoto(), photo = try await livePhoto(asset), files = PHAssetResource.assetResources(for: photo)
            #expect(files.map(\.type) == [.photo, .pairedVideo] && files.map(\.filename) == ["IMG_1.JPG", "IMG_1.MOV"])
            #expect(files.allSatisfy { $0.assetLocalIdentifier == asset.localIdentifier } && files.last?.dataSize == FixtureMovies.blue.count)
            #expect(photo.copy() as? PHLivePhoto === photo)
        }

        @Test func anEditedOneHasTwoVersions() async throws {
            let asset = try fixture.make([
                (.photo, "a.jpg", try FixtureImages.jpeg(width: 800, height: 600)), (.pairedVideo, "a.mov", FixtureMovies.blue),
                (.adjustmentData, "a.plist", Data("edit".utf8)), (.fullSizePhoto, "b.jpg", try FixtureImages.jpeg(width: 300, height: 300)),
                (.fullSizePairedVideo, "b.mov", try FixtureMovies.quarters()),
            ])
            let current = try await livePhoto(asset), original = try await livePhoto(asset, .original)
            #expect(current.size == CGSize(width: 300, height: 300) && original.size == CGSize(width: 400, height: 300))
            #expect(PHAssetResource.assetResources(for: current).map(\.type) == [.fullSizePhoto, .fullSizePairedVideo])
            #expect(PHAssetResource.assetResources(for: original).map(\.type) == [.photo, .pairedVideo])
            let history = MovingHistory()
            _ = begin(asset, history, options(.opportunistic) { $0.version = .original })
            #expect(history.all() == ["400x300 main"], "the thumbnail shows the edit")
        }

        @Test func itSurvivesAnArchiveAsLongAsItsFilesAreThere() async throws {
            let asset = try fixture.livePhoto(), photo = try await livePhoto(asset)
            let archive = try NSKeyedArchiver.archivedData(withRootObject: photo, requiringSecureCoding: true)
            let again = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: PHLivePhoto.self, from: archive))
            let files = PHAssetResource.assetResources(for: again)
            #expect(again.size == photo.size && files.map(\.type) == [.photo, .pairedVideo])
            #expect(try files.compactMap { $0.value(forKey: "fileURL") as? URL }.map { try Data(contentsOf: $0) }.last == FixtureMovies.blue)
            try fixture.spoil(asset, .pairedVideo, with: nil)
            #expect((try? NSKeyedUnarchiver.unarchivedObject(ofClass: PHLivePhoto.self, from: archive)) ?? nil == nil)
        }

        // MARK: The cloud, and cancelling

        @Test func bothFilesComeFromTheCloudWithOneProgress() throws {
            let asset = try fixture.livePhoto(), cloud = fixture.temporary.cloud
            try fixture.temporary.sendToCloud([asset], [.photo, .pairedVideo])
            #expect(calls(asset, .opportunistic, 2) == ["256x192 degraded main", "nil error 3164 cloud main"])
            #expect(calls(asset, .fastFormat) == ["256x192 degraded main"])
            let history = MovingHistory()
            _ = begin(asset, history, options(.highQualityFormat) { ($0.isNetworkAccessAllowed, $0.progressHandler) = (true, history.progress()) })
            #expect(history.all() == ["400x300 main"] && history.isWhole && cloud.downloads == 2, "\(history.told)")
        }

        @Test func aDownloadThatFailsIsTold() throws {
            let asset = try fixture.livePhoto()
            try fixture.temporary.sendToCloud([asset], [.pairedVideo])
            fixture.temporary.cloud.fault = .unreachable
            let history = MovingHistory()
            _ = begin(asset, history, options(.highQualityFormat) { ($0.isNetworkAccessAllowed, $0.progressHandler) = (true, history.progress()) })
            #expect(history.all() == ["progress error 3169", "nil error 3169 cloud main"])
        }

        @Test func cancellingIsToldOnce() throws {
            let asset = try fixture.livePhoto(), cloud = fixture.temporary.cloud
            try fixture.temporary.sendToCloud([asset], [.pairedVideo])
            cloud.fault = .hold
            let history = MovingHistory()
            let id = begin(asset, history, options(.opportunistic) { $0.isNetworkAccessAllowed = true })
            cloud.waitUntilHolding()
            #expect(history.all() == ["256x192 degraded main"])
            manager.cancelImageRequest(id)
            manager.cancelImageRequest(id)
            #expect(history.all() == ["256x192 degraded main", "nil cancelled main"])
            cloud.release()
            manager.cancelImageRequest(id)
            #expect(history.all(0).count == 2)
        }
    }
}

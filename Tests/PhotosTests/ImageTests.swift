import Photos
import PhotosTesting
import Synchronization
import Testing

/// The main queue, which under this test runner is not bound to the main thread.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}

/// The history of one request: every call of its handler, in order, and where it ran.
final class ImageHistory: Sendable {
    private let calls = Mutex<[String]>([])
    private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

    func handle(_ image: UIImage?, _ info: [AnyHashable: Any]?) {
        var words: [String] = []
        words.append(image.map { "\(Int($0.size.width))x\(Int($0.size.height))" } ?? "nil")
        if info?[PHImageResultIsDegradedKey] as? Bool == true { words.append("degraded") }
        if info?[PHImageCancelledKey] as? Bool == true { words.append("cancelled") }
        if let error = info?[PHImageErrorKey] as? NSError { words.append("error \(error.code)") }
        if MainQueue.isCurrent { words.append("main") }
        calls.withLock { $0.append(words.joined(separator: " ")) }
        let isLast = !(info?[PHImageResultIsDegradedKey] as? Bool ?? false)
        if isLast { continuation.yield() }
    }

    var all: [String] { calls.withLock { $0 } }

    /// Waits for the last call, and lets the main thread do whatever is still queued behind it.
    func finished() async -> [String] {
        for await _ in stream { break }
        await withCheckedContinuation { done in DispatchQueue.main.async { DispatchQueue.main.async { done.resume() } } }
        return all
    }
}

extension ClientTests {
    @Suite struct Images {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private func history(
            _ asset: PHAsset, _ side: CGFloat, mode: PHImageContentMode = .aspectFit, _ change: (PHImageRequestOptions) -> Void = { _ in }
        ) async -> [String] {
            let options = PHImageRequestOptions()
            change(options)
            fixture.temporary.forgetPictures()
            let history = ImageHistory()
            let size = side < 0 ? PHImageManagerMaximumSize : CGSize(width: side, height: side)
            PHImageManager.default().requestImage(for: asset, targetSize: size, contentMode: mode, options: options, resultHandler: history.handle)
            return await history.finished()
        }

        @Test func historiesByDeliveryMode() async throws {
            let asset = try fixture.save(width: 1600, height: 1200)
            #expect(await history(asset, -1) == ["256x192 degraded main", "1600x1200 main"])
            #expect(await history(asset, -1) { $0.deliveryMode = .highQualityFormat } == ["1600x1200 main"])
            #expect(await fast(asset) == "256x192 degraded")
            #expect(await history(asset, 100) == ["\(try exact(asset, 100)) main"], "a thumbnail suffices: one call")
        }

        /// One call, which is degraded and the last all the same.
        private func fast(_ asset: PHAsset) async -> String {
            let options = PHImageRequestOptions()
            options.deliveryMode = .fastFormat
            fixture.temporary.forgetPictures()
            return await withCheckedContinuation { continuation in
                PHImageManager.default().requestImage(for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: options) { image, info in
                    let isDegraded = info?[PHImageResultIsDegradedKey] as? Bool ?? false
                    continuation.resume(returning: "\(Int(image?.size.width ?? 0))x\(Int(image?.size.height ?? 0))\(isDegraded ? " degraded" : "")")
                }
            }
        }

        private func exact(_ asset: PHAsset, _ side: Int) throws -> String {
            // What the decoder gives for a fast request may be larger; the synchronous form tells which size that is.
            let options = PHImageRequestOptions()
            options.isSynchronous = true
            var size = ""
            PHImageManager.default().requestImage(for: asset, targetSize: CGSize(width: side, height: side), contentMode: .aspectFit, options: options) { image, _ in
                size = image.map { "\(Int($0.size.width))x\(Int($0.size.height))" } ?? "nil"
            }
            return size
        }

        @Test func synchronousRequestsCallOnceBeforeTheyReturn() throws {
            let asset = try fixture.save(width: 400, height: 300)
            let options = PHImageRequestOptions()
            options.isSynchronous = true
            options.deliveryMode = .fastFormat
            let thread = Thread.current
            var calls = 0
            var told: Int32 = 0
            let id = PHImageManager.default().requestImage(for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: options) { image, info in
                calls += 1
                told = (info?[PHImageResultRequestIDKey] as? NSNumber)?.int32Value ?? 0
                #expect(Thread.current == thread)
                #expect(image?.size == CGSize(width: 400, height: 300))
                #expect(info?[PHImageResultIsDegradedKey] as? Bool == false)
            }
            #expect(calls == 1)
            #expect(id == told && id != PHInvalidImageRequestID)
        }

        @Test func exactSizesAreExact() async throws {
            let asset = try fixture.save(width: 400, height: 300)
            #expect(await history(asset, 120, mode: .aspectFill) { $0.resizeMode = .exact } == ["120x120 main"])
            #expect(await history(asset, 120) { $0.resizeMode = .exact } == ["120x90 main"])
            #expect(await history(asset, 1000) { $0.deliveryMode = .highQualityFormat } == ["400x300 main"], "never enlarged")
            #expect(
                await history(asset, 50, mode: .aspectFill) {
                    ($0.resizeMode, $0.normalizedCropRect) = (.exact, CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5))
                } == ["50x50 main"])
        }

        /// The quarters of the picture, as they stand after each of the eight orientations.
        @Test(arguments: 1...8) func orientedPicturesComeUpright(orientation: UInt32) async throws {
            var metadata = FixtureImages.Metadata()
            metadata.orientation = CGImagePropertyOrientation(rawValue: orientation)
            let asset = try fixture.save(width: 320, height: 240, metadata: metadata)
            let isTurned = orientation >= 5
            #expect((asset.pixelWidth, asset.pixelHeight) == (isTurned ? (240, 320) : (320, 240)))
            for side in [CGFloat(100), -1] {
                let options = PHImageRequestOptions()
                options.isSynchronous = true
                var image: UIImage?
                let size = side < 0 ? PHImageManagerMaximumSize : CGSize(width: side, height: side)
                PHImageManager.default().requestImage(for: asset, targetSize: size, contentMode: .aspectFit, options: options) { result, _ in image = result }
                #expect(image?.imageOrientation == .up)
                let pixels = try #require(image?.cgImage)
                #expect(try corners(pixels) == Self.corners[Int(orientation) - 1], "side \(side)")
            }
        }

        /// Top left, top right, bottom left, bottom right of red, green, blue, white stored, upright by orientation 1 to 8.
        private static let corners = ["rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb"]

        private func corners(_ image: CGImage) throws -> String {
            let data = try #require(image.dataProvider?.data)
            let bytes = try #require(CFDataGetBytePtr(data))
            func name(_ x: Int, _ y: Int) -> Character {
                let at = y * image.bytesPerRow + x * 4
                switch (bytes[at] > 128, bytes[at + 1] > 128, bytes[at + 2] > 128) {
                case (true, false, false): return "r"
                case (false, true, false): return "g"
                case (false, false, true): return "b"
                case (true, true, true): return "w"
                default: return "?"
                }
            }
            let (left, right, top, bottom) = (image.width / 4, image.width * 3 / 4, image.height / 4, image.height * 3 / 4)
            return String([name(left, top), name(right, top), name(left, bottom), name(right, bottom)])
        }

        @Test func dataIsTheFileItselfWithItsOrientation() async throws {
            var metadata = FixtureImages.Metadata()
            metadata.orientation = .right
            let data = try FixtureImages.jpeg(metadata: metadata)
            let asset = try fixture.save(metadata: metadata)
            let (received, type, orientation): (Data?, String?, CGImagePropertyOrientation) = await withCheckedContinuation { continuation in
                PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) { data, type, orientation, _ in
                    continuation.resume(returning: (data, type, orientation))
                }
            }
            #expect(received == data)
            #expect(type == "public.jpeg")
            #expect(orientation == .right)
            var legacy: UIImage.Orientation?
            let options = PHImageRequestOptions()
            options.isSynchronous = true
            PHImageManager.default().requestImageData(for: asset, options: options) { _, _, orientation, _ in legacy = orientation }
            #expect(legacy == .right)
        }

        @Test func aDecoderThatCrashesIsAnErrorAndTheNextRequestWorks() async throws {
            let asset = try fixture.save(width: 400, height: 300)
            fixture.temporary.faults.fault = .crash
            #expect(await history(asset, -1) { $0.deliveryMode = .highQualityFormat } == ["nil error 3302 main"])
            fixture.temporary.faults.fault = nil
            #expect(await history(asset, -1) { $0.deliveryMode = .highQualityFormat } == ["400x300 main"])
        }

        @Test func cancelledRequestsAreToldOnceAndNothingFollows() async throws {
            let asset = try fixture.save(width: 1600, height: 1200)
            fixture.temporary.faults.fault = .hold
            let manager = PHImageManager.default()
            let histories = (0..<3).map { _ in ImageHistory() }
            let ids = histories.map { history in
                manager.requestImage(for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: nil, resultHandler: history.handle)
            }
            #expect(Set(ids).count == 3)
            fixture.temporary.faults.waitUntilHolding()
            ids.forEach { manager.cancelImageRequest($0) }
            for history in histories { #expect(await history.finished() == ["nil cancelled main"]) }
            fixture.temporary.faults.release()
            #expect(await self.history(asset, -1) { $0.deliveryMode = .highQualityFormat } == ["1600x1200 main"])
            for history in histories { #expect(history.all.count == 1) }
        }

        @Test func whatIsBeingCachedIsSharedByTheRequest() async throws {
            let asset = try fixture.save(width: 1600, height: 1200)
            let manager = PHCachingImageManager()
            let options = PHImageRequestOptions()
            options.deliveryMode = .highQualityFormat
            let before = fixture.temporary.faults.renders
            fixture.temporary.faults.fault = .hold
            manager.startCachingImages(for: [asset], targetSize: PHImageManagerMaximumSize, contentMode: .default, options: options)
            fixture.temporary.faults.waitUntilHolding()
            let history = ImageHistory()
            manager.requestImage(for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: options, resultHandler: history.handle)
            fixture.temporary.faults.release()
            #expect(await history.finished() == ["1600x1200 main"])
            #expect(fixture.temporary.faults.renders - before == 1)
            manager.stopCachingImagesForAllAssets()
        }

        @Test func thumbnailsAndPreviewsThatWereDeletedComeBack() async throws {
            let asset = try fixture.save(width: 1600, height: 1200)
            let derivatives = fixture.temporary.url.appendingPathComponent("derivatives")
            try FileManager.default.removeItem(at: derivatives)
            #expect(await history(asset, 1000) { $0.resizeMode = .exact } == ["1000x750 main"])
            #expect(FileManager.default.fileExists(atPath: derivatives.path))
        }

        @Test func anOriginalThatIsGoneIsAnErrorThatNamesIt() async throws {
            let asset = try fixture.save("gone.jpg", width: 400, height: 300)
            try FileManager.default.removeItem(at: fixture.temporary.url.appendingPathComponent("originals"))
            #expect(await history(asset, -1) { $0.deliveryMode = .highQualityFormat } == ["nil error 3303 main"])
            #expect(await history(asset, -1) == ["256x192 degraded main", "nil error 3303 main"])
        }
    }
}

import Imaging
import LibraryEngine
import Photos
import PhotosTesting
import Pixels
import Synchronization
import Testing

extension ClientTests {
    /// Requests that block their thread: wherever they are made, and whatever else goes on, the handler is called once and there.
    @Suite(.timeLimit(.minutes(20))) struct SynchronousRequests {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private var faults: FaultInjectingDecoder { fixture.temporary.faults }
        private var threads: Int { fixture.temporary.library.environment.threads }

        /// Asks for the original and keeps a thread of the pipeline busy while originals are held.
        private func keepBusy(_ asset: PHAsset, _ count: Int) -> [ImageHistory] {
            let options = PHImageRequestOptions()
            options.deliveryMode = .highQualityFormat
            return (0..<count).map { number in
                let history = ImageHistory(), size = CGSize(width: 1500 + number, height: 1500)
                PHImageManager.default()
                    .requestImage(for: asset, targetSize: size, contentMode: .aspectFit, options: options, resultHandler: history.handle)
                return history
            }
        }

        @MainActor @Test func onTheMainQueue() async throws {
            let asset = try fixture.save(width: 1600, height: 64)
            let histories = keepBusy(asset, 8)
            for number in 0..<5 { #expect(ask(asset, number) == answers[number]) }
            #expect(MainQueue.isCurrent)
            for history in histories { #expect(await history.finished().count == 1) }
        }

        @Test func fromEveryThreadOfTheCooperativePoolAtOnce() async throws {
            let gone = try fixture.save("gone.jpg", width: 400, height: 300, seed: 9)
            try fixture.removeOriginals()
            let assets = try (0..<4).map { try fixture.save("\($0).jpg", width: 1600, height: 64, seed: $0) }
            let histories = assets.flatMap { keepBusy($0, 12) }
            let awaited = (0..<24).map { number -> Task<CGFloat, any Error> in
                let size = CGSize(width: 300 + number, height: 300)
                return Task { try await PHImageManager.default().image(for: assets[number % 4], targetSize: size).size.width }
            }
            let count = ProcessInfo.processInfo.activeProcessorCount + 8
            await withTaskGroup(of: Void.self) { group in
                for task in 0..<count {
                    group.addTask {
                        for number in 0..<10 { #expect(ask(assets[(task + number) % 4], number) == answers[number % 5]) }
                        #expect(ask(gone, 0) == "nil error 3303")
                    }
                }
            }
            for history in histories { #expect(await history.finished().count == 1) }
            for task in awaited { #expect(try await task.value >= 300) }
        }

        @Test func insideHandlersAndLoops() async throws {
            let asset = try fixture.save(width: 1600, height: 64)
            let manager = PHImageManager.default(), heard = Mutex<[String]>([]), faults = faults
            // The final picture waits until the thumbnail was heard.
            faults.fault = .holdOriginals()
            await withCheckedContinuation { done in
                manager.requestImage(for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: nil) { _, info in
                    let isDegraded = info?[PHImageResultIsDegradedKey] as? Bool == true
                    heard.withLock { $0.append((isDegraded ? "degraded: " : "final: ") + ask(asset, 2)) }
                    if isDegraded { faults.release() } else { done.resume() }
                }
            }
            #expect(heard.withLock { $0 } == ["degraded: \(answers[2])", "final: \(answers[2])"])
            let inData = await withCheckedContinuation { done in
                manager.requestImageDataAndOrientation(for: asset, options: nil) { _, _, _, _ in
                    done.resume(returning: (0..<5).map { ask(asset, $0) })
                }
            }
            #expect(inData == answers)
            let options = PHImageRequestOptions()
            options.isSynchronous = true
            var nested: [String] = []
            manager.requestImage(for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: options) { _, _ in
                manager.requestImageData(for: asset, options: options) { _, _, _, _ in nested.append(ask(asset, 1)) }
            }
            #expect(nested == [answers[1]])
            for try await _ in manager.images(for: asset, targetSize: PHImageManagerMaximumSize) { #expect(ask(asset, 0) == answers[0]) }
        }

        @Test func insideBlocksOfChanges() async throws {
            let asset = try fixture.save(width: 1600, height: 64)
            let heard = Mutex<[String]>([])
            try fixture.library.performChangesAndWait {
                PHAssetChangeRequest(for: asset).isFavorite = true
                heard.withLock { $0 = (0..<5).map { ask(asset, $0) } }
            }
            #expect(heard.withLock { $0 } == answers)
            let (worked, inHandler): (Bool, [String]) = await withCheckedContinuation { done in
                PHPhotoLibrary.shared().performChanges({
                    PHAssetChangeRequest(for: asset).isFavorite = false
                    heard.withLock { $0 += (0..<5).map { ask(asset, $0) } }
                }) { worked, _ in done.resume(returning: (worked, (0..<5).map { ask(asset, $0) })) }
            }
            #expect(worked && inHandler == answers)
            #expect(heard.withLock { $0 } == answers + answers)
        }

        @Test func whileEveryThreadOfThePipelineIsBusy() async throws {
            let slow = try fixture.save("slow.jpg", width: 1600, height: 64), asset = try fixture.save(width: 1600, height: 64, seed: 1)
            faults.fault = .holdOriginals(named: "slow.jpg")
            let histories = keepBusy(slow, threads + 4)
            faults.waitUntilHolding(threads)
            for number in 0..<5 { #expect(ask(asset, number) == answers[number]) }
            let early = histories.flatMap { $0.all }
            #expect(early == [])
            faults.release()
            for history in histories { #expect(await history.finished().count == 1) }
        }

        @Test func whileTheMainQueueTakesNothingAndNoMoreFilesAreRead() async throws {
            let asset = try fixture.save(width: 1600, height: 64)
            let wake = DispatchSemaphore(value: 0), delivered = Mutex(0)
            let (stream, all) = AsyncStream.makeStream(of: Void.self)
            await withCheckedContinuation { blocked in
                DispatchQueue.main.async {
                    blocked.resume()
                    wake.wait()
                }
            }
            for _ in 0..<12 {
                PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) { _, _, _, _ in
                    let count = delivered.withLock { count in
                        count += 1
                        return count
                    }
                    if count == 12 { all.yield() }
                }
            }
            let histories = keepBusy(asset, 8)
            for number in 0..<5 { #expect(ask(asset, number) == answers[number]) }
            #expect(delivered.withLock { $0 } == 0)
            wake.signal()
            for await _ in stream { break }
            for history in histories { #expect(await history.finished().count == 1) }
            #expect(delivered.withLock { $0 } == 12)
        }

        @Test func whileTheBudgetIsUsedUp() async throws {
            let asset = try fixture.save(width: 1600, height: 64)
            let images = fixture.temporary.library.images
            let image = PixelImage(width: 512, height: 512, bytesPerRow: 2048, pixels: [UInt8](repeating: 0, count: 1 << 20), hasAlpha: false)
            let megabyte = ImageResult(image: image, isDegraded: false, source: .original)
            // Nobody takes these, and no more is begun above 256 of them.
            for _ in 0..<300 { images.hold(megabyte) }
            let before = faults.renders
            let histories = keepBusy(asset, 4)
            for number in 0..<5 { #expect(ask(asset, number) == answers[number]) }
            #expect(faults.renders - before == 4, "those that block, of which one is for data; the others wait")
            for _ in 0..<300 { images.release(megabyte) }
            for history in histories { #expect(await history.finished().count == 1) }
        }

        /// With worker processes, of which there are as many as processors.
        @Test func whileEveryWorkerIsBusy() async throws {
            let library = try PHPhotoLibrary(url: fixture.temporary.folder.appendingPathComponent("Workers.photolibrary"))
            let file = try fixture.temporary.file("a.jpg", FixtureImages.jpeg(width: 1600, height: 64))
            try library.performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
            let options = PHFetchOptions()
            options.photoLibrary = library
            let asset = try #require(PHAsset.fetchAssets(with: options).firstObject)
            let histories = keepBusy(asset, 12)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<ProcessInfo.processInfo.activeProcessorCount + 8 {
                    group.addTask {
                        for number in 0..<5 { #expect(ask(asset, number) == answers[number]) }
                    }
                }
            }
            for history in histories { #expect(await history.finished().count == 1) }
        }
    }
}

extension Fixture {
    /// The files alone: what is saved afterwards finds its folders.
    fileprivate func removeOriginals() throws {
        let originals = temporary.url.appendingPathComponent("originals")
        for path in try FileManager.default.subpathsOfDirectory(atPath: originals.path) {
            let file = originals.appendingPathComponent(path)
            let isFolder = try file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false
            if !isFolder { try FileManager.default.removeItem(at: file) }
        }
    }
}

/// What `ask` hears of a picture of 1600 by 64, by number.
private let answers = ["1600x64", "100x4", "1000x40", "800x32", "data public.jpeg"]

/// One synchronous request, of five kinds: every call of its handler, and whether that was on this thread.
private func ask(_ asset: PHAsset, _ number: Int) -> String {
    let manager = PHImageManager.default(), thread = Thread.current
    let options = PHImageRequestOptions()
    (options.isSynchronous, options.resizeMode) = (true, .exact)
    options.deliveryMode = [.opportunistic, .highQualityFormat, .fastFormat][number % 3]
    var calls: [String] = []
    func here() -> String { Thread.current == thread ? "" : " elsewhere" }
    if number % 5 == 4 {
        manager.requestImageDataAndOrientation(for: asset, options: options) { data, type, _, _ in
            calls.append((data == nil ? "nil" : "data \(type ?? "")") + here())
        }
    } else {
        let side = CGFloat([-1, 100, 1000, 800][number % 5])
        manager.requestImage(for: asset, targetSize: CGSize(width: side, height: side), contentMode: .aspectFit, options: options) { image, info in
            let error = (info?[PHImageErrorKey] as? NSError).map { " error \($0.code)" } ?? ""
            calls.append((image.map { "\(Int($0.size.width))x\(Int($0.size.height))" } ?? "nil") + error + here())
        }
    }
    return calls.joined(separator: ", ")
}

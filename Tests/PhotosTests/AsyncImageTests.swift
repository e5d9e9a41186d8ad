import LibraryEngine
import Photos
import PhotosTesting
import Synchronization
import Testing

extension ClientTests {
    /// Pictures that are awaited.
    @Suite(.timeLimit(.minutes(20))) struct AwaitedImages {
        let fixture: Fixture
        let manager = PHImageManager.default()
        init() throws { fixture = try Fixture() }

        private var faults: FaultInjectingDecoder { fixture.temporary.faults }
        private var threads: Int { fixture.temporary.library.environment.threads }

        // MARK: What is delivered

        @Test func theFinalPictureComesAsItsOptionsSay() async throws {
            let asset = try fixture.save(width: 1600, height: 1200)
            #expect(try await manager.image(for: asset, targetSize: PHImageManagerMaximumSize).words == "1600x1200")
            #expect(try await size(asset) { $0.deliveryMode = .highQualityFormat } == "1600x1200")
            #expect(try await size(asset) { $0.deliveryMode = .fastFormat } == "1600x1200", "it is in memory")
            fixture.temporary.forgetPictures()
            #expect(try await size(asset) { $0.deliveryMode = .fastFormat } == "256x192")
            #expect(try await size(asset) { ($0.deliveryMode, $0.isSynchronous) = (.fastFormat, true) } == "256x192", "nothing is synchronous here")
            #expect(try await size(asset, 120, 100) { $0.resizeMode = .exact } == "120x100")
            #expect(try await size(asset, 120, 100) { $0.resizeMode = .none } == "1600x1200")
            #expect(
                try await size(asset, 50, 50) {
                    ($0.resizeMode, $0.normalizedCropRect) = (.exact, CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5))
                } == "50x50")
            #expect(try await size(asset) { $0.version = .original } == "1600x1200")
        }

        @Test func aLoopGoesFromTheDegradedPictureToTheFinalOne() async throws {
            let asset = try fixture.save(width: 1600, height: 1200)
            faults.fault = .holdOriginals()
            var pictures = manager.images(for: asset, targetSize: PHImageManagerMaximumSize).makeAsyncIterator()
            #expect(try await pictures.next()?.words == "256x192 degraded")
            faults.release()
            #expect(try await pictures.next()?.words == "1600x1200")
            #expect(try await pictures.next() == nil)
            #expect(try await pictures.next() == nil)
        }

        @Test func loopsEndByTheirDeliveryMode() async throws {
            let asset = try fixture.save(width: 1600, height: 1200)
            func heard(_ side: CGFloat, _ mode: PHImageRequestOptionsDeliveryMode) async -> [String] {
                let options = PHImageRequestOptions()
                (options.deliveryMode, options.resizeMode) = (mode, .exact)
                let pictures = manager.images(for: asset, targetSize: CGSize(width: side, height: side), options: options)
                // Read when the request was made.
                options.deliveryMode = .fastFormat
                fixture.temporary.forgetPictures()
                return await history(pictures)
            }
            #expect(await heard(-1, .highQualityFormat) == ["1600x1200", "end"])
            #expect(await heard(-1, .fastFormat) == ["256x192 degraded", "end"])
            #expect(await heard(100, .opportunistic) == ["100x75", "end"], "a thumbnail suffices")
        }

        @Test func eachLoopIsARequestOfItsOwn() async throws {
            let asset = try fixture.save(width: 400, height: 300)
            let options = PHImageRequestOptions()
            options.deliveryMode = .highQualityFormat
            let pictures = manager.images(for: asset, targetSize: PHImageManagerMaximumSize, options: options)
            for _ in 0..<3 { #expect(await history(pictures) == ["400x300", "end"]) }
        }

        @Test func dataIsTheFileItself() async throws {
            var metadata = FixtureImages.Metadata()
            metadata.orientation = .right
            let asset = try fixture.save(metadata: metadata)
            let file = try await manager.data(for: asset)
            #expect(try file.data == FixtureImages.jpeg(metadata: metadata))
            #expect(file.uniformType == "public.jpeg")
            #expect(file.orientation == .right)
        }

        // MARK: Errors

        @Test func anOriginalThatIsGoneIsAnErrorAfterItsThumbnail() async throws {
            let asset = try fixture.save("gone.jpg", width: 400, height: 300)
            try FileManager.default.removeItem(at: fixture.temporary.url.appendingPathComponent("originals"))
            let error = await #expect(throws: PHPhotosError.self) { try await manager.image(for: asset, targetSize: PHImageManagerMaximumSize) }
            #expect(error?.code == .missingResource)
            #expect(error?.localizedDescription.contains("gone.jpg") == true)
            #expect(await history(manager.images(for: asset, targetSize: PHImageManagerMaximumSize)) == ["256x192 degraded", "error 3303"])
            await #expect(throws: PHPhotosError.self) { try await manager.data(for: asset) }
        }

        @Test func aFileThatIsNoPictureIsAnErrorAndTheNextRequestWorks() async throws {
            let asset = try fixture.save(width: 400, height: 300)
            for fault in [FaultInjectingDecoder.Fault.damage, .crash, .timeOut] {
                faults.fault = fault
                #expect(await history(manager.images(for: asset, targetSize: PHImageManagerMaximumSize)) == ["error 3302"])
                var pictures = manager.images(for: asset, targetSize: PHImageManagerMaximumSize).makeAsyncIterator()
                await #expect(throws: PHPhotosError.self) { try await pictures.next() }
                #expect(try await pictures.next() == nil, "an error is the end")
            }
            faults.fault = nil
            // Nobody waits a second time for a file that took too long.
            fixture.temporary.forgetPictures()
            #expect(try await size(asset) == "400x300")
        }

        @Test func anAssetOfNoLibraryIsAnError() async {
            #expect(await history(manager.images(for: PHAsset(), targetSize: PHImageManagerMaximumSize)) == ["error 3201"])
            await #expect(throws: PHPhotosError.self) { try await manager.data(for: PHAsset()) }
        }

        // MARK: Cancellation

        @Test func aTaskThatIsCancelledBeforeAsksForNothing() async throws {
            let asset = try fixture.save(width: 400, height: 300)
            let before = faults.renders
            let task = Task { [manager] in
                withUnsafeCurrentTask { $0?.cancel() }
                let full = PHImageManagerMaximumSize
                await #expect(throws: CancellationError.self) { try await manager.image(for: asset, targetSize: full) }
                await #expect(throws: CancellationError.self) { try await manager.data(for: asset) }
                return await history(manager.images(for: asset, targetSize: full))
            }
            #expect(await task.value == ["cancelled"])
            #expect(try await size(asset) == "400x300")
            #expect(faults.renders - before == 1)
        }

        @Test func aTaskThatIsCancelledMeanwhileEndsAtOnceAndDisturbsNobody() async throws {
            let asset = try fixture.save(width: 400, height: 300)
            faults.fault = .hold
            let tasks = (0..<2).map { _ in Task { try await size(asset) } }
            let loop = Task { [manager] in await history(manager.images(for: asset, targetSize: PHImageManagerMaximumSize)) }
            let data = Task { [manager] in try await manager.data(for: asset).data.count }
            faults.waitUntilHolding(2)
            tasks[0].cancel()
            loop.cancel()
            data.cancel()
            // They end although nothing that they asked for can.
            await #expect(throws: CancellationError.self) { try await tasks[0].value }
            #expect(await loop.value == ["cancelled"])
            await #expect(throws: CancellationError.self) { try await data.value }
            faults.release()
            #expect(try await tasks[1].value == "400x300")
        }

        @Test func aTaskThatIsCancelledAfterwardsKeepsItsPicture() async throws {
            let asset = try fixture.save(width: 400, height: 300)
            let (stream, go) = AsyncStream.makeStream(of: Void.self)
            let task = Task { [manager] in
                var pictures = manager.images(for: asset, targetSize: CGSize(width: 200, height: 200)).makeAsyncIterator()
                let words = try await pictures.next()?.words
                go.yield()
                while !Task.isCancelled { await Task.yield() }
                return (words, try await pictures.next()?.words)
            }
            for await _ in stream { break }
            task.cancel()
            let (first, second) = try await task.value
            #expect(first == "256x192" && second == nil, "the loop was at its end")
        }

        /// More loops than there are threads, all of them left after their thumbnail: what has not begun by then never does.
        @Test func aLoopThatIsLeftDropsItsWork() async throws {
            let asset = try fixture.save(width: 1600, height: 64)
            let before = faults.renders, threads = threads, manager = manager
            let (degraded, heard) = AsyncStream.makeStream(of: Void.self)
            let (open, opening) = AsyncStream.makeStream(of: Void.self)
            let gate = Task { for await _ in open { break } }
            faults.fault = .hold
            let loops = (0..<threads * 2).map { number in
                Task { @MainActor in
                    let size = CGSize(width: 1500 + number, height: 1500)
                    for try await picture in manager.images(for: asset, targetSize: size) {
                        if picture.isDegraded { heard.yield() }
                        await gate.value
                        break
                    }
                }
            }
            // The main actor runs one after the other: when it comes to this, all of them wait for their first picture.
            await MainActor.run {}
            faults.fault = .holdOriginals()
            var count = 0
            for await _ in degraded {
                count += 1
                if count == loops.count { break }
            }
            faults.waitUntilHolding(threads)
            opening.yield()
            for loop in loops { try await loop.value }
            faults.release()
            let others = threads * 2 + 2
            for _ in 0..<others {
                fixture.temporary.forgetPictures()
                #expect(try await size(asset) { $0.deliveryMode = .highQualityFormat } == "1600x64")
            }
            #expect(faults.renders - before == 1 + threads + others, "the thumbnail, what was running, and what came after")
        }

        // MARK: Threads

        @Test func manyTasksWaitAndBlockNobody() async throws {
            let assets = try (0..<4).map { try fixture.save("\($0).jpg", width: 400 + $0, height: 300, seed: $0) }
            faults.fault = .hold
            let tasks = (0..<400).map { number in
                Task {
                    let side = CGFloat(number.isMultiple(of: 3) ? -1 : 10 + number / 4)
                    return try await size(assets[number % 4], side, side) { $0.resizeMode = .exact }
                }
            }
            faults.waitUntilHolding()
            // All of them wait, and the pool's threads are free for others.
            for _ in 0..<50 { await Task.detached {}.value }
            faults.release()
            for (number, task) in tasks.enumerated() {
                let side = 10 + number / 4
                #expect(try await task.value == (number.isMultiple(of: 3) ? "\(400 + number % 4)x300" : "\(side)x\(side)"))
            }
        }

        @Test func nothingNeedsTheMainQueue() async throws {
            let asset = try fixture.save(width: 1600, height: 64)
            let wake = DispatchSemaphore(value: 0)
            await withCheckedContinuation { blocked in
                DispatchQueue.main.async {
                    blocked.resume()
                    wake.wait()
                }
            }
            defer { wake.signal() }
            // Readers of callbacks have nobody who takes what they read.
            for _ in 0..<8 { manager.requestImageDataAndOrientation(for: asset, options: nil) { _, _, _, _ in } }
            #expect(try await size(asset) == "1600x64")
            let heard = await history(manager.images(for: asset, targetSize: CGSize(width: 600, height: 600)))
            #expect(heard.last == "end" && heard.count <= 3)
            #expect(try await manager.data(for: asset).uniformType == "public.jpeg")
        }

        @MainActor @Test func theMainActorAwaitsThemWithOptionsOfItsOwn() async throws {
            let asset = try fixture.save(width: 400, height: 300)
            let options = PHImageRequestOptions()
            for mode in [PHImageRequestOptionsDeliveryMode.highQualityFormat, .fastFormat] {
                options.deliveryMode = mode
                fixture.temporary.forgetPictures()
                let image = try await manager.image(for: asset, targetSize: PHImageManagerMaximumSize, options: options)
                #expect(image.words == (mode == .fastFormat ? "256x192" : "400x300"))
                #expect(MainQueue.isCurrent)
                let size = CGSize(width: 50, height: 50)
                for try await _ in manager.images(for: asset, targetSize: size, options: options) { #expect(MainQueue.isCurrent) }
            }
        }
    }
}

/// Size of the final picture, at the full size where none is named.
private func size(
    _ asset: PHAsset, _ width: CGFloat = -1, _ height: CGFloat = -1, _ change: (PHImageRequestOptions) -> Void = { _ in }
) async throws -> String {
    let options = PHImageRequestOptions()
    change(options)
    let size = CGSize(width: width, height: height)
    return try await PHImageManager.default().image(for: asset, targetSize: size, contentMode: .aspectFill, options: options).words
}

/// Everything that one loop hears.
private func history(_ pictures: ImageDeliveries) async -> [String] {
    var heard: [String] = []
    do {
        for try await picture in pictures { heard.append(picture.words) }
        heard.append("end")
    } catch {
        heard.append(error.words)
    }
    return heard
}

extension UIImage {
    fileprivate var words: String { "\(Int(size.width))x\(Int(size.height))" }
}

extension ImageDelivery {
    fileprivate var words: String { image.words + (isDegraded ? " degraded" : "") + (damage.map { " damaged: \($0)" } ?? "") }
}

extension Error {
    fileprivate var words: String {
        if self is CancellationError { return "cancelled" }
        return (self as? PHPhotosError).map { "error \($0.errorCode)" } ?? "\(self)"
    }
}

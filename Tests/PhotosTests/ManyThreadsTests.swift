import Dispatch
import Foundation
import Photos
import PhotosTesting
import Synchronization
import Testing

extension ClientTests {
    /// The classes used from many threads at once. The Thread Sanitizer looks on when `Scripts/thread-sanitizer` runs this.
    @Suite struct ManyThreads {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        @Test func sixteenThreadsUseOneLibraryAtOnce() async throws {
            let assets = try (0..<16).map { try fixture.save("\($0).jpg", width: 400, height: 300, seed: $0) }
            try fixture.temporary.insertRecords(1_500) { (Date(timeIntervalSince1970: Double($0) * 10_000), $0.isMultiple(of: 5)) }
            let crowd = try Crowd(fixture.temporary, assets)
            let follower = Follower(crowd.result)
            crowd.library.register(follower)
            let streams = (0..<3).map { number in
                // Two loops share one sequence, which each change goes to one of.
                number < 2 ? crowd.changes : crowd.library.changes()
            }.map { stream in
                Task {
                    for await change in stream { _ = change.changeDetails(for: crowd.result) }
                }
            }
            await onThreads(16) { crowd.run($0) }
            let pictures = await withCheckedContinuation { done in
                crowd.callbacks.notify(queue: .global()) { done.resume(returning: crowd.failures.withLock { $0 }) }
            }
            #expect(pictures == [])
            streams.forEach { $0.cancel() }
            for stream in streams { await stream.value }
            // Each thread made as many changes as its roles say, and each of them counts.
            #expect(PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: nil).all.map(\.localizedTitle) == [])
            #expect(PHAsset.fetchAssets(with: nil).count == 1_516 + 16)
            let last = try fixture.save("last.jpg", seed: 99)
            let caughtUp = await withCheckedContinuation { done in
                DispatchQueue.global().async { done.resume(returning: follower.wait(for: last)) }
            }
            #expect(caughtUp == 1_517 + 16)
            crowd.library.unregisterChangeObserver(follower)
        }

        /// A queue of the system's has as many threads as there are processors, and one more for each second in which all of them wait.
        @Test func handlersThatWaitForTheNextOnesHandlersAllGetAThread() async throws {
            let count = ProcessInfo.processInfo.activeProcessorCount + 60, library = fixture.temporary.photoLibrary
            let chains: [(String, @Sendable (@escaping @Sendable () -> Void) -> Void)] = [
                ("completions", { handler in library.performChanges({}) { _, _ in handler() } }),
                ("authorizations", { handler in library.requestAuthorization(for: .readWrite) { _ in handler() } }),
            ]
            for (name, start) in chains {
                let chain = Chain(count)
                for number in 0..<count { start { chain.handle(number) } }
                let waited = await withCheckedContinuation { done in
                    Thread { done.resume(returning: chain.waits()) }.start()
                }
                // What a thread a second would take is more than twice as long.
                #expect(waited, "\(name)")
            }
        }

        /// Calls, each of which returns when the next one has returned: all of them are under way at once.
        private final class Chain: Sendable {
            private let ends: [DispatchSemaphore]
            private let returned = DispatchGroup()

            init(_ count: Int) {
                ends = (0..<count).map { _ in DispatchSemaphore(value: 0) }
                for _ in 0..<count { returned.enter() }
            }

            func handle(_ number: Int) {
                if number + 1 < ends.count { ends[number + 1].wait() }
                ends[number].signal()
                returned.leave()
            }

            func waits() -> Bool { returned.wait(timeout: .now() + 25) == .success }
        }

        /// What an observer's end does must not wait for whoever just looked at it.
        @Test func observersEndOnAllThreadsAtOnce() async throws {
            let library = fixture.library
            let asset = try fixture.save()
            let ends = Atomic<Int>(0)
            await onThreads(8) { number in
                for round in 0..<(number == 0 ? 20 : 200) {
                    if number == 0 {
                        try? library.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = round.isMultiple(of: 2) }
                    } else {
                        let observer = Ending(library) { ends.add(1, ordering: .relaxed) }
                        library.register(observer as any PHPhotoLibraryChangeObserver)
                        library.register(observer as any PHPhotoLibraryPersistentChangesObserver)
                        library.register(observer as any PHPhotoLibraryAvailabilityObserver)
                    }
                }
            }
            // Those that were being called end a moment later, on the queues that called them.
            let watcher = Watcher { _ in "" }
            library.register(watcher)
            try library.performChangesAndWait { PHAssetChangeRequest(for: asset).isHidden = true }
            let heard = await withCheckedContinuation { done in DispatchQueue.global().async { done.resume(returning: watcher.next()) } }
            #expect(heard)
            let end = ContinuousClock.now + .seconds(60)
            while ends.load(ordering: .relaxed) < 1_400, ContinuousClock.now < end { await Task.yield() }
            #expect(ends.load(ordering: .relaxed) == 1_400)
        }

        /// Runs `body` on threads of its own and waits for all of them, on none of the cooperative ones.
        private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
            let group = DispatchGroup()
            for number in 0..<count {
                group.enter()
                let thread = Thread {
                    body(number)
                    group.leave()
                }
                thread.stackSize = 8 << 20
                thread.start()
            }
            await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
        }
    }
}

/// Unregisters as it ends, as view controllers do.
private final class Ending: NSObject, PHPhotoLibraryChangeObserver, PHPhotoLibraryPersistentChangesObserver, PHPhotoLibraryAvailabilityObserver {
    private let library: PHPhotoLibrary
    private let ended: @Sendable () -> Void

    init(_ library: PHPhotoLibrary, ended: @escaping @Sendable () -> Void) { (self.library, self.ended) = (library, ended) }

    deinit {
        library.unregisterChangeObserver(self)
        library.unregisterPersistentChangesObserver(self)
        library.unregisterAvailabilityObserver(self)
        ended()
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {}
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary) {}
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {}
}

/// Keeps a result up to date until something is in it.
private final class Follower: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private let result: Mutex<PHFetchResult<PHAsset>>
    private let called = DispatchSemaphore(value: 0)

    init(_ result: PHFetchResult<PHAsset>) { self.result = Mutex(result) }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        let before = result.withLock { $0 }
        if let after = changeInstance.changeDetails(for: before)?.fetchResultAfterChanges { result.withLock { $0 = after } }
        called.signal()
    }

    /// - Returns: how many there are then.
    func wait(for asset: PHAsset) -> Int {
        while !result.withLock({ $0 }).contains(asset) {
            if called.wait(timeout: .now() + 120) != .success { return -1 }
        }
        return result.withLock { $0 }.count
    }
}

import Photos
import PhotosTesting
import Synchronization
import Testing

extension ClientTests {
    /// Who is told, when, how often and on which thread.
    @Suite struct Observation {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private func favorite(_ asset: PHAsset, _ value: Bool = true) throws {
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = value }
        }

        @Test func anObserverFollowsAResultThroughAWholeHistory() throws {
            let assets = try (0..<4).map { try fixture.save("\($0).jpg", seed: $0) }
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
            let result = Mutex(PHAsset.fetchAssets(with: options))
            let watcher = Watcher { change in
                guard let details = change.changeDetails(for: result.withLock { $0 }) else { return "nothing" }
                result.withLock { $0 = details.fetchResultAfterChanges }
                return details.summary
            }
            fixture.library.register(watcher)
            fixture.library.register(watcher)
            try favorite(assets[1])
            #expect(watcher.next())
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([assets[0]] as NSFastEnumeration) }
            #expect(watcher.next())
            try fixture.library.performChangesAndWait {
                PHAssetChangeRequest(for: assets[1]).creationDate = Date(timeIntervalSince1970: 4_000_000_000)
            }
            #expect(watcher.next())
            _ = try fixture.createAlbum("Nothing to do with it")
            #expect(watcher.next())
            let early = try fixture.save("early.jpg", seed: 9) { $0.creationDate = Date(timeIntervalSince1970: 0) }
            #expect(watcher.next())
            #expect(
                watcher.history == [
                    "-[] +[] ~[1] []", "-[0] +[] ~[] []", "-[] +[] ~[0] [\"0>2\"]", "nothing", "-[] +[0] ~[] []",
                ])
            #expect(result.withLock { $0 }.all == [early, assets[2], assets[3], assets[1]])
            fixture.library.unregisterChangeObserver(watcher)
            try favorite(assets[2])
            let other = Watcher { _ in "" }
            fixture.library.register(other)
            try favorite(assets[3])
            #expect(other.next())
            #expect(watcher.history.count == 5)
        }

        @Test func callsComeOffTheMainQueueOneAtATimeAndMayWaitForIt() async throws {
            let asset = try fixture.save()
            let running = Mutex(0)
            let watcher = Watcher { _ in
                let together = running.withLock { running in
                    running += 1
                    return running
                }
                let onMain = DispatchQueue.main.sync { MainQueue.isCurrent }
                let line = "\(together) \(MainQueue.isCurrent) \(onMain)"
                running.withLock { $0 -= 1 }
                return line
            }
            fixture.library.register(watcher)
            for value in [true, false, true] {
                try favorite(asset, value)
                let heard = await withCheckedContinuation { continuation in
                    DispatchQueue.global().async { continuation.resume(returning: watcher.next()) }
                }
                #expect(heard)
            }
            #expect(Set(watcher.history) == ["1 false true"])
        }

        @Test func changesDuringACallAreOneFurtherCall() throws {
            let assets = try (0..<3).map { try fixture.save("\($0).jpg", seed: $0) }
            let result = PHAsset.fetchAssets(with: nil)
            let isCalled = DispatchSemaphore(value: 0), goOn = DispatchSemaphore(value: 0)
            let watcher = Watcher { change in
                let line = change.changeDetails(for: result)?.summary ?? "nothing"
                return line
            }
            let blocker = Watcher { _ in
                isCalled.signal()
                goOn.wait()
                return ""
            }
            fixture.library.register(blocker)
            fixture.library.register(watcher)
            try favorite(assets[0])
            #expect(isCalled.wait(timeout: .now() + 120) == .success)
            for asset in assets { try favorite(asset, true) }
            try favorite(assets[0], false)
            goOn.signal()
            goOn.signal()
            #expect(watcher.next())
            #expect(blocker.next())
            #expect(watcher.next())
            #expect(watcher.history.count == 2)
            #expect(watcher.history.last == "-[] +[] ~[0, 1, 2] []", "an old result is compared from where it was")
        }

        /// A call that has begun goes on when its observer is taken out.
        @Test func whoRegistersAgainDuringACallIsNotCalledBesideIt() throws {
            let asset = try fixture.save()
            let isCalled = DispatchSemaphore(value: 0), another = DispatchSemaphore(value: 0), calls = Mutex(0)
            let watcher = Watcher { _ in
                guard
                    calls.withLock({
                        $0 += 1; return $0
                    }) == 1
                else {
                    another.signal()
                    return "later"
                }
                isCalled.signal()
                return another.wait(timeout: .now() + 1) == .success ? "two at once" : "alone"
            }
            fixture.library.register(watcher)
            try favorite(asset)
            #expect(isCalled.wait(timeout: .now() + 120) == .success)
            fixture.library.unregisterChangeObserver(watcher)
            fixture.library.register(watcher)
            try favorite(asset, false)
            #expect(watcher.next())
            #expect(watcher.next())
            #expect(watcher.history == ["alone", "later"])
        }

        @Test func anObserverMayUnregisterItselfChangeTheLibraryAndGo() throws {
            let asset = try fixture.save()
            let library = fixture.library
            let own = Mutex<Watcher?>(nil)
            let watcher = Watcher { _ in
                if let me = own.withLock({ $0 }) { library.unregisterChangeObserver(me) }
                try? library.performChangesAndWait { PHAssetChangeRequest(for: asset).isHidden = true }
                return "once"
            }
            own.withLock { $0 = watcher }
            library.register(watcher)
            var forgotten: Watcher? = Watcher { _ in "never" }
            weak let weakly = forgotten
            forgotten.map { library.register($0) }
            forgotten = nil
            #expect(weakly == nil, "registering does not retain")
            try favorite(asset)
            #expect(watcher.next())
            let last = Watcher { _ in "" }
            library.register(last)
            try favorite(asset, false)
            #expect(last.next())
            #expect(watcher.history == ["once"])
            own.withLock { $0 = nil }
        }

        @Test func anotherConnectionsChangesAreHeard() throws {
            let asset = try fixture.save()
            let second = try PHPhotoLibrary(url: fixture.temporary.url)
            let object = Mutex(asset)
            let watcher = Watcher { change in
                guard let details = change.changeDetails(for: object.withLock { $0 }) else { return "nothing" }
                if let after = details.objectAfterChanges { object.withLock { $0 = after } }
                return "\(details.objectBeforeChanges.isFavorite) \(details.objectAfterChanges?.isFavorite as Any) \(details.assetContentChanged)"
            }
            fixture.library.register(watcher)
            try second.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = true }
            #expect(watcher.next())
            try second.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset] as NSFastEnumeration) }
            #expect(watcher.next())
            #expect(watcher.history == ["false Optional(true) false", "true nil false"])
        }

        @Test func aSequenceOfChangesEndsWithItsTask() async throws {
            let asset = try fixture.save()
            let library = fixture.library
            let result = PHAsset.fetchAssets(with: nil)
            let changes = library.changes()
            try favorite(asset)
            var summaries: [String] = []
            for await change in changes {
                summaries.append(change.changeDetails(for: result)?.summary ?? "nothing")
                break
            }
            #expect(summaries == ["-[] +[] ~[0] []"])
            let started = DispatchSemaphore(value: 0)
            let task = Task {
                var count = 0
                started.signal()
                for await _ in library.changes() { count += 1 }
                return count
            }
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    started.wait()
                    continuation.resume()
                }
            }
            task.cancel()
            #expect(await task.value == 0)
        }

        @Test func aLibraryThatGoesAwayIsToldOnceAndAnswersEveryCall() async throws {
            let asset = try fixture.save()
            let watcher = AvailabilityWatcher { _ in "change" }
            fixture.library.register(watcher as any PHPhotoLibraryAvailabilityObserver)
            let changes = fixture.library.changes()
            #expect(fixture.library.unavailabilityReason == nil)
            try FileManager.default.moveItem(at: fixture.temporary.url, to: fixture.temporary.folder.appendingPathComponent("Elsewhere"))
            #expect(watcher.next())
            #expect(watcher.history == ["gone: true"])
            let result = PHAsset.fetchAssets(with: nil)
            #expect(result.count == 0)
            #expect((result.error as? PHPhotosError)?.code == .libraryVolumeOffline)
            #expect(throws: PHPhotosError.self) { try favorite(asset) }
            for await _ in changes { Issue.record("no change can come") }
            fixture.library.unregisterAvailabilityObserver(watcher)
        }
    }
}

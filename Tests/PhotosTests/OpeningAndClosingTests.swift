import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// What a library holds of the system goes with it.
    @Suite struct OpeningAndClosing {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        @Test func nothingOfAClosedLibraryStaysOpen() throws {
            try fixture.save()
            let rounds = ProcessInfo.processInfo.environment["PHOTOS_LONG_TESTS"] == nil ? 60 : 1_000
            let before = try OpenFiles(under: fixture.temporary.url)
            for round in 0..<rounds {
                let library = try PHPhotoLibrary(url: fixture.temporary.url)
                let watcher = Watcher { _ in "" }, availability = AvailabilityWatcher { _ in "" }
                library.register(watcher)
                library.register(availability as any PHPhotoLibraryAvailabilityObserver)
                let options = PHFetchOptions()
                options.photoLibrary = library
                let asset = try #require(PHAsset.fetchAssets(with: options).firstObject)
                #expect(!PHAssetCollection.fetchMoments(with: options).all.isEmpty)
                try library.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = round.isMultiple(of: 2) }
                #expect(watcher.next())
                // Clients forget either.
                if round.isMultiple(of: 3) { library.unregisterChangeObserver(watcher) }
            }
            var after = try OpenFiles(under: fixture.temporary.url)
            // The last few may just be closing, on queues of their own.
            let deadline = ContinuousClock.now + .seconds(60)
            while after.files - before.files >= 20 || after.watches - before.watches >= 10, ContinuousClock.now < deadline {
                sched_yield()
                after = try OpenFiles(under: fixture.temporary.url)
            }
            #expect(after.files - before.files < 20 && after.watches - before.watches < 10, "\(before) \(after)")
        }
    }
}

/// What this process has open of one folder, as the kernel tells it, whatever other tests do meanwhile.
private struct OpenFiles: CustomStringConvertible {
    private(set) var files = 0
    /// Descriptors that watch the folder.
    private(set) var watches = 0

    init(under folder: URL) throws {
        let manager = FileManager.default
        let database = try #require(manager.attributesOfItem(atPath: folder.path + "/database")[.systemFileNumber] as? NSNumber)
        let watched = "ino:" + String(database.uint64Value, radix: 16) + " "
        for number in try manager.contentsOfDirectory(atPath: "/proc/self/fd") {
            // Others come and go while we look.
            guard let target = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + number) else { continue }
            if target.hasPrefix(folder.path) { files += 1 }
            guard target.contains("inotify") else { continue }
            let facts = try? String(contentsOfFile: "/proc/self/fdinfo/" + number, encoding: .utf8)
            if facts?.contains(watched) == true { watches += 1 }
        }
    }

    var description: String { "\(files) files, \(watches) watches" }
}

import Catalog
import Cloud
import Dispatch
import Foundation
import PhotoModel
import Support
import Synchronization
import Testing

@testable import LibraryEngine

/// A disk that gets full makes room by what is in the store as well, before anything fails.
@Suite("A disk that gets full", .timeLimit(.minutes(20))) final class FullDiskTests {
    /// What the disk says of itself.
    private final class Disk: Sendable {
        private let state = Mutex<(capacity: Int64, folder: URL?)>((1 << 40, nil))

        /// Bytes that the originals may take; the rest of the disk is others'.
        var capacity: Int64 {
            get { state.withLock { $0.capacity } }
            set { state.withLock { $0.capacity = newValue } }
        }

        func watch(_ folder: URL) { state.withLock { $0.folder = folder } }

        var figures: DiskSpace.Figures? {
            let (capacity, folder) = state.withLock { $0 }
            return folder.map { DiskSpace.Figures(free: capacity - FullDiskTests.bytes(in: $0), total: 10_000) }
        }
    }

    private let disk: Disk
    private let hook = StoreHook()
    private let fixture: LibraryFixture
    private var library: PhotoLibrary { fixture.library }
    private var store: URL { fixture.base.appendingPathComponent("store") }

    init() throws {
        let disk = Disk(), hook = hook
        self.disk = disk
        fixture = try LibraryFixture {
            $0.diskFigures = { disk.figures }
            $0.storeWrapper = { HookedStore(inner: $0, hook: hook) }
        }
        disk.watch(fixture.url.appendingPathComponent("originals"))
    }

    private static func bytes(in folder: URL) -> Int64 {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.reduce(0) { sum, name in
            let facts = try? FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(name).path)
            return sum + (facts?[.type] as? FileAttributeType == .typeRegular ? facts?[.size] as? Int64 ?? 0 : 0)
        }
    }

    /// A photo of 1,000 bytes.
    private func photo(_ name: String) throws -> Int64 {
        let salt = name + String(repeating: "x", count: 996 - name.utf8.count)
        return try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg(salt)), filename: "\(name).JPG")])
    }

    private func connect(limit: Int64?) throws {
        var settings = CloudSettings(address: store.path)
        (settings.pinnedDays, settings.localLimit) = (0, limit)
        try library.configureCloud(settings)
    }

    private func areHere(_ ids: [Int64]) throws -> [Bool] {
        try ids.map { id in
            let resource = try fixture.resource(id)
            #expect(resource.isLocal == FileManager.default.fileExists(atPath: try fixture.file(of: resource).path))
            return resource.isLocal
        }
    }

    @Test func howMuchIsShort() {
        let disk = DiskSpace.Figures(free: 1_500, total: 10_000)
        #expect((disk.reserve, disk.shortage(for: 500), disk.shortage(for: 501), disk.shortage(for: 1_000)) == (1_000, 0, 1, 500))
        for (total, reserve) in [(104_857_600, 4_194_304), (4_294_967_296, 42_949_672), (1_125_899_906_842_624, 1_073_741_824)] as [(Int64, Int64)] {
            #expect(DiskSpace.Figures(free: 0, total: total).reserve == reserve)
        }
    }

    @Test func howMuchOfItGoes() {
        func bytes(_ least: Int64, _ wanted: Int64, of bytes: Int64) -> Int64 { DiskSpace.Shortage(least: least, wanted: wanted).bytes(of: bytes) }
        #expect([bytes(100, 500, of: 500), bytes(100, 500, of: 499), bytes(100, 500, of: 99), bytes(0, 500, of: 499)] == [500, 100, 0, 0])
    }

    @Test func eightThreadsMakeRoomOnce() throws {
        let ids = try (0..<5).map { try photo("\($0)") }
        try connect(limit: 1 << 40)
        _ = try library.upload()
        // Each is short of 900 bytes, until one photo is gone.
        disk.capacity = 6_100
        let space = library.originals.space
        DispatchQueue.concurrentPerform(iterations: 8) { _ in space.prepare(for: 1_000) }
        #expect(try areHere(ids) == [false, true, true, true, true])
        // All of them would not be enough.
        space.prepare(for: 9_000)
        #expect(try areHere(ids) == [false, true, true, true, true])
    }

    @Test func anImportRemovesWhatWasOpenedTheLongestAgoAndIsInTheStore() throws {
        let ids = try (0..<5).map { try photo("\($0)") }
        try library.performChanges(author: "test") { try $0.update(assetID: ids[0]) { $0.isFavorite = true } }
        try connect(limit: 1 << 40)
        #expect(try library.upload().files == 5)
        // There is room for 100 bytes, and for the reserve of 1,000.
        disk.capacity = 6_100
        let new = try photo("new")
        // The first is a favorite. One goes for what comes in.
        #expect(try areHere(ids + [new]) == [true, false, true, true, true, true])
        #expect(try library.verify().isSound)
    }

    @Test func aPictureHasRoomMadeBesideItByWhatWasComparedAlready() throws {
        let ids = try (0..<3).map { try photo("\($0)") }
        try connect(limit: 1 << 40)
        _ = try library.upload()
        for id in ids { _ = library.rebuildDerivatives(of: id) }
        let path = try fixture.resource(ids[1]).location.path
        try library.catalog.write(author: "test") { writer in try writer.updateCloudFile(path: path) { $0.verified = 0 } }
        disk.capacity = 3_500
        library.derivatives.space.prepare(for: 100)
        library.space.waitUntilIdle()
        #expect(try areHere(ids) == [true, false, true])
    }

    @Test func whatWasRemovedBeforeAnErrorIsCounted() throws {
        let ids = try (0..<40).map { try photo("\($0)") }
        try connect(limit: 1 << 40)
        _ = try library.upload()
        // The network goes after one step of 32 files.
        let heads = Mutex(0)
        hook.reset(before: { _, call throws(CloudError) in
            guard call.hasPrefix("head originals/") else { return }
            let count = heads.withLock { count in
                count += 1
                return count
            }
            if count > 32 { throw CloudError(.network, object: nil, "The test has cut the network.") }
        })
        let (report, error) = try library.evictSome(downTo: 0, CloudWork())
        #expect((error as? CloudError)?.code == .network && report.files == 32)
        #expect(try areHere(ids).count { !$0 } == 32)
    }

    @Test func aDownloadMakesRoomForItself() throws {
        let ids = try (0..<3).map { try photo("\($0)") }
        try connect(limit: 1 << 40)
        _ = try library.upload()
        #expect(try library.evict(downTo: 2_000).files == 1)
        disk.capacity = 3_100
        _ = try ResourceAccess(library, network: NetworkUse()).open(fixture.resource(ids[0]))
        library.fetcher.waitForRecords()
        #expect(try areHere(ids) == [true, false, true])
    }

    @Test func nothingGoesThatIsNotInTheStoreAsItIsHere() throws {
        let ids = try (0..<2).map { try photo("\($0)") }
        try connect(limit: 1 << 40)
        _ = try library.upload()
        let object = store.appendingPathComponent("objects").appendingPathComponent(try fixture.resource(ids[0]).location.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: object.path)
        try Data(count: 1_000).write(to: object)
        disk.capacity = 3_100
        let new = try photo("new")
        #expect(try areHere(ids + [new]) == [true, false, true])
    }

    @Test func whatIsSentHereFindsRoom() throws {
        let ids = try (0..<2).map { try photo("\($0)") }
        try connect(limit: 1 << 40)
        _ = try library.upload()
        disk.capacity = 2_100
        var limits = IncomingLimits()
        limits.reserve = 0
        let incoming = try IncomingStore(library, limits: limits), batch = try incoming.begin(album: nil)
        #expect(try incoming.announce([AnnouncedFile(name: "a.jpg", size: 1_000)], in: batch) == [1])
        #expect(try areHere(ids) == [false, true])
        // More than all of it: it is refused, as before, and nothing goes for it.
        #expect(throws: IncomingError.self) { _ = try incoming.announce([AnnouncedFile(name: "b.jpg", size: 9_000)], in: batch) }
        #expect(try areHere(ids) == [false, true])
    }

    /// Returns when an original has left this machine.
    private func waitUntilGone(_ id: Int64, _ body: () throws -> Void) throws {
        let changed = DispatchSemaphore(value: 0), commits = library.catalog.onCommit { _ in changed.signal() }
        defer { commits.cancel() }
        try body()
        while try fixture.resource(id).isLocal { changed.wait() }
    }

    @Test func aServedLibraryMakesRoomThoughNothingCanBeUploaded() throws {
        let ids = try (0..<3).map { try photo("\($0)") }
        try connect(limit: 1 << 40)
        _ = try library.upload()
        let late = try photo("late")
        hook.reset(before: { _, call throws(CloudError) in
            if call.hasPrefix("put ") { throw CloudError(.full, object: nil, "The test has no room in the store.") }
        })
        let service = CloudService(library, spare: 1_000, pause: .seconds(3_600))
        defer { service.stop() }
        // There are 100 bytes, of 1,000 and the reserve of as many.
        disk.capacity = 4_100
        try waitUntilGone(ids[1]) { service.start() }
        service.stop()
        #expect(try areHere(ids + [late]) == [false, false, true, true])
    }

    @Test func roomIsMadeWhereOthersFillTheDisk() throws {
        let ids = try (0..<3).map { try photo("\($0)") }
        try connect(limit: 1 << 40)
        _ = try library.upload()
        for id in ids {
            _ = library.rebuildDerivatives(of: id)
            let path = try fixture.resource(id).location.path
            try library.catalog.write(author: "test") { writer in try writer.updateCloudFile(path: path) { $0.verified = 0 } }
        }
        // No round runs, and what was compared before may go.
        try library.pauseCloud(true)
        let service = CloudService(library, spare: 1_000, pause: .milliseconds(5))
        defer { service.stop() }
        disk.capacity = 3_100
        try waitUntilGone(ids[1]) { service.start() }
        service.stop()
        #expect(try areHere(ids) == [false, false, true])
    }

    @Test func whatIsSentToALibraryThatAFullDiskClosedToChangesHearsOfTheDisk() throws {
        let (folder, manifest) = try PhotoLibrary.enter(fixture.url, fixture.environment)
        let full = try PhotoLibrary.openForReading(at: fixture.url, folder, manifest, .fullDisk, fixture.environment)
        defer { full.close() }
        let error = #expect(throws: IncomingError.self) { _ = try IncomingStore(full) }
        #expect(error?.code == .noSpace && error?.message.contains("Free some space") == true)
        var environment = fixture.environment
        environment.readsOnly = true
        let backup = try PhotoLibrary.open(at: fixture.url, environment: environment)
        defer { backup.close() }
        let other = #expect(throws: IncomingError.self) { _ = try IncomingStore(backup) }
        #expect(other?.code == .readOnly)
    }

    @Test(arguments: [true, false]) func whereNothingMayGoNothingGoes(keepsOriginals: Bool) throws {
        let ids = try (0..<2).map { try photo("\($0)") }
        try connect(limit: keepsOriginals ? nil : 1 << 40)
        if keepsOriginals { _ = try library.upload() }
        disk.capacity = 2_000
        // The disk itself has room, and only the account of it says otherwise.
        let new = try photo("new")
        #expect(try areHere(ids + [new]) == [true, true, true])
    }
}

import Catalog
import Cloud
import Foundation
import Importing
import PhotoModel
import Synchronization
import Testing

@testable import LibraryEngine

/// Originals in a store elsewhere: what is uploaded, what is removed here and what comes back.
@Suite("Originals in a store", .timeLimit(.minutes(20))) final class CloudTransferTests {
    let fixture: LibraryFixture
    var library: PhotoLibrary { fixture.library }
    var store: URL { fixture.base.appendingPathComponent("store") }
    var objects: URL { store.appendingPathComponent("objects") }

    init() throws { fixture = try LibraryFixture() }

    @discardableResult
    func photo(_ name: String, favorite: Bool = false) throws -> Int64 {
        let id = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg(name)), filename: "\(name).JPG")])
        if favorite { try library.performChanges(author: "test") { try $0.update(assetID: id) { $0.isFavorite = true } } }
        return id
    }

    func connect(_ change: (inout CloudSettings) -> Void = { _ in }) throws {
        var settings = CloudSettings(address: store.path)
        settings.pinnedDays = 0
        change(&settings)
        try library.configureCloud(settings)
    }

    func object(_ id: Int64) throws -> URL { try objects.appendingPathComponent(fixture.resource(id).location.path) }

    func isHere(_ id: Int64) throws -> Bool { try FileManager.default.fileExists(atPath: fixture.file(of: fixture.resource(id)).path) }

    func states(_ ids: [Int64]) throws -> [[Bool]] {
        try ids.map { id in
            let resource = try fixture.resource(id)
            return [resource.isLocal, resource.isInCloud]
        }
    }

    func code(_ body: () throws -> Void) -> LibraryError.Code? {
        do { try body() } catch { return (error as? LibraryError)?.code }
        return nil
    }

    func fetch(_ id: Int64, telling progress: @escaping @Sendable (Double) -> Void = { _ in }) throws {
        let use = NetworkUse(progress: { fraction in
            progress(fraction)
            return true
        })
        _ = try ResourceAccess(library, network: use).open(fixture.resource(id))
        library.fetcher.waitForRecords()
    }

    // MARK: Uploading

    @Test func everyFileOfTheLibrarysOwnIsUploadedOnce() throws {
        let ids = try ["a", "b", "c"].map { try photo($0) }
        try connect()
        let told = Mutex<[CloudProgress]>([])
        var work = CloudWork()
        work.progress = { progress in told.withLock { $0.append(progress) } }
        let report = try library.upload(work)
        #expect((report.files, report.failed, report.hasRecord, report.isInterrupted) == (3, [], true, false))
        #expect(try states(ids) == [[true, true], [true, true], [true, true]])
        for id in ids { #expect(try Data(contentsOf: object(id)) == Data(contentsOf: fixture.file(of: fixture.resource(id)))) }
        let progress = told.withLock { $0 }
        #expect(progress.last.map { [$0.files, $0.allFiles] } == [3, 3] && progress.last?.bytes == progress.last?.allBytes)
        #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.bytes <= $1.bytes })
        #expect(try library.upload().files == 0)
        let counts = try library.cloudStatus().counts
        #expect((counts.both.files, counts.local.files, counts.cloud.files) == (3, 0, 0))
    }

    @Test func aFileThatIsOnlyReferredToStaysWhereItIs() throws {
        let file = try fixture.write(LibraryFixture.jpeg("mine"), to: "folder/mine.jpg")
        var options = library.importOptions
        options.storage = .reference
        _ = try library.importer(options).run([file.path])
        try connect()
        #expect(try library.upload().files == 0)
        #expect(try library.cloudStatus().counts.referenced.files == 1)
    }

    @Test func aRoundThatWasCutOffIsGoneOnWith() throws {
        let ids = try (0..<5).map { try photo("\($0)") }
        try connect { $0.transfers = 1 }
        let count = Mutex(0)
        var work = CloudWork()
        work.progress = { progress in count.withLock { $0 = progress.files } }
        work.isCancelled = { count.withLock { $0 } >= 2 }
        let first = try library.upload(work)
        #expect(first.isInterrupted && first.files < 5 && !first.hasRecord)
        let second = try library.upload()
        #expect(first.files + second.files == 5)
        #expect(try states(ids).allSatisfy { $0 == [true, true] })
    }

    @Test func whatADeadProcessHasSentIsNotedAndNotSentAgain() throws {
        let id = try photo("a")
        try connect()
        _ = try library.upload()
        let sent = try FileManager.default.attributesOfItem(atPath: object(id).path)[.systemFileNumber] as? Int
        try library.performChanges(author: "test") { transaction in try transaction.update(resourceID: self.fixture.resource(id).id) { $0.isInCloud = false } }
        #expect(try library.upload().files == 1)
        #expect(try FileManager.default.attributesOfItem(atPath: object(id).path)[.systemFileNumber] as? Int == sent)
        #expect(try states([id]) == [[true, true]])
    }

    @Test func aFileThatIsNotWhatWasImportedIsToldOfAndTheOthersGo() throws {
        let (bad, good) = (try photo("bad"), try photo("good"))
        try connect()
        try Data(LibraryFixture.jpeg("BAD")).write(to: fixture.file(of: fixture.resource(bad)))
        let report = try library.upload()
        #expect(report.files == 1 && report.failed.map(\.filename) == ["bad.JPG"])
        #expect(report.failed.first?.message.contains("verify") == true)
        #expect(try states([bad, good]) == [[true, false], [true, true]])
        #expect(!FileManager.default.fileExists(atPath: try object(bad).path))
        #expect(try library.cloudStatus().failures.map(\.filename) == ["bad.JPG"])
        // A moment later it is not tried again.
        #expect(try library.upload().failed.isEmpty)
    }

    @Test func whatWasPurgedIsRemovedThereAsWell() throws {
        let (gone, kept) = (try photo("gone"), try photo("kept"))
        try connect()
        _ = try library.upload()
        let there = try object(gone)
        try library.performChanges(author: "test") { try $0.delete([gone]) }
        #expect(try library.upload().removed == 0)
        try library.performChanges(author: "test") { try $0.purge([gone]) }
        #expect(try library.upload().removed == 1)
        #expect(!FileManager.default.fileExists(atPath: there.path))
        #expect(try FileManager.default.fileExists(atPath: object(kept).path))
    }

    // MARK: Whose store it is

    @Test func aStoreOfAnotherLibraryIsRefused() throws {
        try connect()
        let other = try PhotoLibrary.create(at: fixture.base.appendingPathComponent("Other.photolibrary"), environment: fixture.environment)
        defer { other.close() }
        #expect(code { try other.configureCloud(CloudSettings(address: self.store.path)) } == .invalid)
        #expect(try other.cloudSettings() == nil)
    }

    @Test func aStoreThatSaysItIsAnothersGetsNothing() throws {
        try connect()
        let mark = objects.appendingPathComponent("library.json")
        let text = try String(contentsOf: mark, encoding: .utf8)
        try text.replacing(library.uuid.uuidString, with: UUID().uuidString).write(to: mark, atomically: true, encoding: .utf8)
        let id = try photo("a")
        #expect(code { _ = try self.library.upload() } == .invalid)
        #expect(!FileManager.default.fileExists(atPath: try object(id).path))
        try FileManager.default.removeItem(at: mark)
        #expect(code { _ = try self.library.upload() } == .invalid)
    }

    @Test func aFolderWithFilesInItIsRefused() throws {
        try fixture.write(Data("mine".utf8), to: "store/letter.txt")
        #expect(code { try self.connect() } == .invalid)
        #expect(try Data(contentsOf: store.appendingPathComponent("letter.txt")) == Data("mine".utf8))
    }

    @Test func aDiskThatIsNotThereIsNoEmptyStore() throws {
        let id = try photo("a")
        try connect()
        _ = try library.upload()
        try photo("b")
        try FileManager.default.moveItem(at: store, to: fixture.base.appendingPathComponent("unmounted"))
        try FileManager.default.createDirectory(at: store, withIntermediateDirectories: false)
        #expect(code { _ = try self.library.upload() } == .network)
        #expect(code { _ = try self.library.evict(downTo: 0) } == .network)
        #expect(try isHere(id))
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.path).isEmpty)
    }

    @Test func withoutAStoreNothingIsDone() throws {
        try photo("a")
        #expect(code { _ = try self.library.upload() } == .invalid)
        #expect(code { _ = try self.library.evict(downTo: 0) } == .invalid)
        #expect(code { _ = try self.library.cloudStatus() } == .invalid)
        #expect(try library.cloudSettings() == nil)
    }

    @Test func theLibraryLetsGoOfItsStoreOnlyWhenAllIsHere() throws {
        let id = try photo("a")
        try connect()
        _ = try library.upload()
        _ = try library.evict(downTo: 0)
        #expect(code { try self.library.disconnectCloud() } == .invalid)
        try fetch(id)
        try library.disconnectCloud()
        #expect(try library.cloudSettings() == nil)
        #expect(try states([id]) == [[true, false]])
    }

    // MARK: Making room

    @Test func whatWasOpenedTheLongestAgoGoesFirst() throws {
        let ids = try ["a", "b", "c"].map { try photo($0) }
        try connect()
        _ = try library.upload()
        for (id, date) in zip(ids, [30.0, 10, 20]) {
            let path = try fixture.resource(id).location.path
            try library.catalog.write(author: "test") { try $0.updateCloudFile(path: path) { $0.used = 700_000_000 + date } }
        }
        let size = try fixture.resource(ids[0]).size
        let report = try library.evict(downTo: 2 * size)
        #expect((report.files, report.failed, report.left) == (1, [], 2 * size))
        #expect(try ids.map { try isHere($0) } == [true, false, true])
        #expect(try states(ids) == [[true, true], [false, true], [true, true]])
        #expect(try library.evict(downTo: size).files == 1)
        #expect(try ids.map { try isHere($0) } == [true, false, false])
    }

    @Test func whatIsPinnedStays() throws {
        let (favorite, inAlbum, plain) = (try photo("favorite", favorite: true), try photo("album"), try photo("plain"))
        let album = UUID()
        _ = try library.catalog.write(author: "test") { writer in
            try writer.addMembers([inAlbum], to: writer.insert(CollectionRecord(uuid: album, type: .album(.albumRegular), title: "Best")))
        }
        try connect { $0.pinnedAlbums = [album] }
        _ = try library.upload()
        #expect(try library.evict(downTo: 0).files == 1)
        #expect(try [favorite, inAlbum, plain].map { try isHere($0) } == [true, true, false])
        try connect { ($0.pinsFavorites, $0.pinnedDays) = (false, 36_500) }
        #expect(try library.evict(downTo: 0).files == 0)
        try connect { $0.pinsFavorites = false }
        #expect(try library.evict(downTo: 0).files == 2)
    }

    @Test func nothingIsRemovedThatTheStoreDoesNotHaveAsItWas() throws {
        let (torn, gone, sound) = (try photo("torn"), try photo("gone"), try photo("sound"))
        try connect()
        _ = try library.upload()
        var bytes = try Data(contentsOf: object(torn))
        bytes[bytes.startIndex + 4] ^= 1
        try bytes.write(to: object(torn))
        try FileManager.default.removeItem(at: object(gone))
        let report = try library.evict(downTo: 0)
        #expect(report.files == 1 && report.failed.map(\.filename).sorted() == ["gone.JPG", "torn.JPG"])
        #expect(try [torn, gone, sound].map { try isHere($0) } == [true, true, false])
        // They are uploaded anew, and may go then.
        #expect(try states([torn, gone]) == [[true, false], [true, false]])
        #expect(try library.upload().files == 2)
        #expect(try library.evict(downTo: 0).files == 2)
        try fetch(torn)
        #expect(try Data(contentsOf: fixture.file(of: fixture.resource(torn))) == LibraryFixture.jpeg("torn"))
    }

    @Test func whatNobodyUploadedStays() throws {
        let id = try photo("a")
        try connect()
        #expect(try library.evict(downTo: 0).files == 0)
        #expect(try isHere(id))
    }

    @Test func anEvictedOriginalComesBackWhenItIsOpened() throws {
        let id = try photo("a")
        try connect()
        _ = try library.upload()
        _ = try library.evict(downTo: 0)
        #expect(code { _ = try self.library.openResource(self.fixture.resource(id)) } == .inCloud)
        let told = Mutex<[Double]>([])
        try fetch(id) { fraction in told.withLock { $0.append(fraction) } }
        #expect(told.withLock { [$0.first, $0.last] } == [0, 1])
        #expect(try Data(contentsOf: fixture.file(of: fixture.resource(id))) == LibraryFixture.jpeg("a"))
        #expect(try states([id]) == [[true, true]])
    }

    @Test func anotherObjectInItsPlaceIsNotTaken() throws {
        let id = try photo("a")
        try connect()
        _ = try library.upload()
        _ = try library.evict(downTo: 0)
        try LibraryFixture.jpeg("b").write(to: object(id))
        #expect(code { try self.fetch(id) } == .network)
        #expect(try !isHere(id))
        try FileManager.default.removeItem(at: object(id))
        #expect(code { try self.fetch(id) } == .network)
    }
}

import Catalog
import Foundation
import Query
import Testing

@testable import LibraryEngine

extension WatchingTests {
    @Test func anotherProcessGoesOnAndReadsNothingAgain() throws {
        try world.add()
        try world.jpeg("a.jpg")
        try world.jpeg("sub/b.jpg")
        var first: FolderWatcher? = world.watcher()
        try first.map { _ = try world.finish($0) }
        first = nil
        // What somebody has removed for good does not come back.
        let id = try #require(try world.library.catalog.read { try Array($0.assetIDs(AssetQuery())) }.first)
        try world.library.performChanges(author: "test") { try $0.delete([id]) }
        try world.library.performChanges(author: "test") { try $0.purge([id]) }
        try world.jpeg("c.jpg")
        #expect(try world.finish(world.watcher()).map(\.report.found) == [1])
        #expect(try world.names.count == 2)
    }

    @Test func aTornFileOfAWatchCostsReadingAndNothingElse() throws {
        let watched = try world.add()
        try world.jpeg("a.jpg")
        try world.jpeg("b.jpg")
        var first: FolderWatcher? = world.watcher()
        try first.map { _ = try world.finish($0) }
        first = nil
        let file = world.fixture.url.appendingPathComponent("watching/\(watched.id.uuidString).files")
        var content = try Data(contentsOf: file)
        content[12] ^= 1
        try (content.dropLast(5) + Data("\nnonsense\n\u{0}\u{1} t\n".utf8)).write(to: file)
        let told = try world.finish(world.watcher())
        #expect(told.reduce(0) { $0 + $1.report.imported } == 0)
        #expect(try world.names == ["a.jpg", "b.jpg"])
    }

    @Test func oneProcessAtATimeWatches() throws {
        try world.add()
        #expect(!FolderWatcher.isRunning(for: world.library))
        let first = world.watcher(), second = world.watcher()
        try world.steps(first)
        #expect(FolderWatcher.isRunning(for: world.library))
        let error = try #require(throws: LibraryError.self) { try second.step() }
        #expect(error.code == .locked)
        withExtendedLifetime(first) {}
    }

    @Test func aRecoveryKeepsTheFoldersAndBelievesNothingElse() throws {
        let watched = try world.add(.reference)
        try world.jpeg("a.jpg")
        var watcher: FolderWatcher? = world.watcher()
        try watcher.map { _ = try world.finish($0) }
        watcher = nil
        world.library.close()
        try FileManager.default.removeItem(at: world.fixture.url.appendingPathComponent("database"))
        _ = try PhotoLibrary.recover(at: world.fixture.url, environment: world.fixture.environment, options: RecoveryOptions())
        let library = try PhotoLibrary.open(at: world.fixture.url, environment: world.fixture.environment)
        defer { library.close() }
        #expect(try library.watchedFolders() == [watched])
        // Looked at once more, and not read: the references say what the file looked like.
        let again = world.watcher(library)
        #expect(try world.finish(again).allSatisfy { $0.report.imported == 0 })
        #expect(try library.catalog.read { try $0.assetIDs(AssetQuery()).count } == 1)
    }

    @Test func stoppingEndsAThreadThatWaits() throws {
        try world.add()
        let watcher = world.watcher { $0.usesKernel = true }
        watcher.start()
        watcher.stop()
    }
}

import Catalog
import Foundation
import Originals
import Query
import TestSupport
import Testing

@testable import LibraryEngine

extension WatchingTests {
    @Test func whatComesInGoesToTheAlbum() throws {
        try world.add(album: "Phone")
        try world.jpeg("a.jpg")
        try world.finish(world.watcher())
        #expect(try world.library.read { try $0.collections(CollectionQuery(kind: .album)) }.map(\.title) == ["Phone"])
    }

    @Test func whatCantBeWatchedIsRefusedByName() throws {
        func message(_ path: String) throws -> String {
            let error = try #require(throws: LibraryError.self) { try world.library.addWatchedFolder(BytePath(path), storage: .copy) }
            return error.message
        }
        let base = world.fixture.base.path
        try world.jpeg("a.jpg")
        try world.jpeg("sub/b.jpg")
        #expect(try message(base + "/nothing").contains("There is no folder"))
        #expect(try message(base + "/camera/a.jpg").contains("is a file"))
        #expect(try message(world.fixture.url.path).contains("lies within the library"))
        #expect(try message(world.fixture.url.path + "/originals").contains("lies within the library"))
        try world.add()
        #expect(try message(world.folder.path).contains("is watched already"))
        #expect(try message(world.folder.path + "/sub").contains("lies within"))
        #expect(try message(base).contains("is watched already. Remove it first"))
        let link = base + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: world.folder.path)
        #expect(try message(link).contains("is watched already"))
        try FileManager.default.createDirectory(atPath: base + "/Old.photoslibrary/originals", withIntermediateDirectories: true)
        #expect(try message(base + "/Old.photoslibrary").contains("photo library of Apple's"))
        #expect(try world.library.watchedFolders().count == 1)
    }

    @Test func linksThatLeadInCirclesAndLibrariesAreNotEntered() throws {
        try world.add()
        try world.jpeg("sub/a.jpg")
        try FileManager.default.createSymbolicLink(at: world.folder.appendingPathComponent("sub/loop"), withDestinationURL: world.folder)
        try FileManager.default.createSymbolicLink(at: world.folder.appendingPathComponent("dangling.jpg"), withDestinationURL: world.folder.appendingPathComponent("no"))
        try FileManager.default.createSymbolicLink(at: world.folder.appendingPathComponent("linked.jpg"), withDestinationURL: world.folder.appendingPathComponent("sub/a.jpg"))
        try world.jpeg("Other.photoslibrary/originals/x.jpg")
        let inner = try PhotoLibrary.create(at: world.folder.appendingPathComponent("Inner.photolibrary"), environment: LibraryFixture.environment())
        inner.close()
        let told = try world.finish(world.watcher())
        #expect(told.reduce(0) { $0 + $1.report.imported } == 1 && told.reduce(0) { $0 + $1.report.duplicates } == 1)
        #expect(try world.status().folders == 2)
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a folder needs root")) func aFolderThatIsMountedWithinItselfIsNotEntered() throws {
        try world.add()
        try world.jpeg("sub/a.jpg")
        let loop = try SmallDisk.bound(to: world.folder, at: world.folder.appendingPathComponent("sub/loop"))
        defer { loop.unmount() }
        let told = try world.finish(world.watcher())
        #expect(told.reduce(0) { $0 + $1.report.imported } == 1 && told.reduce(0) { $0 + $1.report.duplicates } == 0)
        #expect(try world.status().folders == 2)
    }

    @Test func aLibraryInAWatchedFolderIsNotItsSource() throws {
        // The whole of what is around the library.
        try world.jpeg("a.jpg")
        try world.add(.copy, world.fixture.base)
        let watcher = world.watcher()
        try world.finish(watcher)
        #expect(try world.names == ["a.jpg"])
        #expect(try world.finish(watcher).isEmpty)
    }

    @Test func aFolderThatIsRemovedIsLeftAlone() throws {
        let watched = try world.add()
        let watcher = world.watcher()
        try world.jpeg("a.jpg")
        try world.finish(watcher)
        #expect(try world.library.removeWatchedFolder(watched.id))
        #expect(try !world.library.removeWatchedFolder(watched.id))
        try world.jpeg("b.jpg")
        #expect(try world.finish(watcher).isEmpty)
        #expect(try world.names == ["a.jpg"])
    }
}

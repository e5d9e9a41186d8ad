import Catalog
import Foundation
import Originals
import PhotoModel
import Testing

@testable import LibraryEngine

extension WatchingTests {
    @Test func aReferenceWhoseFileIsGoneIsMarkedUntilItIsBack() throws {
        try world.add(.reference)
        let watcher = world.watcher()
        try world.jpeg("a.jpg")
        try world.jpeg("keep.jpg")
        try world.finish(watcher)
        try world.remove("a.jpg")
        try world.steps(watcher, after: 3_700)
        #expect(try world.library.catalog.read { try $0.resources(afterID: 0, limit: 10) }.allSatisfy { $0.damage == nil })
        #expect(try world.steps(watcher, after: 6).map(\.missing) == [1])
        func a() throws -> ResourceRecord { try #require(try world.library.catalog.read { try $0.resources(afterID: 0, limit: 10) }.first { $0.filename == "a.jpg" }) }
        #expect(try a().damage == PhotoLibrary.missingMark)
        #expect(try world.library.catalog.read { try $0.asset(id: a().assetID) }?.damage == PhotoLibrary.missingMark)
        #expect(try world.names == ["a.jpg", "keep.jpg"])
        #expect(try world.finish(watcher).isEmpty)
        try world.jpeg("found/a again.jpg", "a.jpg")
        #expect(try world.finish(watcher).reduce(0) { $0 + $1.moved } == 1)
        #expect(try a().damage == nil && a().location.path == "found/a again.jpg")
        #expect(try world.library.catalog.read { try $0.asset(id: a().assetID) }?.damage == nil)
    }

    @Test func anAssetIsMarkedForAsLongAsTheFileThatShowsItIsGone() throws {
        try world.add(.reference)
        let watcher = world.watcher()
        try world.jpeg("IMG_1.jpg")
        try world.raw("IMG_1.rw2")
        try world.jpeg("keep.jpg")
        try world.finish(watcher)
        try world.remove("IMG_1.jpg")
        try world.remove("IMG_1.rw2")
        try world.finish(watcher)
        func damage() throws -> String? {
            try world.library.catalog.read { reader in
                let resource = try #require(try reader.resources(afterID: 0, limit: 10).first { $0.filename == "IMG_1.jpg" })
                return try #require(try reader.asset(id: resource.assetID)).damage
            }
        }
        #expect(try damage() == PhotoLibrary.missingMark)
        try world.raw("found/raw.rw2")
        try world.finish(watcher)
        #expect(try damage() == PhotoLibrary.missingMark)
        try world.jpeg("found/shown.jpg", "IMG_1.jpg")
        try world.finish(watcher)
        #expect(try damage() == nil)
    }

    @Test func whereALinkLeadsNowhereNothingIsKnownOfIt() throws {
        try world.jpeg("a.jpg")
        let link = world.folder.appendingPathComponent("link.jpg"), target = world.fixture.base.appendingPathComponent("disk/b.jpg")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        let without = try FolderListing(BytePath(world.folder.path), apart: [])
        #expect(without.unknown == [BytePath("link.jpg")] && Set(without.files.keys) == [BytePath("a.jpg")])
        try world.fixture.write(LibraryFixture.jpeg("b.jpg"), to: "disk/b.jpg")
        let with = try FolderListing(BytePath(world.folder.path), apart: [])
        #expect(with.unknown.isEmpty && Set(with.files.keys) == [BytePath("a.jpg"), BytePath("link.jpg")])
    }

    @Test(arguments: [WatchedFolder.Storage.copy, .reference]) func aFolderWhoseDiskIsGoneLosesNothing(_ storage: WatchedFolder.Storage) throws {
        try world.add(storage)
        let watcher = world.watcher()
        try world.jpeg("a.jpg")
        try world.finish(watcher)
        let away = world.fixture.base.appendingPathComponent("away")
        try FileManager.default.moveItem(at: world.folder, to: away)
        let first = try world.steps(watcher, after: 4_000)
        #expect(first.count == 1 && first[0].problems.count == 1 && first[0].problems[0].contains("is not there"))
        // As a mount point without its disk.
        try FileManager.default.createDirectory(at: world.folder, withIntermediateDirectories: true)
        #expect(try world.finish(watcher).allSatisfy { $0.missing == 0 && $0.report.found == 0 })
        #expect(try world.status().absence != nil)
        try FileManager.default.removeItem(at: world.folder)
        try FileManager.default.moveItem(at: away, to: world.folder)
        try world.jpeg("b.jpg")
        #expect(try world.finish(watcher).map(\.report.imported) == [1])
        #expect(try world.library.catalog.read { try $0.resources(afterID: 0, limit: 10) }.allSatisfy { $0.damage == nil })
        #expect(try world.names == ["a.jpg", "b.jpg"])
    }
}

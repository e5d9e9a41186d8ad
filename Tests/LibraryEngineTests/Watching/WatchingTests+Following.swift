import Catalog
import Foundation
import Testing

@testable import LibraryEngine

extension WatchingTests {
    @Test func aReferenceFollowsItsFileWithoutReadingIt() throws {
        try world.add(.reference)
        let watcher = world.watcher()
        try world.jpeg("a.jpg")
        try world.jpeg("trip/b.jpg")
        try world.finish(watcher)
        let examined = world.decoder.examined.withLock { $0.count }
        try world.move("a.jpg", to: "sub/deep/renamed.jpg")
        try world.move("trip", to: "voyage")
        #expect(try world.finish(watcher).reduce(0) { $0 + $1.moved } == 2)
        #expect(world.decoder.examined.withLock { $0.count } == examined)
        let all = try world.library.catalog.read { try $0.resources(afterID: 0, limit: 10) }
        #expect(Set(all.map(\.location.path)) == ["sub/deep/renamed.jpg", "voyage/b.jpg"])
        for resource in all {
            _ = try world.library.openResource(resource)
            #expect(resource.damage == nil)
        }
    }

    @Test func referencesFollowFilesThatGetTheNamesOfOthers() throws {
        try world.add(.reference)
        let watcher = world.watcher()
        for name in ["2.jpg", "3.jpg", "x.jpg", "y.jpg"] { try world.jpeg(name) }
        try world.finish(watcher)
        // A gap is made in a row, and two change places.
        try world.move("3.jpg", to: "4.jpg")
        try world.move("2.jpg", to: "3.jpg")
        try world.move("x.jpg", to: "z.jpg")
        try world.move("y.jpg", to: "x.jpg")
        try world.move("z.jpg", to: "y.jpg")
        try world.finish(watcher)
        try world.finish(watcher)
        let all = try world.library.catalog.read { try $0.resources(afterID: 0, limit: 10) }
        #expect(Dictionary(uniqueKeysWithValues: all.map { ($0.filename, $0.location.path) }) == ["2.jpg": "3.jpg", "3.jpg": "4.jpg", "x.jpg": "y.jpg", "y.jpg": "x.jpg"])
        #expect(all.allSatisfy { $0.damage == nil })
        for resource in all { _ = try world.library.openResource(resource) }
    }

    @Test func aReferenceFollowsItsFileToAnotherWatchedFolderByItsContent() throws {
        try world.add(.reference)
        let other = world.fixture.base.appendingPathComponent("other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try world.add(.reference, other)
        let watcher = world.watcher()
        try world.jpeg("a.jpg")
        try world.jpeg("keep.jpg")
        try world.finish(watcher)
        // A copy, as from one disk to another, and then the first one goes.
        try FileManager.default.copyItem(at: world.folder.appendingPathComponent("a.jpg"), to: other.appendingPathComponent("z.jpg"))
        try world.remove("a.jpg")
        try world.finish(watcher)
        try world.finish(watcher)
        let resource = try #require(try world.library.catalog.read { try $0.resources(afterID: 0, limit: 10) }.first { $0.filename == "a.jpg" })
        #expect(resource.location.path == "z.jpg" && resource.damage == nil)
        _ = try world.library.openResource(resource)
        #expect(try world.names.count == 2)
    }

    @Test func whatBecomesOfACopiedFileDoesNotConcernTheLibrary() throws {
        try world.add()
        let watcher = world.watcher()
        try world.jpeg("a.jpg")
        try world.jpeg("b.jpg")
        try world.finish(watcher)
        try world.remove("a.jpg")
        try world.move("b.jpg", to: "sub/c.jpg")
        #expect(try world.finish(watcher).isEmpty)
        #expect(try world.names == ["a.jpg", "b.jpg"])
        #expect(try world.library.catalog.read { try $0.resources(afterID: 0, limit: 10) }.allSatisfy { $0.damage == nil })
    }
}

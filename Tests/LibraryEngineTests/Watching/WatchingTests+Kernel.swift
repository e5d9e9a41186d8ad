import Foundation
import Originals
import Testing

@testable import LibraryEngine

extension WatchingTests {
    /// Programs that other tests start have all that is open here until they run.
    private static func isOpenForWriting(_ path: BytePath) -> Bool? {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end, FileUse.isOpenForWriting(path) == true { sched_yield() }
        return FileUse.isOpenForWriting(path)
    }

    @Test func theSystemTellsWhetherAFileIsOpenForWriting() throws {
        try world.jpeg("a.jpg")
        let path = BytePath(world.folder.appendingPathComponent("a.jpg").path)
        guard let before = Self.isOpenForWriting(path) else { return }
        #expect(!before)
        let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: path.text))
        #expect(FileUse.isOpenForWriting(path) == true)
        try writer.close()
        let reader = try FileHandle(forReadingFrom: URL(fileURLWithPath: path.text))
        #expect(Self.isOpenForWriting(path) == false)
        try reader.close()
        #expect(FileUse.isOpenForWriting(BytePath("/nowhere")) == nil)
    }

    @Test func theKernelTellsThatAFileWasClosedAndItComesInSooner() throws {
        try world.add()
        let watcher = world.watcher { $0.usesKernel = true }
        try world.steps(watcher)
        try world.jpeg("sub/a.jpg")
        #expect(try world.steps(watcher).isEmpty)
        try world.jpeg("sub/b.jpg")
        try world.move("sub/b.jpg", to: "sub/c.jpg")
        #expect(try world.steps(watcher).isEmpty)
        #expect(try world.steps(watcher, after: 1.5).flatMap(\.report.importedIdentifiers).count >= 1)
        try world.steps(watcher, after: 5)
        #expect(try world.names == ["a.jpg", "c.jpg"])
        #expect(try world.status().watchedFolders == 2)
    }

    @Test func theKernelTellsOfAFolderThatTookTheNameOfAnother() throws {
        let events = try FolderEvents(limit: 8, usesDisks: false)
        try world.jpeg("one/a.jpg")
        try world.jpeg("two/b.jpg")
        func path(_ name: String) -> BytePath { BytePath(world.folder.appendingPathComponent(name).path) }
        for name in ["one", "two"] { events.watch(path(name)) }
        try world.move("one", to: "three")
        try world.move("two", to: "one")
        for name in ["one", "three"] { events.watch(path(name)) }
        _ = events.drain()
        #expect(try world.heard(by: events, of: "one/c.jpg").folders == [path("one")])
        #expect(try world.heard(by: events, of: "three/d.jpg").folders == [path("three")])
        #expect(events.count == 2 && !events.isWatched(path("two")))
    }

    @Test func moreFoldersThanTheKernelTellsOfArePassedOverAndTheirCostIsTold() throws {
        try world.add()
        for index in 0..<6 { try world.jpeg("\(index)/a\(index).jpg") }
        let watcher = world.watcher { ($0.usesKernel, $0.kernelLimit, $0.usesDiskEvents) = (true, 3, false) }
        try world.finish(watcher)
        #expect(try world.names.count == 6)
        let status = try world.status()
        #expect(status.folders == 7 && status.watchedFolders == 3 && status.passInterval == 60 && status.passSeconds != nil)
        for index in 0..<6 { try world.jpeg("\(index)/b\(index).jpg") }
        try world.steps(watcher, after: 61)
        try world.steps(watcher, after: 6)
        #expect(try world.names.count == 12)
    }
}

import Foundation
import Testing

@testable import LibraryEngine

@Suite("Watching folders") struct WatchingTests {
    let world: WatchFixture

    init() throws { world = try WatchFixture() }

    @Test func aFileComesInWhenItHasNotChangedForAWhile() throws {
        try world.add()
        let watcher = world.watcher()
        try world.jpeg("a.jpg")
        #expect(try world.steps(watcher).isEmpty)
        #expect(try world.steps(watcher, after: 4).isEmpty)
        try world.append("more", to: "a.jpg")
        #expect(try world.steps(watcher, after: 2).isEmpty)
        #expect(try world.steps(watcher, after: 4).isEmpty)
        #expect(try world.steps(watcher, after: 2).map(\.report.imported) == [1])
        #expect(try world.names == ["a.jpg"])
        #expect(try world.finish(watcher).isEmpty)
        #expect(world.decoder.examined.withLock { $0 } == ["a.jpg"])
    }

    @Test func aFileThatSomebodyHasOpenIsAwaitedForTenMinutesAtMost() throws {
        try world.add()
        let watcher = world.watcher()
        world.open["a.jpg"] = true
        try world.jpeg("a.jpg")
        try world.steps(watcher)
        for _ in 0..<10 { #expect(try world.steps(watcher, after: 50).isEmpty) }
        #expect(try world.steps(watcher, after: 120).map(\.report.imported) == [1])
        try world.jpeg("b.jpg")
        world.open["b.jpg"] = true
        #expect(try world.steps(watcher, after: 3_700).isEmpty)
        #expect(try world.steps(watcher, after: 60).isEmpty)
        world.open["b.jpg"] = false
        #expect(try world.steps(watcher, after: 6).map(\.report.imported) == [1])
    }

    @Test func whereNobodyCanTellWhetherAFileIsOpenItIsAwaitedLonger() throws {
        try world.add()
        let watcher = world.watcher()
        world.open["a.jpg"] = nil
        try world.jpeg("a.jpg")
        try world.steps(watcher)
        #expect(try world.steps(watcher, after: 20).isEmpty)
        #expect(try world.steps(watcher, after: 11).map(\.report.imported) == [1])
    }

    @Test func aFileThatIsLongThereComesInAtOnce() throws {
        try world.add()
        try world.jpeg("a.jpg")
        world.clock.advance(by: Date().timeIntervalSince(world.clock.now) + 60)
        #expect(try world.steps(world.watcher()).map(\.report.imported) == [1])
    }

    @Test func whatProgramsAreStillWritingAndWhatIsHiddenIsPassedBy() throws {
        try world.add()
        let watcher = world.watcher()
        for name in [".a.jpg", "a.jpg.part", "a.jpg.crdownload", "a.jpg~", ".trash/b.jpg"] { try world.jpeg(name) }
        #expect(try world.finish(watcher).isEmpty)
        try world.move("a.jpg.part", to: "a.jpg")
        #expect(try world.finish(watcher).map(\.report.found) == [1])
        #expect(try world.names == ["a.jpg"])
    }

    @Test func whatIsNoPictureIsLookedAtOnceAndAgainWhenItChanges() throws {
        try world.add()
        let watcher = world.watcher()
        try world.write(Data("hello".utf8), "a.txt")
        try world.write(Data("no picture".utf8), "b.jpg")
        let told = try world.finish(watcher)
        #expect(told.map(\.report.skipped).reduce(0, +) == 1 && told.flatMap(\.report.failed).map(\.code) == ["unsupported"])
        #expect(try world.finish(watcher).isEmpty)
        try world.jpeg("b.jpg")
        // A day later every file is looked at.
        try world.steps(watcher, after: 90_000)
        #expect(try world.steps(watcher, after: 6).map(\.report.imported) == [1])
    }

    @Test func whatFailsForAReasonThatMayPassIsTriedAgainAndToldOnce() throws {
        try world.add()
        let watcher = world.watcher()
        world.decoder.isIll.withLock { $0 = true }
        try world.jpeg("a.jpg")
        try world.steps(watcher)
        #expect(try world.steps(watcher, after: 6).flatMap(\.report.failed).count == 1)
        #expect(try world.steps(watcher, after: 11).flatMap(\.report.failed).isEmpty)
        #expect(try world.steps(watcher, after: 11).isEmpty)
        world.decoder.isIll.withLock { $0 = false }
        #expect(try world.steps(watcher, after: 10).map(\.report.imported) == [1])
    }
}

import Foundation
import Originals
import TestSupport
import Testing

@testable import LibraryEngine

/// Folders beyond the watches that inotify has: of whole disks the kernel tells whoever may administer the system.
extension WatchingTests {
    private static let isToldOfDisks = DiskEvents().watch(BytePath(FileManager.default.temporaryDirectory.path))

    private func path(_ name: String) -> BytePath { BytePath(world.folder.appendingPathComponent(name).path) }

    @Test(.enabled(if: isToldOfDisks, "hearing of whole disks needs CAP_SYS_ADMIN"))
    func moreFoldersThanInotifyWatchesAreHeardOfByTheirDisk() throws {
        try world.add()
        for index in 0..<6 { try world.jpeg("\(index)/a\(index).jpg") }
        let watcher = world.watcher { ($0.usesKernel, $0.kernelLimit) = (true, 3) }
        try world.finish(watcher)
        let status = try world.status()
        #expect(status.folders == 7 && status.watchedFolders == 7 && status.passInterval == nil && status.passSeconds == nil)
        for index in 0..<6 { try world.jpeg("\(index)/b\(index).jpg") }
        #expect(try world.steps(watcher).isEmpty)
        // Sooner than any pass, and as soon as the kernel says that they were closed.
        #expect(try world.steps(watcher, after: 1.5).flatMap(\.report.importedIdentifiers).count >= 1)
        try world.steps(watcher, after: 6)
        #expect(try world.names.count == 12)
        try world.jpeg("6/c.jpg")
        try world.steps(watcher)
        try world.jpeg("6/d.jpg")
        try world.steps(watcher, after: 6)
        try world.steps(watcher, after: 6)
        #expect(try world.names.suffix(2) == ["c.jpg", "d.jpg"], "a folder that is new is heard of as well")
    }

    @Test(.enabled(if: isToldOfDisks, "hearing of whole disks needs CAP_SYS_ADMIN"))
    func aDiskTellsOfAFolderThatTookTheNameOfAnotherAndOfNoFolderThatIsForgotten() throws {
        let events = try FolderEvents(limit: 0)
        try world.jpeg("one/a.jpg")
        try world.jpeg("two/b.jpg")
        for name in ["one", "two"] { #expect(events.watch(path(name))) }
        try world.move("one", to: "three")
        try world.move("two", to: "one")
        for name in ["one", "three"] { #expect(events.watch(path(name))) }
        _ = events.drain()
        let heard = try world.heard(by: events, of: "one/c.jpg")
        #expect(heard.folders == [path("one")] && heard.closed.contains(path("one/c.jpg")) && !heard.isOverflown)
        #expect(try world.heard(by: events, of: "three/d.jpg").folders == [path("three")])
        #expect(events.count == 2 && !events.isWatched(path("two")))
        events.forget(path("three"))
        try world.jpeg("three/e.jpg")
        #expect(try world.heard(by: events, of: "one/e.jpg").folders == [path("one")])
        events.keepOnly { _ in false }
        try world.jpeg("one/f.jpg")
        #expect(events.drain().isEmpty && events.count == 0)
        // The last one was forgotten, and its disk with it.
        #expect(events.watch(path("one")))
        try world.remove("one/f.jpg")
        let removed = events.drain()
        #expect(removed.folders == [path("one")] && removed.closed.isEmpty)
    }

    @Test(.enabled(if: isToldOfDisks, "hearing of whole disks needs CAP_SYS_ADMIN"))
    func whatHappensElsewhereOnTheDiskEndsNoWaitingAndWhatHappensInAFolderDoes() throws {
        let events = try FolderEvents(limit: 0), disks = try #require(events.disks)
        try world.jpeg("one/a.jpg")
        try world.jpeg("two/b.jpg")
        #expect(events.watch(path("one")))
        _ = events.drain()
        try world.jpeg("two/c.jpg")
        #expect(!disks.hasHeard())
        events.wait(seconds: 0)
        #expect(events.drain().isEmpty)
        try world.jpeg("one/c.jpg")
        let start = ContinuousClock.now
        events.wait(seconds: 3_000)
        #expect(ContinuousClock.now - start < .seconds(600) && events.drain().folders == [path("one")], "what ended the waiting is still there to be heard")
        events.wake()
        events.wait(seconds: 3_000)
    }

    @Test(.enabled(if: isToldOfDisks && SmallDisk.isPermitted, "mounting a disk and hearing of it need CAP_SYS_ADMIN"))
    func aDiskThatWasMountedAnewIsHeardOfAgain() throws {
        let events = try FolderEvents(limit: 0), folder = world.folder.appending(path: "disk")
        let first = try SmallDisk(megabytes: 1, at: folder)
        let isHeardOf = events.watch(path("disk"))
        first.unmount()
        #expect(isHeardOf)
        let second = try SmallDisk(megabytes: 1, at: folder)
        defer { second.unmount() }
        #expect(events.watch(path("disk")) && events.count == 1)
        try world.jpeg("disk/a.jpg")
        #expect(events.drain().folders == [path("disk")])
    }

    @Test(.enabled(if: !isToldOfDisks, "this user hears of whole disks"))
    func whoeverMayNotHearOfDisksPassesFoldersOverAndKnowsWhy() throws {
        try world.add()
        for index in 0..<6 { try world.jpeg("\(index)/a\(index).jpg") }
        let watcher = world.watcher { ($0.usesKernel, $0.kernelLimit) = (true, 3) }
        try world.finish(watcher)
        let status = try world.status()
        #expect(status.folders == 7 && status.watchedFolders == 3 && status.passInterval == 60)
        #expect(watcher.events?.disks?.refusal?.isEmpty == false)
    }

    @Test func whatIsNoFolderIsNotHeardOf() throws {
        let events = DiskEvents()
        try world.jpeg("a.jpg")
        try FileManager.default.createSymbolicLink(at: world.folder.appending(path: "link"), withDestinationURL: world.folder)
        for name in ["a.jpg", "nothing", "link"] { #expect(!events.watch(path(name)), "\(name)") }
        #expect(events.count == 0)
    }
}

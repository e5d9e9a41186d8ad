import Catalog
import Foundation
import Glibc
import Imaging
import PhotoModel
import Support
import Synchronization
import Testing

@testable import LibraryEngine

/// What a handler was called with, and a way to wait for it.
final class Heard<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ value: Value) {
        values.withLock { $0.append(value) }
        arrived.signal()
    }

    var all: [Value] { values.withLock { $0 } }

    /// Waits for one more call. The limit is only there to end a test that fails.
    func next() -> Bool { arrived.wait(timeout: .now() + 120) == .success }
}

@Suite struct ObservingTests {
    let fixture: LibraryFixture
    init() throws { fixture = try LibraryFixture() }

    private func commit(_ catalog: Catalog, _ title: String = "Album") throws {
        _ = try catalog.write(author: "test") { try $0.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: title)) }
    }

    private func position() throws -> ChangePosition { try fixture.library.catalog.read { try $0.position } }

    @Test func ownCommitsAreToldAfterTheyHappened() throws {
        try commit(fixture.library.catalog)
        let heard = Heard<ChangePosition>()
        let subscription = fixture.library.changes.observe { heard.add($0) }
        try commit(fixture.library.catalog)
        #expect(heard.next())
        #expect(heard.all == [try position()], "the commit before the subscription is not told")
        subscription.cancel()
        try commit(fixture.library.catalog)
        let other = Heard<ChangePosition>()
        let second = fixture.library.changes.observe { other.add($0) }
        try commit(fixture.library.catalog)
        #expect(other.next())
        #expect(heard.all.count == 1)
        withExtendedLifetime(second) {}
    }

    /// While somebody begins to listen, the last of the others stops.
    @Test func whoeverComesAsTheLastOneLeavesIsTold() throws {
        let changes = fixture.library.changes
        for round in 0..<400 {
            let last = changes.observe { _ in }, hasLeft = DispatchGroup(), start = DispatchSemaphore(value: 0)
            let thread = Thread {
                start.wait()
                // Earlier or later within the other's beginning.
                let end = ContinuousClock.now + .microseconds(round % 40 * 5)
                while ContinuousClock.now < end {}
                last.cancel()
                hasLeft.leave()
            }
            hasLeft.enter()
            thread.start()
            let heard = Heard<ChangePosition>()
            start.signal()
            let subscription = changes.observe { heard.add($0) }
            hasLeft.wait()
            try commit(fixture.library.catalog)
            try #require(heard.next(), "round \(round)")
            subscription.cancel()
            // The system has watches for a hundred or so, and each is closed by this queue, a step after it was let go of.
            for _ in 0..<2 { changes.queue.sync {} }
        }
    }

    @Test func commitsOfAnotherConnectionAreTold() throws {
        let other = try Catalog.open(at: fixture.library.catalog.file, options: CatalogOptions())
        defer { other.close() }
        let heard = Heard<ChangePosition>()
        let subscription = fixture.library.changes.observe { heard.add($0) }
        for _ in 0..<3 {
            try commit(other)
            #expect(heard.next())
            #expect(heard.all.last == (try position()))
        }
        #expect(heard.all.count == 3)
        withExtendedLifetime(subscription) {}
    }

    @Test func everyCommitOfAnybodyChangesHowTheLibraryLooksFromOutside() throws {
        let other = try Catalog.open(at: fixture.library.catalog.file, options: CatalogOptions())
        defer { other.close() }
        var seen: Set<LibraryStamp> = []
        for catalog in [fixture.library.catalog, other, fixture.library.catalog, other, other] {
            let before = try #require(fixture.library.changes.stamp)
            #expect(fixture.library.changes.stamp == before)
            try commit(catalog)
            #expect(fixture.library.changes.stamp != before)
            #expect(seen.insert(before).inserted)
        }
    }

    /// A disk may take any time between a commit's log and the moment from which on it can be read. What was found out in between is of before.
    @Test func aCommitWhoseLogWasWrittenLongBeforeItCanBeReadChangesHowTheLibraryLooks() throws {
        let catalog = fixture.library.catalog, path = catalog.file.path
        let other = try Catalog.open(at: catalog.file, options: CatalogOptions())
        defer { other.close() }
        let index = try Index(path + "-shm"), earlier = try index.header(), start = try position()
        try commit(other)
        let later = try index.header()
        #expect(earlier != later)

        // As if the writer were held before it says so, with a log that lies there for a minute.
        try index.put(earlier)
        let then = timespec(tv_sec: time(nil) - 60, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, path + "-wal", [then, then], 0) == 0)
        let held = fixture.library.changes.stamp
        #expect(held != nil)
        #expect(try position() == start)
        // In the middle of it: the second of both copies is the first to change.
        try index.put(Array(earlier[..<48] + later[48...]))
        #expect(fixture.library.changes.stamp == nil)
        try index.put(later)
        #expect(try position() > start)
        #expect(fixture.library.changes.stamp != held)
    }

    /// The header of the log's index, through SQLite's descriptor: closing another one would drop its locks.
    private struct Index {
        let descriptor: Int32

        init(_ path: String) throws {
            let folder = "/proc/self/fd/"
            let name = try FileManager.default.contentsOfDirectory(atPath: folder).first {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + $0)) == path
            }
            descriptor = try #require(name.flatMap { Int32($0) })
        }

        func header() throws -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 96)
            #expect(pread(descriptor, &bytes, 96, 0) == 96)
            return bytes
        }

        func put(_ header: [UInt8]) throws { #expect(pwrite(descriptor, header, 96, 0) == 96) }
    }

    @Test func theStampIsReadWithoutALockThatSQLiteHoldsBeingLost() throws {
        let catalog = fixture.library.catalog
        try catalog.read { reader in
            _ = try reader.position
            #expect(try Self.isLocked(catalog.file.path + "-shm"))
            for _ in 0..<3 { #expect(fixture.library.changes.stamp != nil) }
            #expect(try Self.isLocked(catalog.file.path + "-shm"))
        }
    }

    /// Whether the byte of the index is locked that SQLite locks once, when its first connection opens, and holds until the last one closes. A process that loses
    /// one lock on a file loses all of them, and this one comes back with no later read.
    private static func isLocked(_ path: String) throws -> Bool {
        var file = stat()
        #expect(stat(path, &file) == 0)
        let inode = ":\(file.st_ino)"
        // The kernel skips a lock where another is let go of while the table is read, which others do all the time.
        for _ in 0..<100 {
            let isListed = try #require(LockTable.lines()).contains { line in
                // 1: POSIX  ADVISORY  READ 4711 fe:00:131090 124 128
                let words = line.split(separator: " ")
                guard words.count == 8, words[1] == "POSIX", words[5].hasSuffix(inode), let first = Int(words[6]), let last = Int(words[7]) else { return false }
                return (first...last).contains(128)
            }
            if isListed { return true }
        }
        return false
    }

    @Test func commitsThatComeWhileTheHandlerRunsAreOneCall() throws {
        let heard = Heard<ChangePosition>()
        let goOn = DispatchSemaphore(value: 0)
        let subscription = fixture.library.changes.observe { position in
            heard.add(position)
            goOn.wait()
        }
        // Commits are told in turn, to this one after the library.
        let told = Heard<ChangePosition>(), commits = fixture.library.catalog.onCommit { told.add($0) }
        try commit(fixture.library.catalog)
        #expect(heard.next())
        for _ in 0..<10 { try commit(fixture.library.catalog) }
        for _ in 0..<11 { #expect(told.next()) }
        goOn.signal()
        #expect(heard.next())
        goOn.signal()
        #expect(heard.all.count == 2)
        #expect(heard.all.last == (try position()))
        withExtendedLifetime((subscription, commits)) {}
    }

    @Test func aHandlerMayCancelItselfAndReadAndWrite() throws {
        let heard = Heard<ChangePosition>()
        let holder = Mutex<ChangeSubscription?>(nil)
        let catalog = fixture.library.catalog
        let subscription = fixture.library.changes.observe { position in
            holder.withLock { $0 }?.cancel()
            _ = try? catalog.write(author: "test") { try $0.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: "inner")) }
            heard.add(position)
        }
        holder.withLock { $0 = subscription }
        try commit(catalog)
        #expect(heard.next())
        try commit(catalog)
        let end = Heard<ChangePosition>()
        let last = fixture.library.changes.observe { end.add($0) }
        try commit(catalog)
        #expect(end.next())
        #expect(heard.all.count == 1)
        withExtendedLifetime(last) {}
    }

    @Test func aLogThatIsShortenedAndBegunAnewIsStillHeard() throws {
        let other = try Catalog.open(at: fixture.library.catalog.file, options: CatalogOptions())
        defer { other.close() }
        let heard = Heard<ChangePosition>()
        let subscription = fixture.library.changes.observe { heard.add($0) }
        try commit(other)
        #expect(heard.next())
        // What another program does that empties the log.
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        shell.arguments = ["python3", "-c", "import sqlite3,sys; sqlite3.connect(sys.argv[1]).execute('PRAGMA wal_checkpoint(TRUNCATE)')", fixture.library.catalog.file.path]
        try shell.run()
        shell.waitUntilExit()
        try commit(other)
        #expect(heard.next())
        #expect(heard.all.last == (try position()))
        withExtendedLifetime(subscription) {}
    }

    @Test func aProgramThatKnowsNothingOfSignalsIsHeardToo() throws {
        let heard = Heard<ChangePosition>()
        let subscription = fixture.library.changes.observe { heard.add($0) }
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        shell.arguments = [
            "python3", "-c",
            """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1])
            database.execute("INSERT INTO change (date, author) VALUES (0, 'other')")
            database.commit()
            """, fixture.library.catalog.file.path,
        ]
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        #expect(heard.next())
        #expect(heard.all == [try position()])
        withExtendedLifetime(subscription) {}
    }

    @Test(arguments: ["remove", "move", "move the folder above", "replace the catalogue"]) func aLibraryThatGoesAwayIsToldOnce(_ how: String) throws {
        let heard = Heard<LibraryError.Code>()
        let subscription = fixture.library.changes.observeAvailability { heard.add($0.code) }
        #expect(fixture.library.changes.unavailability == nil)
        let files = FileManager.default
        var moved: URL?
        switch how {
        case "remove": try files.removeItem(at: fixture.url)
        case "move": try files.moveItem(at: fixture.url, to: fixture.base.appendingPathComponent("Elsewhere"))
        case "move the folder above":
            let place = fixture.base.deletingLastPathComponent().appendingPathComponent("elsewhere-\(UUID().uuidString)")
            try files.moveItem(at: fixture.base, to: place)
            moved = place
        default:
            let copy = fixture.base.appendingPathComponent("copy")
            try files.copyItem(at: fixture.library.catalog.file, to: copy)
            #expect(rename(copy.path, fixture.library.catalog.file.path) == 0)
        }
        #expect(heard.next())
        #expect(heard.all == [.offline])
        #expect(throws: LibraryError.self) { try fixture.library.changes.checkAvailability() }
        let late = Heard<LibraryError.Code>()
        let second = fixture.library.changes.observeAvailability { late.add($0.code) }
        #expect(late.next())
        #expect(heard.all.count == 1)
        withExtendedLifetime((subscription, second)) {}
        if let moved { try files.removeItem(at: moved) }
    }

    @Test func aGoneLibraryIsNoticedWithoutAnObserverToo() throws {
        try fixture.library.changes.checkAvailability()
        #expect(fixture.library.changes.unavailability == nil)
        try FileManager.default.removeItem(at: fixture.url)
        #expect(fixture.library.changes.unavailability?.code == .offline)
        #expect(throws: LibraryError.self) { try fixture.library.changes.checkAvailability() }
    }

    @Test func watchingEndsWithTheLastObserverAndWithTheLibrary() throws {
        func watches() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
                var target = [CChar](repeating: 0, count: 256)
                let length = readlink("/proc/self/fd/\(name)", &target, 255)
                guard length > 0, String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self) == "anon_inode:inotify" else { return false }
                // Other tests watch too: only ours counts, by the folder it watches.
                let facts = (try? String(contentsOfFile: "/proc/self/fdinfo/\(name)", encoding: .utf8)) ?? ""
                var folder = stat()
                stat(fixture.url.path, &folder)
                return facts.contains("ino:\(String(folder.st_ino, radix: 16)) ")
            }
        }
        #expect(try watches() == 0)
        let first = fixture.library.changes.observe { _ in }
        let second = fixture.library.changes.observeAvailability { _ in }
        #expect(try watches() == 1)
        first.cancel()
        #expect(try watches() == 1)
        second.cancel()
        // The descriptor is closed by the queue that listens to it.
        fixture.library.changes.queue.sync {}
        let deadline = ContinuousClock.now + .seconds(120)
        while try watches() > 0, ContinuousClock.now < deadline { sched_yield() }
        #expect(try watches() == 0)
        let third = fixture.library.changes.observe { _ in }
        #expect(try watches() == 1)
        withExtendedLifetime(third) {}
    }

    @Test func looksAtUnfinishedWritesGetRarerAndEnd() throws {
        var commitWatch = CommitWatch()
        var history: [Int] = []
        let first = commitWatch.written()
        #expect(commitWatch.written() == nil, "the first look comes soon enough for both")
        var next = first
        while let look = next {
            history.append(look.milliseconds)
            let (reads, following) = commitWatch.look(look)
            #expect(reads)
            next = following
        }
        #expect(history == [25, 100, 400, 1_600, 6_000, 20_000, 40_000])
        let written = commitWatch.written()
        let second = commitWatch.look(try #require(written)).next
        #expect(second?.milliseconds == 100)
        let fresh = commitWatch.written()
        #expect(fresh?.milliseconds == 25, "what is written meanwhile is looked at soon, however long the next look would take")
        let late = commitWatch.look(try #require(second))
        #expect(!late.reads && late.next == nil)
        let soon = commitWatch.look(try #require(fresh))
        #expect(soon.reads)
        commitWatch.end()
        let anew = commitWatch.written()
        #expect(anew?.milliseconds == 25 && anew != fresh, "looks of an earlier watch don't count")
    }
}

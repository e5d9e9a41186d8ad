import Foundation
import Pixels
import Synchronization
import Testing
@testable import Imaging

/// The tables' header, and the room of what was replaced.
@Suite struct DerivativeFormatTests {
    let scratch: Scratch
    let folder: URL
    let uuid = UUID(uuidString: "8A6B0000-0000-4000-8000-000000000001")!

    init() throws {
        scratch = try Scratch()
        folder = scratch.url.appendingPathComponent("derivatives")
    }

    private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
    private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    private func store(_ text: String, _ row: Int64, revision: Int64 = 1, in store: DerivativeStore) throws {
        let quarters = QuarterColors(bytes: [UInt8](repeating: UInt8(truncatingIfNeeded: row), count: 12))
        try store.storeThumbnail(EncodedImage(bytes: Array(text.utf8), width: 2, height: 1, quarters: quarters), assetID: row, uuid: uuid, revision: revision)
    }

    private func text(_ row: Int64, revision: Int64 = 1, in store: DerivativeStore) -> String? {
        store.thumbnail(assetID: row, uuid: uuid, revision: revision).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    // MARK: Header

    @Test func tablesSayTheirFormat() throws {
        try store("one", 1, in: DerivativeStore(folder: folder))
        for (name, size) in [("thumbnails-256.index", 24), ("placeholders", 16)] {
            let head = Array(try Data(contentsOf: file(name)).prefix(size))
            #expect(Array(head[..<8]) == Array("OPKT".utf8) + [1, 0, 0, 0], "\(name)")
        }
    }

    @Test func tablesWithoutAHeaderAreOfTheFirstFormatAndGetOne() throws {
        try store("one", 1, in: DerivativeStore(folder: folder))
        for (name, size) in [("thumbnails-256.index", 24), ("placeholders", 16)] {
            var bytes = try Data(contentsOf: file(name))
            bytes.replaceSubrange(0..<size, with: [UInt8](repeating: 0, count: size))
            try bytes.write(to: file(name))
        }
        let later = DerivativeStore(folder: folder)
        #expect(text(1, in: later) == "one" && later.placeholder(assetID: 1, uuid: uuid, revision: 1)?.first == 1)
        try store("two", 2, in: later)
        #expect(text(1, in: later) == "one" && text(2, in: later) == "two")
        for name in ["thumbnails-256.index", "placeholders"] { #expect(try Data(contentsOf: file(name)).prefix(4) == Data("OPKT".utf8), "\(name)") }
    }

    /// Another number, and every broken byte of the part that the checksum covers: nothing is read, and the next write begins anew.
    @Test(arguments: Array(0..<16)) func aTableOfAnotherFormatIsMadeAgain(byte: Int) throws {
        try store("one", 1, in: DerivativeStore(folder: folder))
        for name in ["thumbnails-256.index", "placeholders"] {
            var bytes = try Data(contentsOf: file(name))
            bytes[byte] ^= 0x10
            try bytes.write(to: file(name))
        }
        let later = DerivativeStore(folder: folder)
        #expect(text(1, in: later) == nil && later.placeholder(assetID: 1, uuid: uuid, revision: 1) == nil)
        #expect(later.storedThumbnail(assetID: 1, uuid: uuid, revision: 1, waits: true) == nil)
        try store("two", 2, in: later)
        for reader in [later, DerivativeStore(folder: folder)] {
            #expect(text(1, in: reader) == nil && text(2, in: reader) == "two")
            #expect(reader.placeholder(assetID: 2, uuid: uuid, revision: 1)?.first == 2)
        }
        #expect(try files() == ["placeholders", "thumbnails-256-1.pack", "thumbnails-256.index"], "the old pack is gone")
    }

    @Test func aSoundHeaderOfAnotherFormatIsNotReadEither() throws {
        try store("one", 1, in: DerivativeStore(folder: folder))
        for (name, size) in [("thumbnails-256.index", 24), ("placeholders", 16)] {
            var header = TableHeader(generation: 0)
            header.format = 2
            let descriptor = open(file(name).path, O_RDWR | O_CLOEXEC)
            defer { close(descriptor) }
            #expect(header.write(to: descriptor, size: size) && TableHeader(descriptor, size: size)?.format == 2)
        }
        let later = DerivativeStore(folder: folder)
        #expect(text(1, in: later) == nil && later.placeholder(assetID: 1, uuid: uuid, revision: 1) == nil)
        try store("two", 1, in: later)
        #expect(text(1, in: later) == "two" && later.placeholder(assetID: 1, uuid: uuid, revision: 1)?.first == 1)
    }

    // MARK: Compaction

    @Test func theRoomOfReplacedThumbnailsIsGivenBack() throws {
        let store = DerivativeStore(folder: folder), other = DerivativeStore(folder: folder)
        #expect(try store.compact() == 0)
        for revision in Int64(1)...5 {
            for row in Int64(1)...200 { try self.store("row \(row) of \(revision)", row * 1000, revision: revision, in: store) }
        }
        let early = try #require(other.storedThumbnail(assetID: 1000, uuid: uuid, revision: 5, waits: true))
        let before = try Data(contentsOf: file("thumbnails-256.pack")).count
        let freed = try store.compact(), after = try Data(contentsOf: file("thumbnails-256-1.pack")).count
        #expect(freed == Int64(before - after) && freed == Int64(before) * 4 / 5)
        #expect(try files() == ["placeholders", "thumbnails-256-1.pack", "thumbnails-256.index"])
        for reader in [store, other, DerivativeStore(folder: folder)] {
            for row in Int64(1)...200 { try #require(text(row * 1000, revision: 5, in: reader) == "row \(row) of 5") }
            #expect(text(1000, revision: 4, in: reader) == nil)
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: early.byteCount, alignment: 1)
        defer { buffer.deallocate() }
        #expect(early.read(into: buffer, waits: true) == .whole, "whoever has it open goes on reading")
        #expect(try store.compact() == 0)
        try self.store("new", 7, in: other)
        #expect(text(7, in: store) == "new")
    }

    @Test func whatIsForgottenIsNotKept() throws {
        let store = DerivativeStore(folder: folder)
        for row in Int64(1)...4 { try self.store("secret \(row)", row, in: store) }
        for row in Int64(2)...4 { store.remove(assetID: row, uuid: uuid, revision: 1) }
        #expect(try store.compact() > 0)
        let pack = String(decoding: try Data(contentsOf: file("thumbnails-256-1.pack")), as: UTF8.self)
        #expect(pack.contains("secret 1") && !pack.contains("secret 2") && text(1, in: store) == "secret 1")
    }

    @Test func sharedAndTornOnesStayWhatTheyAre() throws {
        let store = DerivativeStore(folder: folder)
        let image = EncodedImage(bytes: Array("shared".utf8), width: 1, height: 1)
        try store.shareThumbnails([image], among: (Int64(10)...5000).map { (DerivativeStore.Version(assetID: $0, uuid: uuid, revision: 1), 0) })
        try self.store("torn", 1, in: store)
        for _ in 0..<9 { try self.store("whole", 2, in: store) }
        let handle = try FileHandle(forUpdating: file("thumbnails-256.pack"))
        try handle.seek(toOffset: UInt64(10 + 4))
        try handle.write(contentsOf: Data("TORN".utf8))
        try handle.close()
        #expect(text(1, in: store) == nil)
        #expect(try store.compact() > 0)
        #expect(try Data(contentsOf: file("thumbnails-256-1.pack")).count == 4 + 5 + 4 + 6)
        #expect((Int64(10)...5000).allSatisfy { text($0, in: store) == "shared" } && text(2, in: store) == "whole" && text(1, in: store) == nil)
    }

    @Test func aTableMakesRoomByItselfOnceMostOfItIsWaste() throws {
        let store = DerivativeStore(folder: folder, limits: CompactionLimits(least: 1000, largestPack: 10_000))
        let thumbnail = String(repeating: "x", count: 96)
        for row in Int64(1)...10 { try self.store(thumbnail, row, in: store) }
        for row in Int64(1)...9 { try self.store(thumbnail, row, revision: 2, in: store) }
        #expect(try files().contains("thumbnails-256.pack"), "not yet half of it")
        try self.store(thumbnail, 10, revision: 2, in: store)
        #expect(try Data(contentsOf: file("thumbnails-256-1.pack")).count == 1000)
        #expect((Int64(1)...10).allSatisfy { text($0, revision: 2, in: store) == thumbnail })
        #expect(try TableHeader(FileHandle(forReadingFrom: file("thumbnails-256.index")).fileDescriptor, size: 24)?.waste == 0)
    }

    @Test func leftoversOfKilledProcessesAreSweptAway() throws {
        try store("one", 1, in: DerivativeStore(folder: folder))
        for name in ["thumbnails-256-9.pack", "thumbnails-256.index.new"] { try Data("half".utf8).write(to: file(name)) }
        for name in ["thumbnails-256-9x.pack", "thumbnails-512.pack"] { try Data("not ours".utf8).write(to: file(name)) }
        let later = DerivativeStore(folder: folder)
        try store("two", 2, in: later)
        #expect(try files() == ["placeholders", "thumbnails-256-9x.pack", "thumbnails-256.index", "thumbnails-256.pack", "thumbnails-512.pack"])
        #expect(text(1, in: later) == "one" && text(2, in: later) == "two")
    }

    private final class Count: Sendable {
        let value: Mutex<Int>
        init(_ value: Int) { self.value = Mutex(value) }
    }

    /// Not one of Swift's pool, where whoever never waits keeps all others from running.
    private static func onItsOwnThread(_ body: @escaping @Sendable () throws -> String?) async -> String? {
        await withCheckedContinuation { continuation in
            Thread {
                do { continuation.resume(returning: try body()) } catch { continuation.resume(returning: "\(error)") }
            }.start()
        }
    }

    /// Each of many tables begins with two writers at once: one makes the files while the other looks for them.
    @Test func whoeverOpensATableThatIsBeingMadeMayWriteToIt() async throws {
        let folder = folder, uuid = uuid, start = Start()
        let problems = await withTaskGroup(of: String?.self) { group in
            for thread in Int64(1)...2 {
                group.addTask {
                    await Self.onItsOwnThread {
                        defer { start.leave() }
                        for number in 0..<1000 {
                            let store = DerivativeStore(folder: folder.appendingPathComponent("\(number)"))
                            start.wait(number)
                            try store.storeThumbnail(EncodedImage(bytes: [7], width: 1, height: 1), assetID: thread, uuid: uuid, revision: 1)
                        }
                        return nil
                    }
                }
            }
            var problems: [String] = []
            for await problem in group { problems += problem.map { [$0] } ?? [] }
            return problems
        }
        #expect(problems == [])
    }

    /// Lets two threads go on at the same moment, again and again; a thread that sleeps would be late.
    private final class Start: Sendable {
        private let arrived = Atomic(0)

        func wait(_ round: Int) {
            arrived.add(1, ordering: .sequentiallyConsistent)
            while arrived.load(ordering: .sequentiallyConsistent) < 2 * (round + 1) { sched_yield() }
        }

        /// One of them waits no more.
        func leave() { arrived.add(1 << 30, ordering: .sequentiallyConsistent) }
    }

    @Test func whileOthersReadAndWriteNothingIsLost() async throws {
        let folder = folder, uuid = uuid, writers = Count(2), rewritten = Count(0), lastRounds = [Count(0), Count(0)]
        @Sendable func bytes(_ row: Int64, _ round: Int) -> [UInt8] { Array("\(row) of \(round)".utf8) + [UInt8](repeating: 7, count: 5000) }
        let problems = await withTaskGroup(of: String?.self) { group in
            for thread in Int64(0)..<2 {
                group.addTask {
                    await Self.onItsOwnThread {
                        defer { writers.value.withLock { $0 -= 1 } }
                        let store = DerivativeStore(folder: folder)
                        // At least until the table was rewritten often, for which the third thread needs its turn.
                        let deadline = ContinuousClock.now + .seconds(120)
                        var round = 0
                        while round < 30 || rewritten.value.withLock({ $0 }) < 30 && ContinuousClock.now < deadline {
                            defer { round += 1 }
                            for number in Int64(0)..<20 {
                                let row = number * 2 + thread + 1, wanted = bytes(row, round)
                                try store.storeThumbnail(EncodedImage(bytes: wanted, width: 1, height: 1), assetID: row, uuid: uuid, revision: 1)
                                guard store.thumbnail(assetID: row, uuid: uuid, revision: 1)?.bytes == wanted else { return "row \(row) of round \(round) is lost" }
                            }
                            lastRounds[Int(thread)].value.withLock { $0 = round }
                        }
                        return nil
                    }
                }
            }
            group.addTask {
                await Self.onItsOwnThread {
                    let store = DerivativeStore(folder: folder)
                    while writers.value.withLock({ $0 > 0 }) {
                        if try store.thumbnails.compact(leastWaste: 1) > 0 { rewritten.value.withLock { $0 += 1 } }
                    }
                    return nil
                }
            }
            var problems: [String] = []
            for await problem in group { problems += problem.map { [$0] } ?? [] }
            return problems
        }
        #expect(problems == [])
        let reader = DerivativeStore(folder: folder)
        let lost = (Int64(1)...40).filter { row in
            reader.thumbnail(assetID: row, uuid: uuid, revision: 1)?.bytes != bytes(row, lastRounds[Int(row - 1) % 2].value.withLock { $0 })
        }
        #expect(lost == [])
        #expect(rewritten.value.withLock { $0 } >= 30)
        #expect(try files().count { $0.hasSuffix(".pack") } == 1)
    }
}

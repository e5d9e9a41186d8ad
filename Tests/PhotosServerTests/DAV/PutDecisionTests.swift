import Foundation
import Glibc
import LibraryEngine
import PhotosTesting
import TestSupport
import Testing

/// What is decided of files that wait, while others decide something of them.
@Suite struct PutDecisionTests {
    private static let folder = PutFolder(path: "")

    private static func put(_ store: IncomingStore, _ name: String, _ data: Data) throws -> PutEntry {
        let put = try store.beginPut(name, in: folder, size: Int64(data.count), isExact: true)
        try data.withUnsafeBytes { try put.write($0) }
        return try put.finish(modified: nil).entry
    }

    /// Why something was not done; `nil` where it was.
    private static func refusal(_ body: () throws -> Void) -> IncomingError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? IncomingError)?.code
        }
    }

    private static func names(_ store: IncomingStore) -> [String] { store.entries(in: folder).map(\.name) }

    @Test func `who looked a file up before it was called otherwise withdraws, moves and dates nothing`() throws {
        let temporary = try TemporaryLibrary(), store = try IncomingStore(temporary.library)
        defer { store.stop() }
        let before = try Self.put(store, "a.jpg", FixtureImages.jpeg(seed: 1))
        #expect(try !store.move(before, to: Self.folder, as: "b.jpg"))
        #expect(Self.refusal { try store.remove(before) } == .missing)
        #expect(Self.refusal { _ = try store.move(before, to: Self.folder, as: "c.jpg") } == .missing)
        #expect(Self.refusal { try store.date(before, 1_500_000_000) } == .missing)
        #expect(Self.names(store) == ["b.jpg"])
    }

    @Test func `whoever moves, deletes or empties a file is asked again with what is there by then`() throws {
        let temporary = try TemporaryLibrary(), store = try IncomingStore(temporary.library)
        defer { store.stop() }
        let first = try Self.put(store, "a.jpg", FixtureImages.jpeg(seed: 1)), second = try Self.put(store, "b.jpg", FixtureImages.jpeg(seed: 2))
        #expect(throws: CancellationError.self) { try store.move(first, to: Self.folder, as: "b.jpg") { if $0 == second { throw CancellationError() } } }
        #expect(throws: CancellationError.self) { try store.remove(first) { throw CancellationError() } }
        #expect(throws: CancellationError.self) {
            try store.clear("a.jpg", in: Self.folder, { if $0 == first { throw CancellationError() } }, then: { Issue.record("it was to stay") })
        }
        #expect(store.entries(in: Self.folder) == [first, second])
        #expect(try store.move(first, to: Self.folder, as: "b.jpg"))
        #expect(store.entries(in: Self.folder).map(\.sha256) == [first.sha256])
        #expect(try store.clear("b.jpg", in: Self.folder, { _ in }, then: {}))
        #expect(try !store.clear("b.jpg", in: Self.folder, { _ in }, then: {}))
        #expect(Self.names(store) == [])
    }

    @Test func `what is coming in at this moment is neither moved, withdrawn nor replaced`() throws {
        let temporary = try TemporaryLibrary(), store = try IncomingStore(temporary.library), library = temporary.library
        defer { store.stop() }
        let waiting = try Self.put(store, "a.jpg", FixtureImages.jpeg(seed: 1))
        // While this transaction lasts no import can write what it has read.
        try library.performChanges(author: "test") { _ in
            temporary.clock.advance(by: 11)
            #expect(store.completePuts())
            while store.entry(named: "a.jpg", in: Self.folder)?.state == .waiting { sched_yield() }
            let entry = try #require(store.entry(named: "a.jpg", in: Self.folder))
            #expect(entry.state == .comingIn)
            #expect(Self.refusal { _ = try store.move(waiting, to: Self.folder, as: "b.jpg") } == .over)
            #expect(Self.refusal { _ = try store.move(entry, to: PutFolder(path: "A"), as: "a.jpg") } == .over)
            #expect(Self.refusal { try store.remove(entry) } == .over)
            #expect(Self.refusal { _ = try Self.put(store, "a.jpg", FixtureImages.jpeg(seed: 2)) } == .over)
        }
        store.waitForImports()
        let came = try #require(store.entry(named: "a.jpg", in: Self.folder))
        if case .isIn = came.state {} else { Issue.record("it came in: \(came.state)") }
        #expect(Self.names(store) == ["a.jpg"])
        #expect(try library.read { try $0.libraryInfo().assetCount } == 1)
    }
}

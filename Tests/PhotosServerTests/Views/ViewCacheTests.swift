import Foundation
import LibraryEngine
import PhotosTesting
import Synchronization
import Testing
@testable import PhotosServer

@Suite struct ViewCacheTests {
    private func view(_ text: String = "", _ source: ViewRequest.Source = .library, _ reader: LibraryReader) throws -> ResolvedView {
        try ResolvedView(ViewRequest(source: source, text: text, zone: .gmt), reader, now: Date(timeIntervalSinceReferenceDate: 0))
    }

    @Test func `a list that a commit did not touch stays, and one that it may have touched is fetched again`() throws {
        let library = try ServedLibrary()
        let id = try library.add("2019-06-12T10:00:00Z")
        let album = try library.addAlbum("Trip", [id])
        let cache = ViewCache()
        let now = Date()
        func snapshots() throws -> (library: ViewSnapshot, album: ViewSnapshot) {
            try library.temporary.library.read { reader in
                let everything = try view("", .library, reader), trip = try view("", .album(album), reader)
                return (try cache.snapshot(for: .owner, everything, reader, now: now), try cache.snapshot(for: .owner, trip, reader, now: now))
            }
        }
        let first = try snapshots(), again = try snapshots()
        #expect(first.library.list === again.library.list && first.album.list === again.album.list)
        try library.addAlbum("Another")
        let later = try snapshots()
        #expect(later.library.list === first.library.list)
        #expect(later.library.position > first.library.position)
        #expect(later.album.ids == first.album.ids)
        try library.add("2019-06-13T10:00:00Z")
        let last = try snapshots()
        #expect(last.library.list !== first.library.list)
        #expect(last.library.count == 2)
    }

    @Test func `an old snapshot is answered by its own state, and takes nothing from newer ones`() throws {
        let library = try ServedLibrary()
        try library.add("2019-06-12T10:00:00Z")
        let cache = ViewCache()
        try library.temporary.library.read { old in
            let before = try cache.snapshot(for: .owner, view("", .library, old), old, now: Date())
            _ = try DispatchQueue.global().sync { try library.add("2019-06-13T10:00:00Z") }
            let newest = try DispatchQueue.global().sync { try library.temporary.library.read { try cache.snapshot(for: .owner, view("", .library, $0), $0, now: Date()) } }
            let again = try cache.snapshot(for: .owner, view("", .library, old), old, now: Date())
            #expect((before.count, newest.count, again.count) == (1, 2, 1))
        }
        #expect(try library.temporary.library.read { try cache.snapshot(for: .owner, view("", .library, $0), $0, now: Date()).count } == 2)
    }

    @Test func `those who ask for a list at once get the same one, and nobody's turn is kept`() throws {
        let library = try ServedLibrary()
        for day in 10...29 { try library.add("2019-06-\(day)T10:00:00Z") }
        for _ in 0..<20 {
            let cache = ViewCache()
            let lists = Mutex<[ViewList]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let list = try? library.temporary.library.read { try cache.snapshot(for: .owner, view("", .library, $0), $0, now: Date()).list }
                lists.withLock { all in if let list { all.append(list) } }
            }
            let all = lists.withLock { $0 }
            #expect(all.count == 8 && all.allSatisfy { $0 === all[0] })
            #expect(cache.turnCount == 0)
        }
    }

    @Test func `memory is bounded, and what was looked at last stays`() throws {
        let library = try ServedLibrary()
        for day in 1...20 { try library.add("2019-06-\(day < 10 ? "0" : "")\(day)T10:00:00Z", "IMG_\(day).JPG") }
        let cache = ViewCache(capacity: 1_000)
        let kept = try library.temporary.library.read { try cache.snapshot(for: .owner, view("", .library, $0), $0, now: Date()) }
        for index in 0..<100 {
            try library.temporary.library.read { reader in
                _ = try cache.snapshot(for: .owner, view("IMG \(index)", .library, reader), reader, now: Date())
                #expect(try cache.snapshot(for: .owner, view("", .library, reader), reader, now: Date()).list === kept.list)
            }
            #expect(cache.heldCount <= 1_000)
        }
        let small = ViewCache(capacity: 10)
        #expect(try library.temporary.library.read { try small.snapshot(for: .owner, view("", .library, $0), $0, now: Date()).count } == 20)
        #expect(small.heldCount == 0)
    }

    @Test func `what changes with the clock is looked for again after a while`() throws {
        let library = try ServedLibrary()
        try library.add("2019-06-12T10:00:00Z") { $0.addedDate = 0 }
        let cache = ViewCache()
        func list(_ seconds: Double) throws -> ViewList {
            let now = Date(timeIntervalSinceReferenceDate: seconds)
            return try library.temporary.library.read { try cache.snapshot(for: .owner, view("creationDate < now()", .library, $0), $0, now: now).list }
        }
        let first = try list(0)
        #expect(try list(59) === first)
        #expect(try list(61) !== first)
    }
}

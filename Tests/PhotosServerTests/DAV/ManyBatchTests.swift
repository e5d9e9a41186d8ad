import Foundation
import LibraryEngine
import PhotosTesting
import Testing

/// Very many files and folders: what one of them costs, and how much of them is in memory.
@Suite struct ManyBatchTests {
    private static func put(_ store: IncomingStore, _ name: String, in folder: PutFolder, _ data: Data) throws -> PutEntry {
        let put = try store.beginPut(name, in: folder, size: Int64(data.count), isExact: true)
        try data.withUnsafeBytes { try put.write($0) }
        return try put.finish(modified: nil).entry
    }

    /// What waits comes in.
    private static func rest(_ store: IncomingStore, _ temporary: TemporaryLibrary) {
        temporary.clock.advance(by: 11)
        _ = store.completePuts()
        store.waitForImports()
        _ = store.completePuts()
    }

    private static func visits(_ store: IncomingStore, _ body: () throws -> Void) rethrows -> Int {
        let before = store.visitedBatches
        try body()
        return store.visitedBatches - before
    }

    @Test func `a file that is put costs the same, however many batches and folders there are`() throws {
        let temporary = try TemporaryLibrary(), store = try IncomingStore(temporary.library), folder = PutFolder(path: "A"), text = Data("no photo".utf8)
        defer { store.stop() }
        /// All that a server asks for one file.
        func cost() throws -> Int {
            try Self.visits(store) {
                #expect(store.hasPutFolder("") && !store.hasPutFolder("A/probe.txt") && !store.hasPutFolder(like: "probe.txt", in: "A"))
                #expect(store.entry(named: "probe.txt", in: folder) == nil && store.albumEntries(named: "probe.txt").isEmpty)
                let entry = try Self.put(store, "probe.txt", in: folder, text)
                #expect(store.entry(named: "probe.txt", in: folder) == entry && store.hasPutFolder("A"))
                try store.remove(entry)
            }
        }
        // The first begins a batch.
        let before = [try cost(), try cost()]
        for number in 0..<20 {
            for path in ["A", "A/\(number)", "\(number)"] { _ = try Self.put(store, "\(number).txt", in: PutFolder(path: path), text) }
            Self.rest(store, temporary)
        }
        #expect(store.putFolders(in: "A").count == 20 && store.putFolders().count == 41 && store.entries(in: folder).count == 20)
        let after = [try cost(), try cost()]
        #expect(after == before && before.allSatisfy { $0 < 40 }, "\(after) batches are looked at among 60, and \(before) where there was none")
        #expect(Self.visits(store) { _ = store.entries(in: PutFolder(path: "A/7")) } == 1, "a folder's list takes its own batches")
        #expect(Self.visits(store) { _ = store.keys(in: PutFolder(path: "B")) } == 0)
    }

    @Test func `a folder that is never left alone finds what is one picture's among all its batches`() throws {
        var limits = IncomingLimits()
        limits.putFiles = 2
        let temporary = try TemporaryLibrary(), store = try IncomingStore(temporary.library, limits: limits), folder = PutFolder(path: "A"), text = Data("no photo".utf8)
        defer { store.stop() }
        for number in 0..<40 { _ = try Self.put(store, "IMG_\(number).JPG", in: folder, text) }
        let costs = try (0..<40).map { number in try Self.visits(store) { _ = try Self.put(store, "IMG_\(number).MOV", in: folder, text) } }
        #expect(Set(costs).count == 1, "\(costs)")
        let entries = store.entries(in: folder), batches = Dictionary(grouping: entries) { $0.batch }
        #expect(entries.count == 80 && batches.count == 20)
        for pair in Dictionary(grouping: entries, by: { $0.name.prefix { $0 != "." } }).values { #expect(Set(pair.map(\.batch)).count == 1, "\(pair.map(\.name))") }
    }

    @Test func `what came in first is forgotten where more is remembered than may be, and what could not come in stays`() throws {
        var limits = IncomingLimits()
        limits.putRemembered = 10
        let temporary = try TemporaryLibrary(), store = try IncomingStore(temporary.library, limits: limits)
        defer { store.stop() }
        let note = try Self.put(store, "notes.txt", in: PutFolder(path: "0"), Data("no photo".utf8))
        for number in 0..<5 {
            for seed in 1...4 { _ = try Self.put(store, "\(seed).jpg", in: PutFolder(path: "\(number)"), FixtureImages.jpeg(seed: number * 4 + seed)) }
            Self.rest(store, temporary)
        }
        #expect(try temporary.library.read { try $0.libraryInfo().assetCount } == 20, "nothing goes from the library")
        #expect(store.entries(in: PutFolder(path: "0")).map(\.name) == ["notes.txt"])
        #expect(store.putFolders(in: "").sorted() == ["0", "3", "4"])
        #expect(store.entries(in: PutFolder(path: "4")).map(\.name) == (1...4).map { "\($0).jpg" })
        // It can still be withdrawn, and its name be put again.
        try store.remove(try #require(store.entry(named: "notes.txt", in: note.folder)))
        #expect(!store.hasPutFolder("0"))
        _ = try Self.put(store, "1.jpg", in: note.folder, FixtureImages.jpeg(seed: 100))
        Self.rest(store, temporary)
        #expect(store.entries(in: note.folder).map(\.name) == ["1.jpg"])
    }

    @Test func `so many files wait and no more`() throws {
        var limits = IncomingLimits()
        limits.putWaiting = 3
        let temporary = try TemporaryLibrary(), store = try IncomingStore(temporary.library, limits: limits), folder = PutFolder(path: ""), text = Data("no photo".utf8)
        defer { store.stop() }
        let first = try Self.put(store, "1.txt", in: folder, text)
        _ = try Self.put(store, "2.txt", in: PutFolder(path: "A"), text)
        let coming = try store.beginPut("3.txt", in: folder, size: 8, isExact: true)
        func refusal() -> IncomingError.Code? {
            do {
                _ = try Self.put(store, "4.txt", in: folder, text)
                return nil
            } catch {
                return (error as? IncomingError)?.code
            }
        }
        #expect(refusal() == .quota, "one is on its way")
        coming.giveUp()
        #expect(refusal() == nil)
        #expect(refusal() == .quota)
        Self.rest(store, temporary)
        #expect(refusal() == .quota, "they could not come in")
        try store.remove(first)
        #expect(refusal() == nil)
    }

    @Test func `a folder goes from where it is looked for a day after the last of it came in`() throws {
        let temporary = try TemporaryLibrary(), store = try IncomingStore(temporary.library)
        defer { store.stop() }
        for number in 1...3 {
            _ = try Self.put(store, "a.jpg", in: PutFolder(path: "A/\(number)"), FixtureImages.jpeg(seed: number))
            Self.rest(store, temporary)
        }
        #expect(store.putFolders(in: "A").sorted() == ["1", "2", "3"])
        temporary.clock.advance(by: 86_400 - 22)
        #expect(store.putFolders(in: "A").sorted() == ["2", "3"])
        temporary.clock.advance(by: 11)
        #expect(store.putFolders(in: "A") == ["3"] && store.hasPutFolder("A"))
        temporary.clock.advance(by: 11)
        #expect(!store.hasPutFolder("A") && store.putFolders().isEmpty)
    }

    @Test func `folders that are called otherwise are found by their new names alone`() throws {
        let temporary = try TemporaryLibrary(), text = Data("no photo".utf8)
        do {
            let store = try IncomingStore(temporary.library)
            for path in ["A", "A/B", "C"] { _ = try Self.put(store, "a.txt", in: PutFolder(path: path), text) }
            try store.moveFolder("A", to: "D/E")
            #expect(store.putFolders().map(\.path).sorted() == ["C", "D/E", "D/E/B"] && store.putFolders(in: "").sorted() == ["C", "D"])
            #expect(store.entry(named: "a.txt", in: PutFolder(path: "A")) == nil && store.entry(named: "a.txt", in: PutFolder(path: "D/E")) != nil)
            // What is one picture's goes where it is now.
            let other = try Self.put(store, "a.jpg", in: PutFolder(path: "D/E"), text)
            #expect(other.batch == store.entry(named: "a.txt", in: PutFolder(path: "D/E"))?.batch)
            store.stop()
        }
        // As the next process finds it.
        let store = try IncomingStore(temporary.library)
        defer { store.stop() }
        #expect(store.putFolders().map(\.path).sorted() == ["C", "D/E", "D/E/B"] && store.entries(in: PutFolder(path: "D/E")).map(\.name) == ["a.jpg", "a.txt"])
        try store.remove(try #require(store.entry(named: "a.txt", in: PutFolder(path: "C"))))
        #expect(!store.hasPutFolder("C"))
    }
}

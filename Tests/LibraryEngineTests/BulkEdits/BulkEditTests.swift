import Catalog
import Foundation
import Glibc
import Importing
import PhotoModel
import Query
import Testing

@testable import LibraryEngine

/// One change of what is known of many assets, and taking it back.
@Suite("Changes of many") struct BulkEditTests {
    let fixture: LibraryFixture
    private let now = Date(timeIntervalSinceReferenceDate: 700_000_000)

    init() throws { fixture = try LibraryFixture() }

    private func insert(_ names: String..., change: (inout AssetRecord) -> Void = { _ in }) throws -> [Int64] {
        try fixture.library.performChanges(author: "test") { transaction in
            try names.map { name in
                var record = AssetRecord(uuid: UUID(), mediaType: .image, addedDate: 0, filename: name, uniformType: "public.jpeg")
                (record.creationDate, record.creationOffset, record.keywords) = (1_000, 3_600, ["old"])
                change(&record)
                return try transaction.insert(record, resources: [])
            }
        }
    }

    private func perform(_ ids: [Int64], _ change: (inout BulkEdit) -> Void) throws -> BulkResult {
        var edit = BulkEdit()
        change(&edit)
        return try fixture.library.performChanges(author: "test") { try $0.perform(edit, on: ids, at: now, author: "test") }
    }

    private func undo(_ id: UUID, in library: PhotoLibrary? = nil) throws -> UndoResult {
        try (library ?? fixture.library).performChanges(author: "test") { try $0.undo(id, at: now) }
    }

    private func record(_ id: Int64) throws -> AssetRecord { try fixture.record(id) }

    private var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: fixture.url.appendingPathComponent("undo").path) } }

    @Test func everythingIsChangedAtOnceAndTakenBackBitForBit() throws {
        let ids = try insert("a.jpg", "b.jpg") { record in
            (record.title, record.caption, record.rating, record.creationDate) = ("Old", nil, 2, 0.1 + 0.2)
            record.location = LocationRecord(latitude: 1.5, longitude: 2.5)
            record.location?.altitude = 12.25
        }
        let before = try ids.map(record)
        let result = try perform(ids) { edit in
            (edit.title, edit.caption, edit.rating) = (.some(nil), .some("New"), 5)
            (edit.addedKeywords, edit.removedKeywords) = (["new", "new", ""], ["old"])
            edit.date = .clock(shift: 3_600, zone: TimeZone(secondsFromGMT: 7_200))
            edit.place = .set(LocationRecord(latitude: 50, longitude: 10))
        }
        #expect(result.changed == 2)
        let after = try record(ids[0])
        #expect(after.title == nil && after.caption == "New" && after.rating == 5 && after.keywords == ["new"] && after.location?.latitude == 50)
        #expect(abs((after.creationDate ?? 0) - 0.3) < 1e-6 && after.creationOffset == 7_200 && after.modificationDate == 700_000_000)
        #expect(try fixture.library.undoEntries().map(\.count) == [2])
        #expect(try fixture.library.undoEntries()[0].fields == [.date, .place, .title, .caption, .keywords, .rating])
        let undone = try undo(try #require(result.undo).id)
        #expect(undone.restored == ids && undone.left.isEmpty && undone.gone == 0)
        for (id, old) in zip(ids, before) {
            var now = try record(id)
            now.modificationDate = old.modificationDate
            #expect(now == old)
        }
        #expect(try fixture.library.undoEntries().isEmpty)
    }

    @Test func whatSomebodyChangedSinceStaysAndIsNamed() throws {
        let ids = try insert("a.jpg", "b.jpg", "c.jpg")
        let result = try perform(ids) { ($0.rating, $0.title) = (4, .some("Batch")) }
        try fixture.library.performChanges(author: "other") { transaction in
            try transaction.update(assetID: ids[0]) { $0.rating = 1 }
            try transaction.update(assetID: ids[1]) { ($0.rating, $0.title) = (2, nil) }
            try transaction.delete([ids[2]])
            try transaction.purge([ids[2]])
        }
        let undone = try undo(try #require(result.undo).id)
        #expect(undone.restored == [ids[0]] && undone.gone == 1 && undone.leftCount == 2)
        #expect(undone.left.map(\.filename) == ["a.jpg", "b.jpg"] && undone.left.map(\.fields) == [[.rating], [.title, .rating]])
        #expect(try record(ids[0]).rating == 1 && record(ids[0]).title == nil)
        #expect(try record(ids[1]).rating == 2)
    }

    @Test func makingAChangeAgainLeavesWhatSomebodyChangedSince() throws {
        let ids = try insert("a.jpg", "b.jpg", "c.jpg")
        let result = try perform(ids) { ($0.rating, $0.title) = (4, .some("Batch")) }
        let id = try #require(result.undo).id
        func change(_ body: (LibraryTransaction) throws -> UndoResult) throws -> UndoResult { try fixture.library.performChanges(author: "test", body) }
        let undone = try change { try $0.undo(id, at: now, isKept: true) }
        #expect(undone.restored == ids)
        #expect(try fixture.library.undoEntries().isEmpty)
        #expect(throws: LibraryError.self) { try undo(id) }
        try fixture.library.performChanges(author: "other") { try $0.update(assetID: ids[0]) { $0.title = "Mine" } }
        let again = try change { try $0.redo(id, at: now) { $0.filename != "c.jpg" } }
        #expect(again.restored == [ids[0], ids[1]] && again.left.map(\.fields) == [[.title]])
        #expect(try record(ids[0]).title == "Mine" && record(ids[0]).rating == 4)
        #expect(try record(ids[1]).title == "Batch" && record(ids[2]).title == nil)
        #expect(try fixture.library.undoEntries().map(\.id) == [id])
        #expect(throws: LibraryError.self) { try change { try $0.redo(id, at: now) } }
        #expect(try undo(id).restored == [ids[0], ids[1]])
        #expect(try record(ids[0]).title == "Mine" && record(ids[0]).rating == 0)
    }

    @Test func anotherProcessTakesItBackAfterARestart() throws {
        let ids = try insert("a.jpg")
        let result = try perform(ids) { $0.title = .some("Batch") }
        fixture.library.close()
        let library = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        defer { library.close() }
        let id = try #require(result.undo).id
        #expect(try library.undoEntries().map(\.id) == [id])
        #expect(try undo(id, in: library).restored == ids)
        #expect(try library.catalog.read { try $0.asset(id: ids[0]) }?.title == nil)
        let error = try #require(throws: LibraryError.self) { try undo(id, in: library) }
        #expect(error.code == .unknown)
    }

    @Test(arguments: [1e12, -1e12, 252_423_993_600 - 4_600, -63_113_904_000 - 4_601] as [Double]) func aDateThatLeavesTheCalendarChangesNothingAtAll(_ shift: Double) throws {
        let ids = try insert("a.jpg") { ($0.creationDate, $0.creationOffset) = (nil, nil) } + insert("b.jpg", "c.jpg", "d.jpg", "e.jpg")
        let error = try #require(throws: LibraryError.self) { try perform(ids) { ($0.date, $0.title) = (.clock(shift: shift, zone: nil), .some("x")) } }
        #expect(error.code == .invalid && error.message.contains("The date of b.jpg would leave the calendar") && error.message.contains("1 more can't be changed so either"))
        for id in ids { #expect(try record(id).title == nil) }
        #expect(try fixture.library.undoEntries().isEmpty && files.isEmpty)
        // One second less, and it is in it.
        let inside = shift > 0 ? 252_423_993_600 - 4_601.0 : -63_113_904_000 - 4_600.0
        #expect(try perform(ids) { $0.date = .clock(shift: inside, zone: nil) }.changed == 4)
    }

    @Test func aPreviewSaysWhatWouldChangeAndChangesNothing() throws {
        let ids = try insert("a.jpg", "b.jpg") + insert("c.jpg") { $0.rating = 3 }
        var edit = BulkEdit()
        (edit.rating, edit.addedKeywords) = (3, ["old"])
        let position = try fixture.library.catalog.read { try $0.position }
        let preview = try fixture.library.read { try $0.preview(edit, of: ids, limit: 1) }
        #expect(preview.count == 3 && preview.changed == 2 && preview.fields == [.rating: 2] && preview.refused == 0)
        #expect(preview.changes.map(\.filename) == ["a.jpg"] && preview.changes[0].before.rating == 0 && preview.changes[0].after.rating == 3)
        edit.date = .set(1e13, offset: nil)
        let refused = try fixture.library.read { try $0.preview(edit, of: ids, limit: 10) }
        #expect(refused.refused == 3 && refused.changed == 0 && refused.refusals.map(\.reason) == Array(repeating: .outOfCalendar, count: 3))
        #expect(try fixture.library.catalog.read { try $0.position } == position)
    }

    @Test func whatChangesNothingLeavesNothingToTakeBack() throws {
        let ids = try insert("a.jpg")
        let result = try perform(ids) { ($0.addedKeywords, $0.rating) = (["old"], 0) }
        #expect(result.changed == 0 && result.undo == nil)
        #expect(try fixture.library.undoEntries().isEmpty && files.isEmpty)
    }

    @Test func keywordsAreReplacedAddedAndRemovedInThisOrder() {
        var record = AssetRecord(uuid: UUID(), mediaType: .image, addedDate: 0, filename: "a", uniformType: "public.jpeg")
        record.keywords = ["a", "b", "c"]
        func applied(_ change: (inout BulkEdit) -> Void) -> [String] {
            var (edit, copy) = (BulkEdit(), record)
            change(&edit)
            edit.apply(to: &copy)
            return copy.keywords
        }
        #expect(applied { $0.addedKeywords = ["d", "a"] } == ["a", "b", "c", "d"])
        #expect(applied { $0.removedKeywords = ["b", "x"] } == ["a", "c"])
        #expect(applied { $0.keywords = ["z"] } == ["z"])
        #expect(applied { $0.keywords = [] } == [])
        #expect(applied { ($0.keywords, $0.removedKeywords, $0.addedKeywords) = (["z", "y"], ["y"], ["b"]) } == ["z", "b"])
        // Two spellings that Swift takes for one.
        #expect(applied { $0.addedKeywords = ["e\u{301}", "é"] } == ["a", "b", "c", "e\u{301}", "é"])
    }

    @Test func aTornUndoFileChangesNothing() throws {
        let ids = try insert("a.jpg", "b.jpg")
        let result = try perform(ids) { $0.rating = 5 }
        let id = try #require(result.undo).id
        let file = fixture.url.appendingPathComponent("undo/\(id.uuidString)")
        let whole = try Data(contentsOf: file)
        for torn in [Data(whole.dropLast(1)), whole.prefix(whole.count / 2), whole.replacing(Data("rating".utf8), with: Data("ratinh".utf8))] {
            try torn.write(to: file)
            #expect(throws: LibraryError.self) { try undo(id) }
            #expect(try record(ids[0]).rating == 5 && record(ids[1]).rating == 5)
        }
        try FileManager.default.removeItem(at: file)
        let error = try #require(throws: LibraryError.self) { try undo(id) }
        #expect(error.code == .unknown && error.message.contains("on this machine"))
    }

    @Test func theLastFiftyCanBeTakenBackAndFilesOfOthersGo() throws {
        let ids = try insert("a.jpg")
        for number in 0..<53 { _ = try perform(ids) { $0.title = .some("\(number)") } }
        let entries = try fixture.library.undoEntries()
        #expect(entries.count == 50)
        // What the last change made superfluous goes with the next.
        #expect(try files.count == 51)
        for entry in entries.reversed() { #expect(try undo(entry.id).restored == ids) }
        #expect(try record(ids[0]).title == "2")
        _ = try perform(ids) { $0.title = .some("end") }
        #expect(try files.count == 1)
    }

    @Test func moreAssetsThanOnePageAreOneChange() throws {
        let ids = try fixture.library.performChanges(author: "test") { transaction in
            try (0..<1_203).map {
                try transaction.insert(AssetRecord(uuid: UUID(), mediaType: .image, addedDate: 0, filename: "\($0).jpg", uniformType: "public.jpeg"), resources: [])
            }
        }
        let before = try fixture.library.catalog.read { try $0.position }
        let result = try perform(ids) { $0.rating = 3 }
        #expect(result.changed == 1_203)
        #expect(try fixture.library.catalog.read { try $0.position }.rawValue == before.rawValue + 1)
        let id = try #require(result.undo).id
        #expect(try undo(id).restored == ids)
    }
}

import Catalog
import Foundation
import GRDBSQLite
import Importing
import Metadata
import Originals
import PhotoModel
import Testing

@testable import LibraryEngine

/// An edit becomes what an asset shows, in the place of the edit before, whole or not at all.
@Suite("Edits attached and replaced") struct RenditionTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private var edit: AdjustmentFacts {
        var edit = AdjustmentFacts(formatIdentifier: "com.example.editor")
        (edit.formatVersion, edit.editor) = ("2.1", "com.example")
        return edit
    }

    private func inputs(_ salt: String, movie: Bool = false) -> [ResourceInput] {
        let still = [
            ResourceInput(.fullSizePhoto, .data(LibraryFixture.jpeg("edit \(salt)")), filename: "Edited.jpg"),
            ResourceInput(.adjustmentData, .data(Data("recipe \(salt)".utf8)), filename: "Adjustments.json"),
        ]
        return movie ? still + [ResourceInput(.fullSizePairedVideo, .data(LibraryFixture.movie + Data(salt.utf8)), filename: "Edited.mov")] : still
    }

    private func prepare(_ salt: String, movie: Bool = false) throws -> PreparedRendition {
        try fixture.library.prepareRendition(inputs(salt, movie: movie), of: .photo, adjustment: edit)
    }

    private func resources(_ id: Int64) throws -> [ResourceRecord] { try fixture.library.catalog.read { try $0.resources(assetID: id) } }

    private func add() throws -> Int64 {
        try fixture.add([
            ResourceInput(.photo, .data(LibraryFixture.jpeg("original")), filename: "IMG_1.jpg"),
            ResourceInput(.adjustmentData, .data(Data("camera".utf8)), filename: "IMG_O1.AAE"),
            ResourceInput(.pairedVideo, .data(LibraryFixture.movie), filename: "IMG_1.mov"),
        ])
    }

    /// Everything that a person or program could see of the asset and the files of the library.
    private func state(_ id: Int64) throws -> [String] {
        let record = try fixture.record(id)
        var files: [String] = []
        try fixture.library.originals.forEachManagedFile { files.append($0) }
        return ["\(record)"] + (try resources(id).map { "\($0)" }) + files.sorted()
    }

    @Test func anEditShowsAndItsFilesAreRenders() throws {
        let id = try add(), before = try fixture.record(id)
        try fixture.library.performChanges(author: "editor") { try $0.replaceRendition(of: id, with: prepare("1", movie: true)) }
        let record = try fixture.record(id)
        #expect((record.adjustmentFormatIdentifier, record.adjustmentFormatVersion, record.adjustmentEditor) == ("com.example.editor", "2.1", "com.example"))
        #expect((record.revision, record.modificationDate, record.uuid) == (before.revision + 1, 800_000_000, before.uuid))
        #expect(
            try resources(id).map(\.type) == [.photo, .adjustmentData, .pairedVideo, .fullSizePhoto, .adjustmentData, .fullSizePairedVideo],
            "the original and what the camera did stay")
        let managed = try resources(id).compactMap { if case .managed(let path) = $0.location { path } else { nil } }
        #expect(managed.suffix(3).allSatisfy { $0.hasPrefix("renders/\(record.uuid.uuidString.prefix(1))/\(record.uuid.uuidString)_2_") }, "\(managed)")
        let derivatives = fixture.library.derivatives
        #expect(derivatives.preview(uuid: record.uuid, revision: 2) != nil && derivatives.preview(uuid: record.uuid, revision: 1) == nil)
        #expect(derivatives.hasThumbnail(assetID: id, uuid: record.uuid, revision: 2))
        #expect(try resources(id).current(of: record)?.type == .fullSizePhoto)
        #expect(try fixture.library.verify().isSound)
        #expect(try fixture.stagedNames() == ["gate"])
    }

    @Test func theNextEditTakesThePlaceOfTheOneBefore() throws {
        let id = try add()
        try fixture.library.performChanges(author: "editor") { try $0.replaceRendition(of: id, with: prepare("1", movie: true)) }
        let first = try resources(id).suffix(3).map { try fixture.file(of: $0) }
        // The very same bytes, too: an edit is named by its revision.
        for (salt, revision) in [("2", 3), ("2", 4)] as [(String, Int64)] {
            try fixture.library.performChanges(author: "editor") { try $0.replaceRendition(of: id, with: prepare(salt)) }
            #expect(
                try resources(id).map(\.type) == [.photo, .adjustmentData, .pairedVideo, .fullSizePhoto, .adjustmentData],
                "a movie that was not rendered again is not that of this edit")
            #expect(try fixture.record(id).revision == revision)
        }
        #expect(first.allSatisfy { !FileManager.default.fileExists(atPath: $0.path) }, "what nobody needs any more goes")
        #expect(try fixture.library.verify().checked == 5)
        #expect(try fixture.library.verify().isSound)
        try fixture.library.performChanges(author: "test") { try $0.purge([id]) }
        #expect(try fixture.library.verify().checked == 0)
        #expect(try fixture.library.verify().isSound)
    }

    @Test func anEditThatFailsLeavesTheOneBefore() throws {
        struct Stop: Error {}
        let id = try add()
        try fixture.library.performChanges(author: "editor") { try $0.replaceRendition(of: id, with: prepare("1")) }
        let before = try state(id), prepared = try prepare("2")
        #expect(throws: Stop.self) {
            try fixture.library.performChanges(author: "editor") { transaction in
                try transaction.replaceRendition(of: id, with: prepared)
                throw Stop()
            }
        }
        #expect(try state(id) == before)
        // The change itself is what a transaction writes last, when the files have their names already.
        try sql("CREATE TRIGGER refusal BEFORE INSERT ON change BEGIN SELECT RAISE(ABORT, 'refused'); END")
        #expect(throws: LibraryError.self) { try fixture.library.performChanges(author: "editor") { try $0.replaceRendition(of: id, with: prepared) } }
        #expect(try state(id) == before)
        try sql("DROP TRIGGER refusal")
        #expect(try fixture.library.verify().isSound)
        try fixture.library.performChanges(author: "editor") { try $0.replaceRendition(of: id, with: prepared) }
        #expect(try fixture.record(id).revision == 3 && fixture.library.verify().isSound, "it may be tried again")
    }

    @Test func whatIsNoEditIsRefusedAndSaysWhy() throws {
        let id = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("still")))]), library = fixture.library
        let refused: [[ResourceInput]] = [
            [], [inputs("1")[0]], [inputs("1")[1]], inputs("1") + [ResourceInput(.photo, .data(LibraryFixture.jpeg("another")))], inputs("1") + inputs("2"),
            [ResourceInput(.fullSizePhoto, .data(LibraryFixture.movie)), inputs("1")[1]],
        ]
        for inputs in refused {
            #expect(throws: LibraryError.self) { try library.prepareRendition(inputs, of: .photo, adjustment: edit) }
        }
        #expect(throws: LibraryError.self) { try library.prepareRendition(inputs("1"), of: .video, adjustment: edit) }
        #expect(throws: LibraryError.self, "data that says nothing itself needs somebody who does") { try library.prepareRendition(inputs("1"), of: .photo) }
        let before = try state(id)
        let live = try prepare("1", movie: true), still = try prepare("2")
        #expect(throws: LibraryError.self, "there is no movie that this one could be of") {
            try library.performChanges(author: "editor") { try $0.replaceRendition(of: id, with: live) }
        }
        #expect(try state(id) == before)
        try library.performChanges(author: "test") { try $0.delete([id]) }
        #expect(throws: LibraryError.self) { try library.performChanges(author: "editor") { try $0.replaceRendition(of: id, with: still) } }
        #expect(throws: LibraryError.self) { try library.performChanges(author: "editor") { try $0.replaceRendition(of: 999, with: still) } }
        #expect(try library.verify().isSound)
    }

    private func photo(edited: Bool = false) throws -> Int64 {
        let original = ResourceInput(.photo, .data(LibraryFixture.jpeg("original")), filename: "IMG_1.jpg")
        return try fixture.add(edited ? [original] + inputs("theirs") : [original])
    }

    private func kinds(_ id: Int64) throws -> [ResourceType] { try resources(id).map(\.type) }

    private var trash: [AssetRecord] {
        get throws {
            try fixture.library.read { reader in try (1...9).compactMap { try reader.asset(id: $0) }.filter(\.isTrashed) }
        }
    }

    private func bytes(_ kind: ResourceType, _ id: Int64) throws -> Data { try Data(contentsOf: fixture.file(of: #require(try resources(id).first(kind)))) }

    @Test func whatAnEditWasMadeOnStaysBesideIt() throws {
        let id = try photo(), library = fixture.library
        func commit(_ salt: String, on base: EditBase) throws {
            try library.performChanges(author: "editor") { try $0.replaceRendition(of: id, with: prepare(salt), on: base) }
        }
        try commit("1", on: .original)
        try commit("2", on: .rendering)
        #expect(try kinds(id) == [.photo, .adjustmentBasePhoto, .fullSizePhoto, .adjustmentData])
        #expect(try bytes(.adjustmentBasePhoto, id) == LibraryFixture.jpeg("edit 1"), "the edit before is what this one was made on")
        try commit("3", on: .ofEditBefore)
        #expect(try bytes(.adjustmentBasePhoto, id) == LibraryFixture.jpeg("edit 1"))
        #expect(try bytes(.fullSizePhoto, id) == LibraryFixture.jpeg("edit 3"))
        try commit("4", on: .rendering)
        #expect(try bytes(.adjustmentBasePhoto, id) == LibraryFixture.jpeg("edit 3"), "there is one base")
        try commit("5", on: .original)
        #expect(try kinds(id) == [.photo, .fullSizePhoto, .adjustmentData])
        #expect(try trash.isEmpty, "edits that were made here are replaced")
        #expect(try library.verify().checked == 3 && library.verify().isSound)
    }

    @Test func aRevertedAssetShowsItsOriginalAndItsEditIsInRecentlyDeleted() throws {
        let id = try add(), library = fixture.library
        try library.performChanges(author: "editor") { try $0.replaceRendition(of: id, with: prepare("1", movie: true)) }
        let edited = try fixture.record(id), rendering = try #require(try resources(id).first(.fullSizePhoto))
        let reversion = try #require(try library.prepareReversion(of: edited))
        try library.performChanges(author: "editor") { try $0.revert(id, to: reversion) }
        let record = try fixture.record(id)
        #expect(!record.hasAdjustments && record.adjustmentEditor == nil && record.adjustmentTimestamp == 800_000_000)
        #expect(record.revision == edited.revision + 1)
        #expect(try kinds(id) == [.photo, .adjustmentData, .pairedVideo], "what the camera did stays")
        #expect(library.derivatives.preview(uuid: record.uuid, revision: record.revision) != nil)
        #expect(library.derivatives.preview(uuid: record.uuid, revision: edited.revision) == nil)
        #expect(try library.prepareReversion(of: record) == nil, "there is nothing left to take back")

        let copy = try #require(try trash.first)
        #expect(copy.uuid != record.uuid && copy.adjustmentFormatIdentifier == "com.example.editor")
        #expect(try resources(copy.id).first(.fullSizePhoto)?.location == rendering.location, "the very file")
        #expect(try library.verify().isSound)
        try library.performChanges(author: "test") { try $0.purge([copy.id]) }
        #expect(!FileManager.default.fileExists(atPath: try fixture.file(of: rendering).path), "with its asset it goes for good")
        #expect(try library.verify().checked == 3 && library.verify().isSound)
    }

    @Test func anEditThatCameInIsNotLostToAnother() throws {
        let id = try photo(edited: true), library = fixture.library
        try library.performChanges(author: "editor") { try $0.replaceRendition(of: id, with: prepare("1")) }
        #expect(try bytes(.fullSizePhoto, id) == LibraryFixture.jpeg("edit 1"))
        let copy = try #require(try trash.first)
        #expect(try bytes(.fullSizePhoto, copy.id) == LibraryFixture.jpeg("edit theirs"))
        #expect(try bytes(.adjustmentData, copy.id) == Data("recipe theirs".utf8))
        #expect(try library.verify().isSound)
    }

    @Test func whatTheCameraAdjustedIsNotTakenBack() throws {
        let id = try photo(edited: true)
        try fixture.library.performChanges(author: "test") { try $0.update(assetID: id) { $0.adjustmentEditor = "com.apple.camera" } }
        #expect(try fixture.library.prepareReversion(of: fixture.record(id)) == nil)
        #expect(throws: LibraryError.self, "there is no RAW") { try fixture.library.prepareReversion(of: fixture.record(id), choice: .raw) }
    }

    @Test func anEditIsNotTakenBackWithoutTheOriginal() throws {
        let id = try photo()
        try fixture.library.performChanges(author: "editor") { try $0.replaceRendition(of: id, with: prepare("1")) }
        try FileManager.default.removeItem(at: fixture.file(of: #require(try resources(id).first(.photo))))
        #expect { try fixture.library.prepareReversion(of: fixture.record(id)) } throws: { ($0 as? LibraryError)?.code == .missing }
    }

    private func sql(_ statement: String) throws {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        try #require(sqlite3_open(fixture.library.catalog.file.path, &connection) == SQLITE_OK)
        try #require(sqlite3_exec(connection, statement, nil, nil, nil) == SQLITE_OK)
    }
}

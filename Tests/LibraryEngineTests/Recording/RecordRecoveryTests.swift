import Catalog
import Foundation
import Importing
import PhotoModel
import Query
import Record
import Support
import Synchronization
import TestSupport
import Testing

@testable import LibraryEngine

@Suite struct RecordRecoveryTests {
    @Test func aLibraryWithEverythingInItComesBackWhole() throws {
        let fixture = try LibraryFixture()
        try Self.fill(fixture)
        fixture.library.close()
        let before = try LibraryDescription.lines(of: fixture.url, fixture.environment)
        let position = try Self.position(fixture)
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("database"))
        let report = try #require(try PhotoLibrary.recover(at: fixture.url, environment: fixture.environment, options: RecoveryOptions()))
        #expect(try LibraryDescription.lines(of: fixture.url, fixture.environment) == before)
        #expect(report.kind == .record)
        #expect(report.moment.position.rawValue == position)
        #expect(report.moment.date == 800_000_000)
        #expect(report.moment.assetCount == 5)
        #expect(report.missing.map(\.path) == ["originals/Z/nowhere.jpg"])
        #expect(report.unknown.isEmpty && report.unsound.isEmpty)
        #expect(report.setAside == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.url.appendingPathComponent("database").path).contains("catalog.sqlite"))
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func whateverHappenedTheRecordTellsTheSame(_ seed: UInt64) throws {
        let fixture = try LibraryFixture()
        var random = SeededRandom(seed: seed)
        for round in 0..<12 {
            for _ in 0..<1 + random.number(below: 6) {
                _ = try fixture.library.catalog.write(author: "random") { try RandomChanges.step($0, &random) }
                if random.chance(30) { try fixture.library.recordUpdater?.flush() }
            }
            try fixture.library.recordUpdater?.flush()
            if round % 4 == 3 { try Self.compact(fixture) }
            let copy = fixture.base.appendingPathComponent("copy-\(round).photolibrary")
            try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
            for name in ["library.json", "record"] {
                try FileManager.default.copyItem(at: fixture.url.appendingPathComponent(name), to: copy.appendingPathComponent(name))
            }
            _ = try PhotoLibrary.recover(at: copy, environment: fixture.environment, options: RecoveryOptions())
            let (expected, found) = (try LibraryDescription.lines(fixture.library.catalog), try LibraryDescription.lines(of: copy, fixture.environment))
            for (expected, found) in zip(expected, found) { #expect(found == expected, "seed \(seed), round \(round)") }
            #expect(found.count == expected.count, "seed \(seed), round \(round)")
        }
    }

    /// The one that reaches further; a record that is damaged gives what it holds up to there.
    @Test func whatReachesFurthestIsTaken() throws {
        let fixture = try LibraryFixture()
        let clock = Mutex(800_000_000.0)
        var environment = fixture.environment
        environment.now = {
            Date(
                timeIntervalSinceReferenceDate: clock.withLock {
                    $0 += 1; return $0
                })
        }
        fixture.library.close()
        func add(_ name: String, backsUp: Bool = false) throws {
            let library = try PhotoLibrary.open(at: fixture.url, environment: environment)
            defer { library.close() }
            _ = try library.catalog.write(author: "test") { try $0.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: name)) }
            if backsUp { _ = try library.backUp() }
        }
        func recover() throws -> (kind: RecoveryResult.Kind?, titles: [String?], unsound: [String]) {
            let report = try PhotoLibrary.recover(at: fixture.url, environment: environment, options: RecoveryOptions())
            let library = try PhotoLibrary.open(at: fixture.url, environment: environment)
            defer { library.close() }
            return (report?.kind, try library.catalog.read { try $0.collections(CollectionQuery()).map(\.title) }, report?.unsound ?? [])
        }
        try add("A")
        try add("B", backsUp: true)
        try add("C")
        let database = fixture.url.appendingPathComponent("database")
        try Data("rotten".utf8).write(to: database.appendingPathComponent("catalog.sqlite"))
        let first = try recover()
        #expect(first.kind == .record && first.titles == ["A", "B", "C"])
        // With damage before the last changes it reaches less far than the snapshot.
        let record = fixture.url.appendingPathComponent("record")
        let log = record.appendingPathComponent(try #require(try FileManager.default.contentsOfDirectory(atPath: record.path).filter { $0.hasSuffix(".jsonl") }.max()))
        var data = try Data(contentsOf: log)
        data[try #require(data.range(of: Data("\"B\"".utf8))).lowerBound + 1] = UInt8(ascii: "X")
        try data.write(to: log)
        try Data("rotten".utf8).write(to: database.appendingPathComponent("catalog.sqlite"))
        let second = try recover()
        #expect(second.kind == .snapshot && second.titles == ["A", "B"])
        #expect(second.unsound.count == 1 && second.unsound[0].contains("is damaged"))
    }

    /// The record says whose it is.
    @Test func aLostManifestComesBackWithTheLibrarysIdentifier() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")), filename: "a.jpg")])
        let uuid = fixture.library.uuid
        fixture.library.close()
        for name in ["database", "library.json"] { try FileManager.default.removeItem(at: fixture.url.appendingPathComponent(name)) }
        let report = try #require(try PhotoLibrary.recover(at: fixture.url, environment: fixture.environment, options: RecoveryOptions()))
        #expect(report.hasNewManifest)
        let library = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        defer { library.close() }
        #expect(library.uuid == uuid)
        #expect(try library.catalog.read { try $0.libraryInfo().assetCount } == 1)
    }

    @Test func originalsThatAreGoneOrUnknownAreTold() throws {
        let fixture = try LibraryFixture()
        let id = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")), filename: "a.jpg")])
        let file = try fixture.file(of: fixture.resource(id))
        fixture.library.close()
        try FileManager.default.removeItem(at: file)
        try Data("new".utf8).write(to: fixture.url.appendingPathComponent("originals/A/stranger.jpg"))
        let report = try #require(try PhotoLibrary.recover(at: fixture.url, environment: fixture.environment, options: RecoveryOptions()))
        #expect(report.missing.map(\.path) == [String(file.path.dropFirst(fixture.url.path.count + 1))])
        #expect(report.unknown.map(\.path) == ["originals/A/stranger.jpg"])
        #expect(FileManager.default.fileExists(atPath: fixture.url.appendingPathComponent("originals/A/stranger.jpg").path))
    }

    @Test func whatIsGivenUpChangesNothing() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")), filename: "a.jpg")])
        fixture.library.close()
        let before = try LibraryDescription.lines(of: fixture.url, fixture.environment)
        var options = RecoveryOptions()
        options.isCancelled = { true }
        #expect(try PhotoLibrary.recover(at: fixture.url, environment: fixture.environment, options: options) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.url.path).filter { $0.hasPrefix("database") } == ["database"])
        #expect(try LibraryDescription.lines(of: fixture.url, fixture.environment) == before)
    }

    /// Tokens of before must not be believed to know what happened since: the last second is not in the record, and others took its positions.
    @Test func historyTokensOfBeforeKnowWhereTheyStand() throws {
        let fixture = try LibraryFixture()
        let old = try fixture.library.read { try fixture.library.historyToken($0) }
        _ = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")), filename: "a.jpg")])
        try fixture.library.recordUpdater?.flush()
        let current = try fixture.library.read { try fixture.library.historyToken($0) }
        let record = fixture.base.appendingPathComponent("record")
        try FileManager.default.copyItem(at: fixture.url.appendingPathComponent("record"), to: record)
        _ = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("b")), filename: "b.jpg")])
        let lost = try fixture.library.read { try fixture.library.historyToken($0) }
        fixture.library.close()
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("record"))
        try FileManager.default.moveItem(at: record, to: fixture.url.appendingPathComponent("record"))
        var environment = fixture.environment
        environment.now = { Date(timeIntervalSinceReferenceDate: 800_000_100) }
        _ = try PhotoLibrary.recover(at: fixture.url, environment: environment, options: RecoveryOptions())
        let library = try PhotoLibrary.open(at: fixture.url, environment: environment)
        defer { library.close() }
        try library.read { reader in
            try library.checkHistory(since: current, reader)
            #expect(try reader.history(after: current.position, through: reader.position).isEmpty)
            for token in [old, lost] { #expect(throws: LibraryError.self) { try library.checkHistory(since: token, reader) } }
        }
    }

    @Test func aRecordInThePlaceOfALinkIsNotWrittenThrough() throws {
        let fixture = try LibraryFixture()
        fixture.library.close()
        let catalog = try Catalog.open(at: fixture.url.appendingPathComponent("database/catalog.sqlite"), options: CatalogOptions())
        let record = fixture.url.appendingPathComponent("record"), outside = fixture.base.appendingPathComponent("outside")
        try FileManager.default.moveItem(at: record, to: outside)
        let before = try FileManager.default.contentsOfDirectory(atPath: outside.path)
        try FileManager.default.createSymbolicLink(at: record, withDestinationURL: outside)
        let log = try Data(contentsOf: outside.appendingPathComponent("record-00000001.jsonl"))
        // Put there while the library is open: at opening it is refused.
        let updater = RecordUpdater(
            folder: try FolderHandle(following: BytePath(fixture.url.path)), uuid: fixture.library.uuid, catalog: catalog, now: fixture.environment.now, log: { _, _ in })
        let error = #expect(throws: LibraryError.self) { try updater.flush() }
        #expect(error?.message.contains(record.path) == true)
        catalog.close()
        #expect(throws: LibraryError.self) { _ = try PhotoLibrary.recover(at: fixture.url, environment: fixture.environment, options: RecoveryOptions()) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).sorted() == before.sorted())
        #expect(try Data(contentsOf: outside.appendingPathComponent("record-00000001.jsonl")) == log)
    }

    // MARK: Support

    static func position(_ fixture: LibraryFixture) throws -> Int64 {
        let library = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        defer { library.close() }
        return try library.catalog.read { try $0.position.rawValue }
    }

    static func compact(_ fixture: LibraryFixture) throws {
        let record = try Record(in: fixture.library.originals.folder, uuid: fixture.library.uuid, schema: Catalog.schemaVersion, makes: false)
        try record.withLock(timeout: 10) { editor in
            guard case .whole = try editor.condition() else { throw RecordError(.damaged, "not whole") }
            try editor.compact()
        }
    }

    /// Live Photo, RAW beside JPEG, an edit, a reference, a burst, damage, Recently Deleted, folders, key assets, a project, access.
    private static func fill(_ fixture: LibraryFixture) throws {
        let live = try fixture.add([
            ResourceInput(.photo, .data(LibraryFixture.jpeg("live")), filename: "IMG_1.HEIC"), ResourceInput(.pairedVideo, .data(LibraryFixture.movie), filename: "IMG_1.MOV"),
        ])
        let raw = try fixture.add([
            ResourceInput(.photo, .data(LibraryFixture.jpeg("pair")), filename: "IMG_2.JPG"), ResourceInput(.alternatePhoto, .data(Data("RAW2".utf8)), filename: "IMG_2.CR3"),
        ])
        let edited = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("edit")), filename: "été \"3\".jpg")])
        let frame = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("burst")), filename: "IMG_4.JPG")])
        let trashed = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("trash")), filename: "IMG_5.JPG")])
        try fixture.library.performChanges(author: "test") { transaction in
            let writer = transaction.catalog
            let root = try writer.addReferenceRoot(ReferenceRootRecord(uuid: UUID(), path: "/mnt/old"))
            try writer.update(rootID: root, path: "/mnt/new")
            var record = AssetRecord(uuid: UUID(), mediaType: .image, addedDate: 5, filename: "r.jpg", uniformType: "public.jpeg")
            record.keywords = ["sea", "Sea", "é", "e\u{301}"]
            let referenced = try writer.insert(
                record,
                resources: [
                    ResourceRecord(
                        type: .photo, filename: "r.jpg", uniformType: "public.jpeg", size: 5, sha256: Data(repeating: 7, count: 32),
                        location: .referenced(rootID: root, path: "a/r.jpg", modified: 12.5)),
                    ResourceRecord(
                        type: .fullSizePhoto, filename: "FullSizeRender.jpg", uniformType: "public.jpeg", size: 5, sha256: Data(repeating: 8, count: 32),
                        location: .managed(path: "originals/Z/nowhere.jpg")),
                ])
            try writer.update(assetID: edited) { asset in
                (asset.adjustmentFormatIdentifier, asset.adjustmentFormatVersion, asset.adjustmentTimestamp) = ("org.example.edit", "1.0", 12.25)
                (asset.adjustmentEditor, asset.revision, asset.rating, asset.title, asset.caption) = ("editor", 3, 4, "Title", "A caption\nof two lines")
                (asset.creationDate, asset.creationOffset) = (-12_345.678, -3_600)
                asset.location = LocationRecord(latitude: 1.234_567_890_123, longitude: -179.999_999)
                asset.location?.altitude = 0
            }
            try writer.update(assetID: frame) { ($0.burstIdentifier, $0.representsBurst, $0.burstSelectionTypes) = ("burst", true, .userPick) }
            try writer.update(assetID: live) { ($0.isFavorite, $0.playbackVariation, $0.contentIdentifier) = (true, .mirror, "content") }
            try writer.update(assetID: raw) { ($0.originalChoice, $0.isHidden, $0.damage) = (.raw, true, "torn") }
            let resource = try #require(try writer.resources(assetID: raw).first)
            try writer.update(resourceID: resource.id) { ($0.damage, $0.isInCloud) = ("torn", true) }
            func make(_ title: String, _ kind: CollectionRecord.Kind, in parent: Int64? = nil, at index: Int? = nil) throws -> Int64 {
                var new = CollectionRecord(uuid: UUID(), type: kind == .album ? .album(.albumRegular) : .folder(.regularFolder), title: title)
                new.parentID = parent
                return try writer.insert(new, at: index)
            }
            let outer = try make("Outer", .folder), inner = try make("Inner", .folder, in: outer)
            let album = try make("Album", .album, in: inner), first = try make("First", .album, at: 0)
            _ = try make("Empty", .album, in: outer, at: 0)
            try writer.addMembers([trashed, edited, live, referenced, frame], to: album)
            try writer.addMembers([frame, live], to: first)
            try writer.update(collectionID: album) { $0.keyAssetID = live }
            try writer.makeProject(collectionID: first, extensionData: Data([0, 255, 10]))
            try writer.setProjectPreview(Data((0..<1_000).map { UInt8($0 & 255) }), collectionID: first)
            try transaction.delete([trashed])
            try transaction.grant(.limited([live, trashed]), to: "org.example.limited")
            try transaction.grant(.denied, to: "org.example.denied")
        }
    }
}

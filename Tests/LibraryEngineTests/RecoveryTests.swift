import Catalog
import Foundation
import Importing
import Originals
import PhotoModel
import Pixels
import Query
import Synchronization
import Testing

@testable import LibraryEngine

@Suite("Recovering a library") struct RecoveryTests {
    let fixture: LibraryFixture
    private var database: URL { fixture.url.appendingPathComponent("database") }
    private var catalog: URL { database.appendingPathComponent("catalog.sqlite") }

    /// Without a record, which would reach further than any snapshot here.
    init() throws { fixture = try LibraryFixture(keepsRecord: false) }

    @discardableResult
    private func addOne(_ name: String, _ library: PhotoLibrary? = nil) throws -> Int64 {
        let library = library ?? fixture.library
        let prepared = try library.prepareAsset([ResourceInput(.photo, .data(LibraryFixture.jpeg(name)), filename: name + ".jpg")])
        return try library.performChanges(author: "test") { try $0.insert(prepared) }
    }

    private func open() throws -> PhotoLibrary { try PhotoLibrary.open(at: fixture.url, environment: fixture.environment) }

    private func recover(_ change: (inout RecoveryOptions) -> Void = { _ in }) throws -> RecoveryResult {
        var options = RecoveryOptions()
        change(&options)
        return try #require(try PhotoLibrary.recover(at: fixture.url, environment: fixture.environment, options: options))
    }

    private func removeCatalog() throws {
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: catalog.path + suffix) {
            try FileManager.default.removeItem(atPath: catalog.path + suffix)
        }
    }

    /// Names by identifiers: what a library shows.
    private func names(_ library: PhotoLibrary) throws -> [UUID: String] {
        try library.catalog.read { reader in
            let assets = try reader.assets(ids: Array(reader.assetIDs(AssetQuery()))).compactMap { $0 }
            return Dictionary(uniqueKeysWithValues: assets.map { ($0.uuid, $0.filename) })
        }
    }

    @Test(arguments: ["gone", "torn", "random", "folder"]) func aLostCatalogueComesBackFromTheNewestSnapshot(_ harm: String) throws {
        let ids = try (0..<30).map { try addOne("\($0)") }
        _ = try fixture.library.catalog.write(author: "test") { writer in
            let album = try writer.insert(CollectionRecord(uuid: UUID(), type: .album(.albumRegular), title: "Best"))
            try writer.addMembers(Array(ids.prefix(3).reversed()), to: album)
        }
        let before = try names(fixture.library)
        _ = try fixture.library.backUp()
        let outside = try #require(try fixture.library.backUp(to: fixture.base.appendingPathComponent("copy.sqlite"))).file
        fixture.library.close()
        let size = try Int(#require(FileManager.default.attributesOfItem(atPath: catalog.path)[.size] as? Int))
        switch harm {
        case "gone": try removeCatalog()
        case "torn": try Data(contentsOf: catalog).prefix(size / 2).write(to: catalog)
        case "random": try Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* $0 &+ 7) }).write(to: catalog)
        default: try FileManager.default.removeItem(at: database)
        }
        let harmed = try? Data(contentsOf: catalog)
        let report = try recover { if harm == "folder" { $0.source = outside } }
        #expect(report.missing.isEmpty && report.unknown.isEmpty && !report.hasNewManifest)
        #expect(report.kind == (harm == "folder" ? .file : .snapshot))
        let library = try open()
        defer { library.close() }
        #expect(try names(library) == before)
        let album = try #require(try library.catalog.read { try $0.collections(CollectionQuery()) }.first { $0.title == "Best" })
        #expect(try library.catalog.read { try Array($0.memberIDs(of: album.id)) } == ids.prefix(3).reversed())
        #expect(try library.verify().isSound)
        // What was there is kept as it was, and the snapshots have stayed.
        if harm == "folder" {
            #expect(report.setAside == nil)
        } else {
            let aside = fixture.url.appendingPathComponent(try #require(report.setAside))
            let kept = try? Data(contentsOf: aside.appendingPathComponent("catalog.sqlite"))
            #expect(kept == harmed)
            #expect(SnapshotFolder(library: fixture.url).snapshots.count == 1)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.url.path).allSatisfy { !$0.hasPrefix("database-recovering") })
    }

    @Test func whatCameInLaterIsListedAndNeverSweptAway() throws {
        try addOne("early")
        _ = try fixture.library.backUp()
        let later = try addOne("later")
        let file = try fixture.file(of: fixture.resource(later)), path = String(file.path.dropFirst(fixture.url.path.count + 1))
        fixture.library.close()
        // An import that died after its commit left its journal, which names an original that the older catalogue does not know.
        let session = fixture.url.appendingPathComponent("staging/DEAD")
        try FileManager.default.createDirectory(at: session, withIntermediateDirectories: true)
        try Data((path + "\n").utf8).write(to: session.appendingPathComponent("journal"))
        try Data().write(to: session.appendingPathComponent("lock"))
        try removeCatalog()
        let report = try recover()
        #expect(report.unknown.map(\.path) == [path])
        let library = try open()
        defer { library.close() }
        #expect(try Data(contentsOf: file) == LibraryFixture.jpeg("later"))
        #expect(try library.importer(library.importOptions).run([file.path]).imported == 1)
        #expect(try names(library).count == 2)
    }

    @Test func aMissingOriginalIsNamed() throws {
        let ids = [try addOne("a"), try addOne("b")]
        _ = try fixture.library.backUp()
        let files = try ids.map { try fixture.file(of: fixture.resource($0)) }
        try FileManager.default.removeItem(at: files[0])
        try FileManager.default.removeItem(at: files[1])
        try Data([0xFF]).write(to: files[1])
        fixture.library.close()
        let report = try recover()
        #expect(report.missing.map(\.problem) == [.missing, .damaged])
    }

    @Test func tokensOfWhatHappenedAfterTheSnapshotAreOfAnotherHistory() throws {
        // A clock that goes on, as clocks do.
        let clock = Mutex(800_000_000.0)
        var environment = fixture.environment
        environment.now = {
            Date(
                timeIntervalSinceReferenceDate: clock.withLock {
                    $0 += 1; return $0
                })
        }
        fixture.library.close()
        var library = try PhotoLibrary.open(at: fixture.url, environment: environment)
        func token() throws -> HistoryToken { try library.read { try library.historyToken($0) } }
        try addOne("a", library)
        let early = try token()
        _ = try library.backUp()
        try addOne("b", library)
        try addOne("c", library)
        let late = try token()
        library.close()
        _ = try PhotoLibrary.recover(at: fixture.url, environment: environment, options: RecoveryOptions())
        library = try PhotoLibrary.open(at: fixture.url, environment: environment)
        defer { library.close() }
        func isKnown(_ token: HistoryToken) -> Bool { (try? library.read { try library.checkHistory(since: token, $0) }) != nil }
        #expect(isKnown(early) && !isKnown(late))
        // Also once the new history has reached the old one's positions.
        for name in ["d", "e", "f"] { try addOne(name, library) }
        #expect(try token().position > late.position)
        #expect(isKnown(early) && !isKnown(late))
    }

    @Test func filesThatWereMadeFromTheLostCatalogueAreNotBelieved() throws {
        let id = try addOne("a")
        let uuid = try fixture.record(id).uuid
        _ = try fixture.library.backUp()
        // After the snapshot: one more asset, and an edit with a picture of its own.
        try addOne("b")
        _ = try fixture.library.catalog.write(author: "test") { try $0.update(assetID: id) { $0.revision += 1 } }
        let picture = EncodedImage(bytes: [9, 9, 9], width: 40, height: 30)
        try fixture.library.derivatives.storeThumbnail(picture, assetID: id, uuid: uuid, revision: 2)
        try fixture.library.derivatives.storePreview(picture, uuid: uuid, revision: 2)
        #expect(fixture.library.catalog.updateColumns())
        let columns = try Data(contentsOf: URL(fileURLWithPath: fixture.library.catalog.columnFile))
        fixture.library.close()
        _ = try recover()
        // As a restored backup of the whole folder might bring it back.
        try columns.write(to: database.appendingPathComponent("assets.columns"))
        let library = try open()
        defer { library.close() }
        #expect(try library.catalog.read { try $0.assetIDs(AssetQuery()).count } == 1)
        #expect(library.catalog.updateColumns())
        #expect(try library.catalog.read { try $0.assetIDs(AssetQuery()).count } == 1)
        #expect(try library.catalog.read { try $0.withColumns { $0.count } } == 1)
        // The next edit will be revision 2 as well, and is another picture.
        #expect(library.derivatives.thumbnail(assetID: id, uuid: uuid, revision: 2) == nil)
        #expect(library.derivatives.preview(uuid: uuid, revision: 2) == nil)
    }

    @Test func aSoundCatalogueIsReplacedOnlyWhereThatIsWanted() throws {
        try addOne("a")
        _ = try fixture.library.backUp()
        try addOne("b")
        fixture.library.close()
        let before = try Data(contentsOf: catalog)
        var options = RecoveryOptions()
        options.isWanted = { plan in
            guard case .sound(let moment) = plan.present else { return true }
            return moment.assetCount < plan.moment.assetCount
        }
        #expect(try PhotoLibrary.recover(at: fixture.url, environment: fixture.environment, options: options) == nil)
        #expect(try Data(contentsOf: catalog) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.url.path).filter { $0.hasPrefix("database") } == ["database"])
    }

    @Test func aRottenSnapshotIsPassedOver() throws {
        try addOne("a")
        let old = try #require(try fixture.library.backUp())
        try addOne("b")
        let new = try #require(try fixture.library.backUp())
        let handle = try FileHandle(forUpdating: new.file)
        try handle.seek(toOffset: 3_000)
        try handle.write(contentsOf: Data([0x5A]))
        try handle.close()
        fixture.library.close()
        try removeCatalog()
        let report = try recover()
        #expect(report.source.lastPathComponent == old.file.lastPathComponent)
        #expect(report.unsound.count == 1 && report.unsound[0].contains(new.file.lastPathComponent))
        #expect(report.moment.assetCount == 1)
    }

    @Test(arguments: [true, false]) func aLostOrTornManifestComesBack(_ isGone: Bool) throws {
        try addOne("a")
        _ = try fixture.library.backUp()
        fixture.library.close()
        let manifest = fixture.url.appendingPathComponent("library.json"), before = try Data(contentsOf: manifest)
        if isGone { try FileManager.default.removeItem(at: manifest) } else { try before.prefix(20).write(to: manifest) }
        #expect(throws: LibraryError.self) { try open() }
        #expect(try recover().hasNewManifest)
        #expect(try Data(contentsOf: manifest) == before)
        try open().close()
    }

    @Test func anotherLibrarysCatalogueIsRefused() throws {
        let other = try LibraryFixture()
        try addOne("a")
        _ = try fixture.library.backUp()
        _ = try other.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("x")))])
        let file = try #require(try other.library.backUp(to: fixture.base.appendingPathComponent("other.sqlite"))).file
        fixture.library.close()
        #expect { try recover { $0.source = file } } throws: { ($0 as? LibraryError)?.code == .invalid }
        try open().close()
    }

    @Test func withoutAnythingToRecoverFromNothingIsTouched() throws {
        try addOne("a")
        fixture.library.close()
        try removeCatalog()
        #expect { try recover() } throws: { ($0 as? LibraryError)?.code == .damaged }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.url.path).filter { $0.hasPrefix("database") } == ["database"])
    }
}

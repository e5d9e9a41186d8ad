import Catalog
import Dispatch
import Foundation
import Imaging
import Importing
import PhotoModel
import Pixels
import Query
import Synchronization
import Testing

@testable import LibraryEngine

/// Imports whose pictures come after their files: in which order, what is known when, and who goes on with what was left.
@Suite("Pictures left for later", .timeLimit(.minutes(20))) final class PictureWorkTests {
    private let decoder = PostponingDecoder()
    private let fixture: LibraryFixture
    private var library: PhotoLibrary { fixture.library }
    private var folder: URL { fixture.base.appendingPathComponent("in") }

    init() throws {
        let decoder = decoder
        fixture = try LibraryFixture { $0.decoder = .given(decoder) }
    }

    /// Photos of which each is a day newer than the one before.
    private func write(_ names: [String], to fixture: LibraryFixture? = nil) throws {
        for (day, name) in names.enumerated() {
            let file = try (fixture ?? self.fixture).write(LibraryFixture.jpeg(name), to: "in/\(name)")
            try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1_600_000_000 + 86_400 * Double(day))], ofItemAtPath: file.path)
        }
    }

    private func bringIn(
        _ fixture: LibraryFixture? = nil, _ change: (inout ImportOptions) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> ImportReport {
        let fixture = fixture ?? self.fixture
        var options = fixture.library.importOptions
        (options.postponesFrom, options.threads) = (0, 1)
        change(&options)
        return try fixture.library.importer(options).run([fixture.base.appendingPathComponent("in").path], isCancelled: isCancelled)
    }

    private func asset(_ name: String, in library: PhotoLibrary? = nil) throws -> AssetRecord {
        let all = try (library ?? self.library).catalog.read { reader in try reader.assets(ids: reader.assetIDs(AssetQuery())).compactMap { $0 } }
        return try #require(all.first { $0.filename == name })
    }

    private func hasPictures(_ name: String) throws -> Bool {
        let asset = try asset(name)
        return library.derivatives.hasThumbnail(assetID: asset.id, uuid: asset.uuid, revision: asset.revision)
            && library.derivatives.hasPreview(uuid: asset.uuid, revision: asset.revision)
    }

    private func left() throws -> Int { try library.catalog.read { try $0.countOfPicturesToMake() } }

    // MARK: What finds no room

    @Test func whatSomebodysRequestMadeAndTheDiskDidNotKeepIsMadeLater() throws {
        try write(["a.jpg"])
        _ = try bringIn()
        #expect(try left() == 0)
        let asset = try asset("a.jpg"), request = ImageRequest(.current, of: asset, through: ResourceAccess(library))
        library.derivatives.remove(assetID: asset.id, uuid: asset.uuid, revision: asset.revision)
        var newer = asset
        newer.revision += 1
        let full = ImagingError(.derivativesUnwritable, "The disk is full.")
        // Of another revision nothing is to be made.
        library.damageMarker.note(MadeDerivatives(ImageRequest(.current, of: newer, through: ResourceAccess(library)), isShown: true, damage: nil, unkept: full))
        library.damageMarker.flush()
        #expect(try left() == 0)
        library.damageMarker.note(MadeDerivatives(request, isShown: true, damage: nil, unkept: full))
        library.damageMarker.flush()
        #expect(try left() == 1 && !hasPictures("a.jpg"))
        #expect(try PictureWork(library: library).run(threads: 1) { false }.trouble == nil)
        #expect(try left() == 0 && hasPictures("a.jpg"))
    }

    @Test func whatWasTriedInVainIsMadeOnceARequestCouldMakeIt() throws {
        try write(["a.jpg"])
        _ = try bringIn()
        let asset = try asset("a.jpg"), request = ImageRequest(.current, of: asset, through: ResourceAccess(library))
        library.derivatives.remove(assetID: asset.id, uuid: asset.uuid, revision: asset.revision)
        _ = try library.catalog.write(author: "test") { writer in
            try writer.insert(PictureToMake(assetID: asset.id, date: 1, path: "a.jpg"))
            try writer.noteTriedPicture(assetID: asset.id)
        }
        let isListed = try library.catalog.read { try $0.hasPicturesToMake() }
        #expect(!isListed)
        let full = ImagingError(.derivativesUnwritable, "The disk is full.")
        library.damageMarker.note(MadeDerivatives(request, isShown: true, damage: nil, unkept: full))
        library.damageMarker.flush()
        #expect(try library.catalog.read { try $0.picturesToMake(limit: 9) } == [PictureToMake(assetID: asset.id, date: 1, path: "a.jpg")])
        #expect(try PictureWork(library: library).run(threads: 1) { false }.trouble == nil)
        #expect(try left() == 0 && hasPictures("a.jpg"))
    }

    // MARK: Both passes

    @Test func allFilesComeInFirstAndThenThePicturesTheNewestFirst() throws {
        try write(["a.jpg", "b.jpg", "c.jpg"])
        let report = try bringIn()
        #expect(decoder.asked == ["facts a.jpg", "facts b.jpg", "facts c.jpg", "picture c.jpg", "picture b.jpg", "picture a.jpg"])
        #expect((report.imported, report.picturesLeft, report.isCancelled, report.hasAllFiles) == (3, 0, false, true))
        #expect(report.secondsOfFiles > 0 && report.secondsOfFiles <= report.seconds)
        for name in ["a.jpg", "b.jpg", "c.jpg"] { #expect(try hasPictures(name)) }
    }

    @Test func bothWaysGiveTheSameLibrary() throws {
        let names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]
        let other = PostponingDecoder()
        let atOnce = try LibraryFixture { $0.decoder = .given(other) }
        for decoder in [decoder, other] { decoder.state.withLock { $0.faults["b.jpg"] = .partial } }
        try write(names)
        try write(names, to: atOnce)
        let later = try bringIn(), before = try bringIn(atOnce) { $0.postponesFrom = .max }
        func text(_ report: ImportReport, _ base: URL) -> [String] { report.damaged.map { $0.message.replacing(base.path, with: "") } }
        #expect(later.imported == before.imported && text(later, fixture.base) == text(before, atOnce.base) && later.damaged.count == 1)
        for name in names {
            var (one, two) = (try asset(name), try asset(name, in: atOnce.library))
            func pictures(_ library: PhotoLibrary, _ asset: AssetRecord) -> [[UInt8]?] {
                [
                    library.derivatives.thumbnail(assetID: asset.id, uuid: asset.uuid, revision: asset.revision)?.bytes,
                    library.derivatives.preview(uuid: asset.uuid, revision: asset.revision),
                    library.derivatives.placeholder(assetID: asset.id, uuid: asset.uuid, revision: asset.revision),
                ]
            }
            let made = pictures(library, one)
            #expect(made == pictures(atOnce.library, two) && !made.contains(nil))
            func files(_ library: PhotoLibrary, _ id: Int64) throws -> [ResourceRecord] {
                try library.catalog.read { try $0.resources(assetID: id) }.map { file in
                    var file = file
                    (file.id, file.assetID, file.location) = (0, 0, .managed(path: ""))
                    return file
                }
            }
            #expect(try files(library, one.id) == files(atOnce.library, two.id))
            #expect(one.damage == (name == "b.jpg" ? "its end is missing" : nil))
            (one.uuid, one.id, two.id) = (two.uuid, 0, 0)
            #expect(one == two)
        }
        #expect(other.asked.allSatisfy { $0.hasPrefix("picture") }, "each is looked into once")
    }

    /// What a file carries of its own picture stands in the place until the picture is there.
    @Test func coloursAreThereFromTheBeginning() throws {
        try write(["a.jpg"])
        _ = try bringIn { $0.makesPostponed = false }
        let asset = try asset("a.jpg")
        func colors() -> [UInt8]? { library.derivatives.placeholder(assetID: asset.id, uuid: asset.uuid, revision: asset.revision) }
        #expect(colors() == PostponingDecoder.colors?.bytes)
        _ = try PictureWork(library: library).run(threads: 1) { false }
        #expect(colors() == Array(repeating: 5, count: 12))
    }

    @Test func aTrialLooksAtAllPixelsAndLeavesNothing() throws {
        try write(["a.jpg"])
        decoder.state.withLock { $0.faults["a.jpg"] = .partial }
        let report = try bringIn { $0.dryRun = true }
        #expect(decoder.asked == ["picture a.jpg"] && report.damaged.count == 1 && report.picturesLeft == 0)
    }

    // MARK: Faults that only the pixels show

    @Test func whatCannotBeShownComesInAndSaysSo() throws {
        try write(["a.jpg", "b.jpg", "c.jpg"])
        decoder.state.withLock { $0.faults = ["a.jpg": .lost, "b.jpg": .unsupported] }
        let report = try bringIn()
        #expect(report.imported == 3 && report.failed.isEmpty && report.picturesLeft == 0)
        let (a, b) = (folder.appendingPathComponent("a.jpg").path, folder.appendingPathComponent("b.jpg").path)
        #expect(
            report.damaged == [
                ImportFailure(path: b, code: "unsupported", message: "\(b): Pictures like b.jpg can't be shown"),
                ImportFailure(path: a, code: "damaged", message: "\(a) came in, but can't be shown: nothing of it can be decoded."),
            ])
        #expect(try asset("a.jpg").damage == "nothing of it can be decoded" && fixture.resource(asset("a.jpg").id).damage != nil)
        // No file is to blame for what is missing here.
        #expect(try asset("b.jpg").damage == nil && asset("c.jpg").damage == nil)
        #expect(try hasPictures("c.jpg"))
    }

    @Test func withoutADecoderTheFilesAreInAndTheErrorSaysHowMany() throws {
        try write(["a.jpg", "b.jpg"])
        decoder.state.withLock { $0.faults["b.jpg"] = .missing }
        let error = #expect(throws: ImportError.self) { try self.bringIn() }
        #expect(error?.code == .noDecoder && error?.report?.imported == 2)
        #expect(try left() == 2)
        decoder.state.withLock { $0.faults = [:] }
        #expect(try bringIn().picturesLeft == 0)
    }

    @Test func aFileThatIsNotThereNowIsTriedByTheNextImport() throws {
        try write(["a.jpg", "b.jpg"])
        _ = try bringIn { $0.makesPostponed = false }
        let original = try fixture.file(of: fixture.resource(asset("b.jpg").id)), away = fixture.base.appendingPathComponent("away.jpg")
        try FileManager.default.moveItem(at: original, to: away)
        let made = try PictureWork(library: library).run(threads: 1) { false }
        #expect(made.trouble == nil && made.damaged.isEmpty)
        #expect(try left() == 1 && library.catalog.read { try !$0.hasPicturesToMake() })
        try FileManager.default.moveItem(at: away, to: original)
        #expect(try bringIn().picturesLeft == 0)
        #expect(try hasPictures("b.jpg"))
    }

    // MARK: Interruptions

    @Test func anImportThatIsEndedBetweenSaysSoAndTheNextOneGoesOn() throws {
        try write(["a.jpg", "b.jpg", "c.jpg"])
        let isEnded = Mutex(false)
        let hasEnded: @Sendable () -> Bool = { isEnded.withLock { $0 } }
        decoder.state.withLock { $0.onPicture = { _ in isEnded.withLock { $0 = true } } }
        let report = try bringIn(isCancelled: hasEnded)
        #expect((report.imported, report.found, report.picturesLeft) == (3, 3, 2))
        #expect(report.isCancelled && report.hasAllFiles)
        #expect(try hasPictures("c.jpg") && !hasPictures("b.jpg"))
        let next = try bringIn()
        #expect((next.duplicates, next.picturesLeft, next.isCancelled) == (3, 0, false))
        #expect(decoder.pictures == ["c.jpg", "b.jpg", "a.jpg"], "none twice")
    }

    /// As after a kill: the pictures are there, and the row that asks for them too.
    @Test func whatWasMadeAndNotNotedIsMadeOnceMoreAndThatIsAll() throws {
        try write(["a.jpg"])
        _ = try bringIn { $0.makesPostponed = false }
        let work = PictureWork(library: library)
        let row = try #require(try library.catalog.read { try $0.picturesToMake(limit: 9) }.first)
        #expect(row.path == folder.appendingPathComponent("a.jpg").path)
        _ = work.make(row)
        #expect(try hasPictures("a.jpg") && left() == 1)
        _ = try work.run(threads: 2) { false }
        #expect(try left() == 0 && decoder.pictures == ["a.jpg", "a.jpg"])
        if case .gone = work.make(row) {} else { Issue.record("nothing is to be made of what is done") }
    }

    @Test func whatIsPurgedOrChangedMeanwhileIsNotFinished() throws {
        try write(["a.jpg", "b.jpg"])
        _ = try bringIn { $0.makesPostponed = false }
        let (a, b) = (try asset("a.jpg"), try asset("b.jpg"))
        _ = try library.catalog.write(author: "test") { writer in
            try writer.update(assetID: a.id) { $0.revision += 1 }
            try writer.finishPicture(of: a.id, uuid: a.uuid, revision: a.revision, damage: "of the picture before")
            _ = try writer.purge(assetIDs: [b.id])
        }
        #expect(try asset("a.jpg").damage == nil)
        #expect(try library.catalog.read { try $0.picturesToMake(limit: 9) }.map(\.assetID) == [a.id])
        _ = try PictureWork(library: library).run(threads: 1) { false }
        #expect(try left() == 0 && hasPictures("a.jpg"))
    }

    // MARK: Several who make them

    @Test func whatSomebodyLooksAtIsMadeForThemAndNotAgain() throws {
        try write(["a.jpg", "b.jpg"])
        _ = try bringIn { $0.makesPostponed = false }
        decoder.state.withLock { $0.faults["a.jpg"] = .partial }
        var request = ImageRequest(.current, of: try asset("a.jpg"), through: ResourceAccess(library))
        request.target = PixelSize(width: 20, height: 20)
        _ = try library.images.renderNow(request)
        #expect(try library.damageMarker.hasNoted(asset("a.jpg")) && decoder.pictures == ["a.jpg"])
        let report = try PictureWork(library: library).run(threads: 1) { false }
        #expect(decoder.pictures == ["a.jpg", "b.jpg"] && report.damaged.isEmpty)
        #expect(try left() == 0)
        #expect(try asset("a.jpg").damage == "its end is missing", "what was found of it is known all the same")
    }

    @Test func aServiceMakesThemAndLeavesThemToAnImportThatGoesOn() throws {
        try write(["a.jpg", "b.jpg", "c.jpg"])
        let made = DispatchSemaphore(value: 0)
        decoder.state.withLock { $0.onPicture = { _ in made.signal() } }
        let service = PictureService(library)
        service.start()
        // Whoever sends files hears of them before their pictures are made.
        let report = try bringIn { $0.makesPostponed = false }
        #expect(report.imported == 3)
        for _ in 0..<3 { made.wait() }
        service.stop()
        #expect(try left() == 0)
        for name in ["a.jpg", "b.jpg", "c.jpg"] { #expect(try hasPictures(name)) }
        #expect(decoder.pictures.count == 3)
    }

    @Test func oneProcessAtATimeMakesThem() throws {
        try write(["a.jpg", "b.jpg"])
        var claim = try DerivativeClaim.take(library.derivatives)
        #expect(try claim != nil && DerivativeClaim.take(library.derivatives) == nil)
        let committed = DispatchSemaphore(value: 0), ended = DispatchSemaphore(value: 0)
        let commits = library.catalog.onCommit { _ in committed.signal() }
        defer { commits.cancel() }
        let reports = Mutex<[Int]>([])
        let (library, folder) = (library, folder.path)
        Thread.detachNewThread {
            var options = library.importOptions
            (options.postponesFrom, options.threads) = (0, 1)
            let report = try? library.importer(options).run([folder])
            reports.withLock { $0.append(report?.picturesLeft ?? -1) }
            ended.signal()
        }
        committed.wait()
        // The other one makes those of both, and the import ends when there are none left.
        _ = try PictureWork(library: library).run(threads: 1) { false }
        ended.wait()
        withExtendedLifetime(claim) {}
        claim = nil
        #expect(reports.withLock { $0 } == [0] && decoder.pictures.count == 2)
        #expect(try DerivativeClaim.take(library.derivatives) != nil)
    }

    @Test func aRepairMakesThemToo() throws {
        try write(["a.jpg", "b.jpg"])
        decoder.state.withLock { $0.faults["a.jpg"] = .partial }
        _ = try bringIn { $0.makesPostponed = false }
        _ = try library.verify(repair: true)
        #expect(try left() == 0 && asset("a.jpg").damage == "its end is missing" && hasPictures("b.jpg"))
    }
}

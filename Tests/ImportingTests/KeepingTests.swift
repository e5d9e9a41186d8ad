import Catalog
import Foundation
import GRDBSQLite
import Metadata
import Originals
import PhotoModel
import Testing

@testable import Importing

@Suite("What an import must never lose or take") struct KeepingTests {
    let world: World

    init() throws { world = try World() }

    private func asset(_ name: String) throws -> AssetRecord { try #require(try world.assets().first { $0.filename == name }) }

    @Test func aTrashedPictureDoesNotSwallowItsLivingMovie() throws {
        try world.add("IMG_1.HEIC", .photo("public.heic", content: "A"))
        _ = try world.run()
        let trashed = try asset("IMG_1.HEIC")
        try world.catalog.write(author: "test") { try $0.trash(assetIDs: [trashed.id]) }
        try FileManager.default.removeItem(at: world.source.appendingPathComponent("IMG_1.HEIC"))
        try world.add("IMG_1.MOV", .movie(content: "A"))
        _ = try world.run()
        let movie = try asset("IMG_1.MOV")
        try world.add("IMG_1.HEIC", .photo("public.heic", content: "A"))
        try world.add("IMG_1.AAE", .adjustment())
        let report = try world.run()
        #expect((report.imported, report.duplicates) == (0, 2))
        #expect(try world.assets().map(\.uuid) == [movie.uuid])
        #expect(try world.catalog.read { try $0.asset(id: trashed.id)?.isTrashed } == true)
        #expect(try world.resources(trashed).count == 1)
        try world.checkIntegrity()
    }

    @Test(arguments: [true, false]) func copyingTakesInWhatWasOnlyReferenced(isPair: Bool) throws {
        try world.add("IMG_1.HEIC", .photo("public.heic", content: "A"))
        if isPair { try world.add("IMG_1.MOV", .movie(content: "A")) }
        _ = try world.run { $0.storage = .reference }
        let before = try asset("IMG_1.HEIC")
        #expect(try world.resources(before).allSatisfy { !$0.location.isManaged })
        let dryRun = try world.run { $0.dryRun = true }
        let report = try world.run()
        #expect((report.imported, report.duplicates, report.attached, report.takenIn) == (0, 0, isPair ? 2 : 1, isPair ? 2 : 1))
        #expect((dryRun.duplicates, dryRun.attached, dryRun.takenIn) == (report.duplicates, report.attached, report.takenIn))
        #expect(try world.assets().map(\.uuid) == [before.uuid])
        #expect(try world.resources(before).allSatisfy(\.location.isManaged))
        try world.checkIntegrity()
        let again = try world.run()
        #expect((again.imported, again.duplicates, again.attached) == (0, isPair ? 2 : 1, 0))
    }

    /// Whoever imports again believes that the library has what was reported as already there.
    @Test(arguments: [true, false]) func whatWasLostIsBroughtBackByTheNextImport(isPair: Bool) throws {
        try world.add("IMG_1.HEIC", .photo("public.heic", content: "A"))
        if isPair { try world.add("IMG_1.MOV", .movie(content: "A")) }
        _ = try world.run()
        let before = try asset("IMG_1.HEIC")
        for resource in try world.resources(before) {
            guard case .managed(let path) = resource.location else { continue }
            try FileManager.default.removeItem(at: world.library.appending(path: path))
        }
        let report = try world.run()
        #expect((report.imported, report.duplicates, report.attached, report.healed) == (0, 0, isPair ? 2 : 1, isPair ? 2 : 1))
        #expect(try world.assets().map(\.uuid) == [before.uuid])
        try world.checkIntegrity()
        let again = try world.run()
        #expect((again.imported, again.duplicates, again.attached) == (0, isPair ? 2 : 1, 0))
    }

    /// Between the look at a file and the commit somebody may purge what it is a duplicate of.
    @Test func aDuplicateWhoseBytesAreGoneAtTheCommitIsNone() throws {
        try world.add("IMG_1.JPG", .photo(at: 1_700_000_000))
        _ = try world.run()
        let before = try asset("IMG_1.JPG")
        guard case .managed(let path) = try #require(try world.resources(before).first).location else { throw CocoaError(.fileNoSuchFile) }
        try world.add("IMG_2.JPG", .photo(at: 1_700_000_100))
        let original = world.library.appending(path: path)
        world.decoder.onExamine.withLock { $0 = { if $0 == "IMG_2.JPG" { try? FileManager.default.removeItem(at: original) } } }
        let report = try world.run { ($0.threads, $0.batchInterval) = (1, 1000) }
        #expect(!FileManager.default.fileExists(atPath: original.path), "it is gone when the second is looked into, which comes after the first")
        #expect((report.imported, report.duplicates) == (1, 0))
        #expect(report.failed.map(\.code) == ["changedMeanwhile"] && report.failed.first?.path.hasSuffix("IMG_1.JPG") == true, "\(report.failed)")
        let again = try world.run()
        #expect((again.imported, again.duplicates, again.attached) == (0, 1, 1), "the next import brings it back")
        try world.checkIntegrity()
    }

    private func files(_ asset: AssetRecord) throws -> [URL] {
        try world.resources(asset).compactMap { if case .managed(let path) = $0.location { world.library.appending(path: path) } else { nil } }
    }

    /// Truncated, or changed where somebody found that out: nobody else's bytes may stand for the photo.
    @Test(arguments: ["empty", "longer", "marked"], [true, false]) func whatRottedIsPutRightByTheNextImport(_ harm: String, isPair: Bool) throws {
        try world.add("IMG_1.HEIC", .photo("public.heic", content: "A"))
        try world.add("IMG_1.AAE", .adjustment())
        if isPair { try world.add("IMG_1.MOV", .movie(content: "A")) }
        _ = try world.run()
        let before = try asset("IMG_1.HEIC"), files = try files(before), good = try files.map { try Data(contentsOf: $0) }
        var rotten: [Data] = []
        for (file, bytes) in zip(files, good) {
            let bad = harm == "empty" ? Data() : harm == "longer" ? bytes + [0] : Data(bytes.map { $0 ^ 1 })
            try FileManager.default.removeItem(at: file)
            try bad.write(to: file)
            rotten.append(bad)
        }
        if harm == "marked" {
            try world.catalog.write(author: "damage") { writer in
                for resource in try writer.resources(assetID: before.id) { try writer.update(resourceID: resource.id) { $0.damage = "nothing of it can be decoded" } }
                try writer.update(assetID: before.id) { $0.damage = "nothing of it can be decoded" }
            }
        }
        let count = files.count
        #expect(try world.run { $0.dryRun = true }.healed == count)
        let report = try world.run()
        #expect((report.imported, report.healed, report.duplicates + report.attached, report.failed.count) == (0, count, count, 0))
        #expect(try files.map { try Data(contentsOf: $0) } == good)
        #expect(try self.files(before) == files && asset("IMG_1.HEIC").damage == nil && world.resources(before).allSatisfy { $0.damage == nil })
        // What lay there is kept, as it is the user's.
        let aside = world.library.appending(path: "damaged")
        let kept = try FileManager.default.contentsOfDirectory(atPath: aside.path).map { try Data(contentsOf: aside.appending(path: $0)) }
        #expect(Set(kept) == Set(rotten) && kept.count == count)
        try world.checkIntegrity()
        let again = try world.run()
        #expect((again.duplicates + again.attached, again.healed) == (count, 0))
    }

    @Test func whatCameInDamagedIsNotTakenForRotten() throws {
        try world.add("IMG_1.HEIC", .photo("public.heic", content: "A"))
        _ = try world.run()
        let before = try asset("IMG_1.HEIC")
        try world.catalog.write(author: "damage") { writer in
            for resource in try writer.resources(assetID: before.id) { try writer.update(resourceID: resource.id) { $0.damage = "it ends early" } }
        }
        let report = try world.run()
        #expect((report.imported, report.healed, report.duplicates) == (0, 0, 1))
        #expect(!FileManager.default.fileExists(atPath: world.library.appending(path: "damaged").path))
    }

    @Test func aCopiedPartDoesNotShareTheUsersOwnFile() throws {
        try world.add("IMG_1.MOV", .movie(content: "A"))
        _ = try world.run { $0.storage = .reference }
        try world.add("IMG_1.HEIC", .photo("public.heic", content: "A"))
        _ = try world.run()
        let picture = try #require(try world.assets().first)
        #expect(try world.resources(picture).count == 2)
        #expect(try world.resources(picture).allSatisfy(\.location.isManaged))
        try world.checkIntegrity()
    }

    @Test func equalTextsOfOnePictureAreOne() throws {
        try world.add("IMG_1.jpg", .photo())
        try world.add("IMG_1.xmp", .sidecar(title: "a"))
        try world.add("IMG_1.jpg.xmp", .sidecar(title: "a"))
        let report = try world.run()
        #expect((report.imported, report.attached, report.duplicates, report.failed.count) == (1, 1, 1, 0))
        try world.checkIntegrity()
    }

    @Test func aCopyOfAFolderDoesNotTakeItsReferences() throws {
        try world.add("one/IMG_1.JPG", .photo(), salt: "1")
        let (one, two) = (world.source.appendingPathComponent("one"), world.source.appendingPathComponent("two"))
        _ = try world.run([one.path]) { $0.storage = .reference }
        try FileManager.default.copyItem(at: one, to: two)
        try world.add("two/IMG_2.JPG", .photo(), salt: "2")
        let report = try world.run([two.path]) { $0.storage = .reference }
        #expect(report.failed.map(\.code) == ["copiedMarker"])
        #expect(report.failed.first?.message.contains(ReferenceRoot.markerName) == true)
        let roots = try world.catalog.read { try $0.referenceRoots().map(\.path) }
        #expect(roots == [BytePath(one.path).resolved?.text])
        // A folder that was moved, or a disk mounted elsewhere, is followed.
        try FileManager.default.removeItem(at: two.appendingPathComponent(ReferenceRoot.markerName))
        try FileManager.default.moveItem(at: one, to: world.source.appendingPathComponent("three"))
        try world.add("three/IMG_3.JPG", .photo(), salt: "3")
        #expect(try world.run([world.source.appendingPathComponent("three").path]) { $0.storage = .reference }.imported == 1)
        #expect(try world.catalog.read { try $0.referenceRoots().map { BytePath($0.path).lastComponent.text } } == ["three"])
    }

    @Test func aDuplicateThatIsGoneAtTheCommitIsAFailure() throws {
        let file = try world.add("IMG_1.JPG", .photo())
        var outcome = GroupOutcome(root: BytePath(world.source.path))
        outcome.duplicates = [KnownFile(path: BytePath(file.path), sha256: Data(repeating: 7, count: 32))]
        let session = try world.originals.beginSession()
        var committer = BatchCommitter(context: world.context, options: ImportOptions(), session: session)
        var report = ImportReport()
        try committer.commit([outcome], into: &report)
        #expect((report.found, report.duplicates) == (1, 0))
        #expect(report.failed.map(\.code) == ["changedMeanwhile"])
    }

    @Test func whatTheUserWroteGoesOverToTheAssetThatAbsorbs() throws {
        try world.add("X.DNG", .photo("com.panasonic.rw2-raw-image"))
        _ = try world.run()
        let raw = try asset("X.DNG")
        try world.catalog.write(author: "test") { writer in
            try writer.update(assetID: raw.id) { record in
                (record.title, record.caption, record.keywords, record.rating) = ("Beach", "with Ann", ["sea"], 4)
                (record.isHidden, record.isFavorite) = (true, true)
            }
        }
        try FileManager.default.removeItem(at: world.source.appendingPathComponent("X.DNG"))
        try world.add("X.JPG", .photo())
        _ = try world.run()
        try world.add("X.DNG", .photo("com.panasonic.rw2-raw-image"))
        // What is all known is not looked into; with a text beside it, it is.
        try world.add("X.AAE", .adjustment())
        _ = try world.run()
        let picture = try #require(try world.assets().first)
        #expect(try world.assets().count == 1)
        #expect((picture.title, picture.caption, picture.keywords, picture.rating) == ("Beach", "with Ann", ["sea"], 4))
        #expect((picture.isHidden, picture.isFavorite) == (true, true))
    }

    @Test func aGroupIsReadWholeOrNotAtAll() throws {
        try world.add("IMG_1.HEIC", .photo("public.heic", content: "A"))
        try world.add("IMG_1.MOV", .movie(content: "A"))
        let decoder = world.decoder
        _ = try world.run(isCancelled: { !decoder.decoded.withLock { $0.isEmpty } })
        #expect(try world.assets().allSatisfy { try world.resources($0).count == 2 })
    }

    @Test func aCommitThatIsRefusedTakesItsFilesBack() throws {
        try world.add("IMG_1.JPG", .photo())
        // The change itself is what a transaction writes last, when the originals have their names already.
        try sql("CREATE TRIGGER refusal BEFORE INSERT ON change BEGIN SELECT RAISE(ABORT, 'refused'); END")
        let report = try world.run()
        #expect((report.imported, report.failed.count) == (0, 1))
        try world.checkIntegrity()
        try sql("DROP TRIGGER refusal")
        #expect(try world.run().imported == 1)
        try world.checkIntegrity()
    }

    private func sql(_ statement: String) throws {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        try #require(sqlite3_open(world.catalog.file.path, &connection) == SQLITE_OK)
        try #require(sqlite3_exec(connection, statement, nil, nil, nil) == SQLITE_OK)
    }

    @Test func onlyDoubtfulCommitsAreLeftAlone() {
        for code in [CatalogError.Code.io, .diskFull, .internalFault] { #expect(CatalogError(code, "").leavesCommitInDoubt) }
        for code in [CatalogError.Code.busy, .constraint, .unknownObject, .readOnly] { #expect(!CatalogError(code, "").leavesCommitInDoubt) }
    }
}

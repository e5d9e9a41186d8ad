import Catalog
import Foundation
import Glibc
import Metadata
import Originals
import PhotoModel
import Query
import Synchronization
import Testing

@testable import Importing

@Suite("Importing folders") struct ImporterTests {
    let world: World

    init() throws { world = try World() }

    @Test func everythingComesInOnceAndASecondRunImportsNothing() throws {
        try world.add("a/IMG_1.HEIC", .photo("public.heic", content: "A"))
        try world.add("a/IMG_1.MOV", .movie(content: "A"))
        try world.add("a/IMG_1.AAE", .adjustment())
        try world.add("b/c/IMG_2.JPG", .photo(width: 10, height: 20, orientation: 6))
        try world.add("b/c/copy of IMG_2.JPG", .photo(width: 10, height: 20, orientation: 6))
        try world.add("b/README.md", Data("# hello".utf8))
        let first = try world.run()
        #expect((first.found, first.imported, first.attached, first.duplicates, first.skipped) == (6, 2, 2, 1, 1))
        #expect(first.failed.isEmpty)
        let assets = try world.assets()
        #expect(assets.map(\.uuid).sorted { $0.uuidString < $1.uuidString } == first.importedIdentifiers.sorted { $0.uuidString < $1.uuidString })
        let turned = try #require(assets.first { $0.pixelWidth == 20 })
        #expect(turned.pixelHeight == 10)
        try world.checkIntegrity()
        let before = try world.summary()

        let second = try world.run()
        #expect((second.found, second.imported, second.attached, second.duplicates, second.skipped) == (6, 0, 0, 5, 1))
        #expect(try world.summary() == before)
        try world.checkIntegrity()
    }

    @Test func aLivePhotoIsOneAssetWithPhotoKitsMarks() throws {
        try world.add("IMG_1.HEIC", .photo("public.heic", content: "A"))
        try world.add("IMG_1.MOV", .movie(content: "A"))
        _ = try world.run()
        let asset = try #require(try world.assets().first)
        #expect(asset.mediaSubtypes.contains(.photoLive))
        #expect((asset.mediaType, asset.playbackStyle, asset.duration) == (.image, .livePhoto, 0))
        #expect(try world.resources(asset).map(\.type) == [.photo, .pairedVideo])
    }

    @Test func derivativesShowTheCurrentVersionAndOnlyThatIsDecoded() throws {
        try world.add("IMG_1.HEIC", .photo("public.heic", width: 100, height: 50))
        try world.add("IMG_E1.HEIC", .photo("public.heic", width: 80, height: 40))
        try world.add("IMG_1.AAE", .adjustment())
        try world.add("X.DNG", .photo("com.panasonic.rw2-raw-image"))
        try world.add("X.JPG", .photo())
        let report = try world.run()
        #expect((report.imported, report.attached) == (2, 3))
        #expect(world.decoder.decoded.withLock { $0 }.sorted() == ["IMG_E1.HEIC", "X.JPG"])
        let edited = try #require(try world.assets().first { $0.filename == "IMG_1.HEIC" })
        #expect((edited.pixelWidth, edited.pixelHeight) == (80, 40))
        #expect(edited.adjustmentFormatIdentifier == "com.apple.photo")
        let preview = try #require(world.derivatives.preview(uuid: edited.uuid, revision: edited.revision))
        #expect(preview == Array("IMG_E1.HEIC".utf8))
        #expect(world.derivatives.hasThumbnail(assetID: edited.id, uuid: edited.uuid, revision: edited.revision))
    }

    @Test func aSidecarWinsForWordsAndOnlyFillsDates() throws {
        var facts = MediaFacts.photo()
        (facts.title, facts.keywords, facts.rating) = ("embedded", ["a"], 2)
        try world.add("IMG_1.jpeg", facts)
        var sidecar = MediaFacts.sidecar(title: "written later", keywords: ["b", "c"], rating: 5)
        sidecar.captureDate = CaptureDate(localSeconds: 5, utcOffset: 0, source: "xmp")
        sidecar.location = GeoLocation(latitude: 10, longitude: 20)
        try world.add("IMG_1.jpeg.xmp", sidecar)
        _ = try world.run()
        let asset = try #require(try world.assets().first)
        #expect((asset.title, asset.keywords, asset.rating) == ("written later", ["b", "c"], 5))
        #expect(asset.creationDate == 721_689_200.25)
        #expect(asset.creationOffset == 3600)
        #expect(asset.location?.latitude == 10)
    }

    @Test func aSidecarSaysThatTheRawOfAPairIsTheOriginal() throws {
        let raw = MediaFacts.photo("com.panasonic.rw2-raw-image", width: 4100)
        for name in ["X", "Y"] {
            try world.add("\(name).RW2", raw, salt: name)
            try world.add("\(name).JPG", .photo(), salt: name)
            try world.add("\(name).xmp", .sidecar(title: name, choice: .raw))
        }
        try world.add("Y_edited.JPG", .photo(width: 80, height: 60))
        _ = try world.run()
        let assets = try world.assets().sorted { $0.filename < $1.filename }
        #expect(assets.map(\.filename) == ["X.JPG", "Y.JPG"] && assets.allSatisfy { $0.originalChoice == .raw })
        // What is shown is the RAW, or the edit that was made of it.
        #expect(assets.map(\.pixelWidth) == [4100, 80] && world.decoder.decoded.withLock { $0 }.sorted() == ["X.RW2", "Y_edited.JPG"])
        try world.checkIntegrity()
    }

    /// What an earlier export says of its own edit is not true of the one that the library has.
    @Test func anotherEditOfAPairKeepsWhatItWasMadeOn() throws {
        let raw = MediaFacts.photo("com.panasonic.rw2-raw-image", width: 4100)
        for folder in ["here", "earlier"] {
            try world.add("\(folder)/X.RW2", raw)
            try world.add("\(folder)/X.JPG", .photo())
            try world.add("\(folder)/X_edited.JPG", .photo(width: folder == "here" ? 80 : 90))
            if folder == "earlier" { try world.add("earlier/X.xmp", .sidecar(choice: .raw)) }
            _ = try world.run()
        }
        let asset = try #require(try world.assets().first { $0.filename == "X.JPG" })
        #expect(asset.originalChoice == .compressed && asset.pixelWidth == 80)
        try world.checkIntegrity()
    }

    @Test func equalTextsBesideTwoPicturesAreKeptForBoth() throws {
        for name in ["A", "B"] {
            try world.add("\(name).JPG", .photo(), salt: name)
            try world.add("\(name).AAE", .adjustment())
        }
        let report = try world.run()
        #expect((report.imported, report.attached, report.duplicates) == (2, 2, 0))
        #expect(try world.assets().allSatisfy { $0.adjustmentFormatIdentifier != nil })
        #expect(try world.run().duplicates == 4)
        try world.checkIntegrity()
    }

    @Test func aRenderingEqualToItsOriginalIsADuplicate() throws {
        try world.add("IMG_1.HEIC", .photo("public.heic"))
        try world.add("IMG_E1.HEIC", .photo("public.heic"))
        try world.add("IMG_1.AAE", .adjustment())
        for expected in [(1, 1, 1), (0, 0, 3)] {
            let report = try world.run()
            #expect((report.imported, report.attached, report.duplicates) == expected)
            #expect(try world.resources(#require(world.assets().first)).map(\.type) == [.photo, .adjustmentData])
        }
    }

    @Test func exactlyOneFrameRepresentsABurst() throws {
        for (name, second) in [("c", 3.0), ("a", 2), ("b", 1)] { try world.add("\(name).JPG", .photo(at: second, burst: "B")) }
        _ = try world.run()
        #expect(try world.assets().filter(\.representsBurst).map(\.filename) == ["b.JPG"])
        try world.add("earlier.JPG", .photo(at: 0, burst: "B"))
        _ = try world.run()
        #expect(try world.assets().filter(\.representsBurst).map(\.filename) == ["earlier.JPG"])
        #expect(try world.catalog.read { try $0.assetCount(AssetQuery()) } == 1, "the others are hidden from default fetches")
    }

    /// A burst that was made by hand in another library, whose frames say nothing of it, comes in batch by batch.
    @Test(arguments: [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]]) func theFrameThatIsSaidToStandForItsBurstDoes(order: [String]) throws {
        for name in order {
            let date = name == "a" ? 1.0 : name == "b" ? 2 : 3
            try world.add("\(name).JPG", .photo(at: date))
            try world.add("\(name).JPG.xmp", .joined(burst: "H", represents: name == "b"))
            _ = try world.run([world.source.appendingPathComponent("\(name).JPG").path, world.source.appendingPathComponent("\(name).JPG.xmp").path])
        }
        #expect(try world.assets().map(\.burstIdentifier) == ["H", "H", "H"])
        #expect(try world.assets().filter(\.representsBurst).map(\.filename) == ["b.JPG"])
        _ = try world.run()
        #expect(try world.assets().filter(\.representsBurst).map(\.filename) == ["b.JPG"], "the same files say the same")
        // Whom the user picks stands for all of them.
        try world.add("d.JPG", .photo(at: 5))
        try world.add("d.JPG.xmp", .joined(burst: "H", isPick: true))
        _ = try world.run()
        #expect(try world.assets().filter(\.representsBurst).map(\.filename) == ["d.JPG"])
        #expect(try world.assets().filter(\.isBurstPick).map(\.filename) == ["d.JPG"])
    }

    @Test func anAlbumGetsNewAndKnownAssetsOnce() throws {
        try world.add("A.JPG", .photo(), salt: "A")
        _ = try world.run()
        try world.add("B.JPG", .photo(), salt: "B")
        for _ in 0..<2 { _ = try world.run { $0.albumTitle = "Trip" } }
        let albums = try world.catalog.read { try $0.collections(CollectionQuery(kind: .album)) }
        #expect(albums.map(\.title) == ["Trip"])
        let id = try #require(albums.first?.id)
        #expect(try world.catalog.read { try $0.memberIDs(of: id) }.count == 2)
    }

    @Test func aDryRunWritesNothing() throws {
        try world.add("IMG_1.HEIC", .photo("public.heic", content: "A"))
        try world.add("IMG_1.MOV", .movie(content: "A"))
        for mode in StorageMode.allCases {
            let report = try world.run {
                $0.dryRun = true
                $0.storage = mode
            }
            #expect((report.imported, report.attached) == (1, 1))
        }
        #expect(try world.assets().isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.source.path).sorted() == ["IMG_1.HEIC", "IMG_1.MOV"])
        try world.checkIntegrity()
    }

    @Test func linkedOriginalsAreTheUsersFiles() throws {
        let file = try world.add("A.JPG", .photo())
        _ = try world.run { $0.storage = .link }
        let resource = try #require(try world.assets().first.map { try world.resources($0)[0] })
        guard case .managed(let path) = resource.location else { return #expect(Bool(false), "a link is managed") }
        #expect(try FileSignature(path: BytePath(world.library.appendingPathComponent(path).path)).inode == FileSignature(path: BytePath(file.path)).inode)
        try world.checkIntegrity()
    }

    @Test func referencedOriginalsStayAndTheirRootIsMarked() throws {
        try world.add("sub/A.JPG", .photo())
        let report = try world.run { $0.storage = .reference }
        #expect(report.imported == 1)
        let resource = try #require(try world.assets().first.map { try world.resources($0)[0] })
        let root = try #require(try world.catalog.read { try $0.referenceRoots().first })
        #expect(resource.location == .referenced(rootID: root.id, path: "sub/A.JPG", modified: 1_600_000_000))
        #expect(ReferenceRoot.isPresent(root.uuid, at: BytePath(world.source.path)))
        #expect(try world.run { $0.storage = .reference }.duplicates == 1)
        try world.originals.forEachManagedFile { #expect(Bool(false), "\($0) was copied") }
    }

    @Test func cancellingKeepsWhatIsCommittedAndTheNextRunDoesTheRest() throws {
        for index in 0..<30 { try world.add("\(100 + index).JPG", .photo(), salt: "\(index)") }
        let decoder = world.decoder
        let small: (inout ImportOptions) -> Void = { ($0.batchSize, $0.threads) = (4, 2) }
        let first = try world.run(nil, small, isCancelled: { decoder.decoded.withLock { $0.count } >= 10 })
        #expect(first.isCancelled)
        #expect(first.imported >= 10 && first.imported < 30)
        #expect(try world.assets().count == first.imported)
        try world.checkIntegrity()
        let second = try world.run()
        #expect(second.imported == 30 - first.imported)
        #expect(try world.assets().count == 30)
        try world.checkIntegrity()
    }

    @Test func twoImportsOfOneFolderAtOnceMakeNothingTwice() throws {
        for index in 0..<40 { try world.add("\(100 + index).JPG", .photo(), salt: "\(index)") }
        let world = world
        let imported = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 3) { _ in
            let report = try? world.run { $0.batchSize = 5 }
            imported.withLock { $0 += report?.imported ?? -1000 }
        }
        #expect(imported.withLock { $0 } == 40)
        #expect(try world.assets().count == 40)
        try world.checkIntegrity()
    }

    @Test func aFrozenFileSystemOfDerivativesLosesNothing() throws {
        // A file where the folder should be: no derivative can be kept.
        try Data().write(to: world.library.appendingPathComponent("derivatives"))
        try world.add("A.JPG", .photo())
        #expect(try world.run().imported == 1)
        #expect(!world.warnings.withLock { $0 }.isEmpty)
        try world.checkIntegrity()
    }

    @Test func reimportOfATrashedPictureDoesNotBringItBack() throws {
        try world.add("A.JPG", .photo())
        _ = try world.run()
        let id = try #require(try world.assets().first?.id)
        try world.catalog.write(author: "test") { try $0.trash(assetIDs: [id]) }
        let report = try world.run()
        #expect((report.imported, report.duplicates) == (0, 1))
        #expect(try world.assets().isEmpty)
    }

    @Test func whatWasCommittedIsToldAlsoWhereTheImportStops() throws {
        // A file where the folder should be: no derivative can be kept, so each batch warns once it is committed.
        try Data().write(to: world.library.appendingPathComponent("derivatives"))
        for index in 0..<6 { try world.add("\(100 + index).JPG", .photo(), salt: "\(index)") }
        var context = world.context
        let catalog = world.catalog, commits = Mutex(0)
        context.warn = { _ in
            let count = commits.withLock { count in
                count += 1
                return count
            }
            if count == 2 { catalog.close() }
        }
        var options = ImportOptions()
        (options.batchSize, options.threads) = (1, 1)
        let error = #expect(throws: ImportError.self) { try Importer(context: context, options: options).run([self.world.source.path]) }
        #expect(error?.code == .catalog && error?.cause is CatalogError)
        let report = try #require(error?.report)
        #expect((report.found, report.imported, report.importedIdentifiers.count) == (2, 2, 2))
        #expect(!report.isCancelled && report.seconds > 0)
    }
}

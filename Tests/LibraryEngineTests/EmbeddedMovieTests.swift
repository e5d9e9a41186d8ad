import Catalog
import Foundation
import Imaging
import Importing
import Originals
import PhotoModel
import Query
import Synchronization
import Testing

@testable import LibraryEngine

/// The movie of a motion photo is read through a copy of its bytes, and whatever happens to the picture's file happens to it.
@Suite("Movies in pictures") struct EmbeddedMovieTests {
    let fixture: LibraryFixture
    private static let movie = LibraryFixture.movie
    private static let file = LibraryFixture.jpeg("a") + movie + Data("the end".utf8)

    init() throws { fixture = try LibraryFixture() }

    private var library: PhotoLibrary { fixture.library }

    private func add(_ data: Data = file, _ name: String = "PXL_1.MP.jpg") throws -> Int64 {
        try fixture.add([ResourceInput(.photo, .data(data), filename: name)])
    }

    private func resources(_ id: Int64, in library: PhotoLibrary? = nil) throws -> (picture: ResourceRecord, movie: ResourceRecord) {
        let resources = try (library ?? self.library).catalog.read { try $0.resources(assetID: id) }
        try #require(resources.map(\.type) == [.photo, .pairedVideo] && resources[1].isEmbedded && resources[0].location == resources[1].location)
        return (resources[0], resources[1])
    }

    private func content(_ resource: ResourceRecord, in library: PhotoLibrary? = nil) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: (library ?? self.library).openResource(resource).path.text))
    }

    /// Every copy below the library.
    private func copies() throws -> [URL] {
        let all = FileManager.default.enumerator(at: fixture.url.appendingPathComponent("derivatives/movies"), includingPropertiesForKeys: [.isRegularFileKey])
        return try (all?.compactMap { $0 as? URL } ?? []).filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
    }

    // MARK: Reading

    @Test func theMovieIsCopiedWhenItIsFirstReadAndAgainWhenItIsNotWhatItWas() throws {
        let id = try add(), (picture, movie) = try resources(id)
        #expect(try fixture.record(id).isLivePhoto && copies().isEmpty)
        try library.requireFile(of: movie)
        #expect(try copies().isEmpty, "looking is not reading")
        #expect(try content(movie) == Self.movie && library.findResource(movie).digest() == Array(movie.sha256))
        let copy = try #require(try copies().first)
        #expect(try copy.pathExtension == "mov" && copies().count == 1)
        #expect(try content(picture) == Self.file && library.path(of: movie) == library.path(of: picture))
        for change in [Data("other bytes, as many of it".utf8).prefix(Self.movie.count), Data(), Self.movie + [0]] {
            try change.write(to: copy)
            #expect(try content(movie) == Self.movie, "\(change.count)")
        }
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("derivatives"))
        #expect(try content(movie) == Self.movie)
        // What is there is read without the picture.
        try FileManager.default.removeItem(at: fixture.file(of: picture))
        #expect(try content(movie) == Self.movie)
        try library.requireFile(of: movie)
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("derivatives"))
        #expect(try #require(throws: LibraryError.self) { try library.openResource(movie) }.code == .missing)
        #expect(try #require(throws: LibraryError.self) { try library.requireFile(of: movie) }.code == .missing)
        #expect(try !library.isMissing(movie) && library.isMissing(picture), "one file is missing, and not two")
    }

    @Test func otherBytesInThePictureAreNotHandedOut() throws {
        let (picture, movie) = try resources(add())
        var bytes = Self.file
        bytes[bytes.count - 10] ^= 1
        let file = try fixture.file(of: picture)
        try FileManager.default.removeItem(at: file)
        try bytes.write(to: file)
        let error = try #require(throws: LibraryError.self) { try library.openResource(movie) }
        #expect(try error.code == .changed && error.message.contains("PXL_1.MP.mov") && copies().isEmpty)
        try bytes.prefix(20).write(to: file)
        #expect(try #require(throws: LibraryError.self) { try library.openResource(movie) }.code == .changed)
    }

    @Test func aLibraryThatIsOnlyReadCopiesToAFolderOfItsOwn() throws {
        let id = try add()
        fixture.library.close()
        var environment = fixture.environment
        environment.readsOnly = true
        let library = try PhotoLibrary.open(at: fixture.url, environment: environment)
        let (_, movie) = try resources(id, in: library)
        let copy = URL(fileURLWithPath: try library.openResource(movie).path.text)
        #expect(try Data(contentsOf: copy) == Self.movie && library.openResource(movie).path.text == copy.path)
        #expect(try copies().isEmpty && !copy.path.hasPrefix(fixture.base.path))
        library.close()
        #expect(!FileManager.default.fileExists(atPath: copy.path))
    }

    /// As on a full disk.
    @Test func aCopyThatCantBeKeptIsMadeElsewhere() throws {
        let (_, movie) = try resources(add())
        try FileManager.default.createDirectory(at: fixture.url.appendingPathComponent("derivatives"), withIntermediateDirectories: true)
        try Data().write(to: fixture.url.appendingPathComponent("derivatives/movies"))
        #expect(try content(movie) == Self.movie)
    }

    // MARK: The file's life

    @Test func aPurgeRemovesTheFileAndItsCopy() throws {
        let id = try add(), (picture, movie) = try resources(id)
        _ = try content(movie)
        try library.performChanges(author: "test") { try $0.delete([id]) }
        try library.performChanges(author: "test") { try $0.purge([id]) }
        #expect(try copies().isEmpty && !FileManager.default.fileExists(atPath: fixture.file(of: picture).path))
        #expect(try library.verify().isSound && library.unknownFiles().isEmpty)
    }

    /// Phones' programs export the movie beside the picture as well.
    @Test func aMovieThatThePictureHasIsADuplicate() throws {
        try fixture.write(Self.file, to: "in/PXL_1.MP.jpg")
        try fixture.write(Self.movie, to: "in/PXL_1.MP.mov")
        let folder = fixture.base.appendingPathComponent("in").path
        let report = try library.importer(library.importOptions).run([folder])
        #expect((report.imported, report.duplicates) == (1, 1))
        #expect(try library.importer(library.importOptions).run([folder]).duplicates == 2)
        #expect(try library.importer(library.importOptions).run([folder + "/PXL_1.MP.mov"]).duplicates == 1)
        // Nothing is as good as there where the picture is not.
        let id = try library.catalog.read { try $0.assetIDs(AssetQuery())[0] }
        try FileManager.default.removeItem(at: fixture.file(of: resources(id).picture))
        #expect(try library.importer(library.importOptions).run([folder + "/PXL_1.MP.mov"]).imported == 1)
    }

    @Test func anExportGivesTheFileAsItCame() throws {
        let id = try add(), out = fixture.base.appendingPathComponent("out")
        for number in 0..<3 {
            var options = ExportOptions()
            (options.version, options.allResources) = (number == 1 ? .original : .current, number == 2)
            let folder = out.appendingPathComponent("\(number)")
            let report = try library.export([id], to: folder, options: options)
            #expect(report.failed.isEmpty && report.files == [folder.appendingPathComponent("PXL_1.MP.jpg").path] && report.bytes == Int64(Self.file.count))
            #expect(try Data(contentsOf: folder.appendingPathComponent("PXL_1.MP.jpg")) == Self.file)
        }
        #expect(try library.importer(library.importOptions).run([out.path]).duplicates == 3)
    }

    /// The rendering shows the picture and has no movie in it.
    @Test func anExportOfAnEditHasTheMovieBesideIt() throws {
        let id = try add(), out = fixture.base.appendingPathComponent("out")
        let rendition = try library.prepareRendition(
            [ResourceInput(.fullSizePhoto, .data(LibraryFixture.jpeg("edited")), filename: "e.jpg"), ResourceInput(.adjustmentData, .data(Data("x".utf8)), filename: "e.plist")],
            of: .photo,
            adjustment: .init(formatIdentifier: "a.b"))
        try library.performChanges(author: "test") { try $0.replaceRendition(of: id, with: rendition) }
        let report = try library.export([id], to: out, options: ExportOptions())
        #expect(report.failed.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: out.path).sorted() == ["PXL_1.MP.mov", "e.jpg"])
        #expect(try Data(contentsOf: out.appendingPathComponent("PXL_1.MP.mov")) == Self.movie)
    }

    // MARK: Checking

    @Test func verifyTellsWhatIsWrongWithTheMovieAndWhatWithThePicture() throws {
        let (picture, movie) = try resources(add())
        #expect(try library.verify().isSound && library.verify().checked == 2)
        let file = try fixture.file(of: picture)
        func findings(_ change: (inout Data) -> Void) throws -> [VerifyReport.Problem] {
            var bytes = Self.file
            change(&bytes)
            try FileManager.default.removeItem(at: file)
            try bytes.write(to: file)
            return try library.verify().findings.map(\.problem)
        }
        #expect(try findings { $0[4] ^= 1 } == [.damaged], "the picture alone")
        #expect(try findings { $0[$0.count - 10] ^= 1 } == [.damaged, .damaged], "the movie, and so the file")
        #expect(try findings { $0.removeLast(20) } == [.damaged, .damaged])
        // A copy of the movie is none of the picture.
        try fixture.write(Self.movie, to: "good/a.mov")
        #expect(try library.verify(repair: true, copies: fixture.base.appendingPathComponent("good")).healed.isEmpty)
        #expect(try Data(contentsOf: file) == Self.file.dropLast(20))
        #expect(try findings { _ in }.isEmpty)
        try FileManager.default.removeItem(at: file)
        #expect(try library.verify().findings.map(\.problem) == [.missing], "one file")
        try fixture.write(Self.file, to: "good/a.jpg")
        let report = try library.verify(repair: true, copies: fixture.base.appendingPathComponent("good"))
        #expect(report.isSound && report.healed.count == 1)
        #expect(try content(picture) == Self.file && content(movie) == Self.movie)
    }

    @Test func aGoodCopyOfADamagedPictureHealsTheMovieToo() throws {
        let (picture, movie) = try resources(add())
        let file = try fixture.file(of: picture)
        try FileManager.default.removeItem(at: file)
        try Data(repeating: 7, count: Self.file.count).write(to: file)
        try fixture.write(Self.file, to: "good/a.jpg")
        let report = try library.verify(repair: true, copies: fixture.base.appendingPathComponent("good"))
        #expect(try report.isSound && report.healed.count == 1 && content(movie) == Self.movie)
    }

    @Test func aCopyWithOtherBytesIsADerivativeToMakeAgain() throws {
        let (_, movie) = try resources(add())
        _ = try content(movie)
        let copy = try #require(try copies().first)
        try Data(repeating: 7, count: Self.movie.count).write(to: copy)
        let stranger = copy.deletingLastPathComponent().appendingPathComponent("\(copy.lastPathComponent.prefix(1))0000000-0000-4000-8000-000000000000.mp4")
        try Self.movie.write(to: stranger)
        #expect(try library.verify().findings.map(\.problem) == [.derived, .derived])
        #expect(try library.verify(repair: true).isSound && copies().isEmpty)
        #expect(try content(movie) == Self.movie)
    }

    @Test func aReferencedPictureIsFoundWithItsMovieWhereItWasMovedTo() throws {
        let file = try fixture.write(Self.file, to: "disk/sub/PXL_1.MP.jpg")
        var options = library.importOptions
        options.storage = .reference
        #expect(try library.importer(options).run([fixture.base.appendingPathComponent("disk").path]).imported == 1)
        let id = try library.catalog.read { try $0.assetIDs(AssetQuery())[0] }
        #expect(try content(resources(id).movie) == Self.movie)
        try FileManager.default.moveItem(at: file, to: fixture.base.appendingPathComponent("disk/b.jpg"))
        #expect(try library.verify().findings.map(\.problem) == [.missing])
        #expect(try library.verify(repair: true).repaired == 1)
        #expect(try library.verify().isSound)
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("derivatives"))
        #expect(try content(resources(id).movie) == Self.movie)
        // Written to in place: what is there now is no part of what was imported.
        var bytes = Self.file
        bytes[bytes.count - 10] ^= 1
        try bytes.write(to: fixture.base.appendingPathComponent("disk/b.jpg"))
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("derivatives"))
        #expect(try #require(throws: LibraryError.self) { try content(resources(id).movie) }.code == .changed)
    }

    @Test(arguments: [true, false]) func aLostCatalogueComesBackWithTheMovie(fromRecord: Bool) throws {
        let fixture = try LibraryFixture(keepsRecord: fromRecord)
        let id = try fixture.add([ResourceInput(.photo, .data(Self.file), filename: "PXL_1.MP.jpg")])
        let before = try resources(id, in: fixture.library).movie
        if !fromRecord { _ = try fixture.library.backUp() }
        fixture.library.close()
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent(fromRecord ? "database" : "database/catalog.sqlite"))
        let report = try #require(try PhotoLibrary.recover(at: fixture.url, environment: fixture.environment, options: RecoveryOptions()))
        #expect(report.missing.isEmpty && report.unknown.isEmpty)
        let library = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        defer { library.close() }
        #expect(try resources(id, in: library).movie == before)
        #expect(try content(before, in: library) == Self.movie && library.verify().isSound)
    }

    // MARK: Elsewhere

    /// Everything that it was sent.
    private final class Store: ObjectStore {
        let content = Mutex<[String: Data]>([:])
        let asked = Mutex<[StoredObject]>([])

        func fetch(_ object: StoredObject, until cancellation: FetchCancellation, write: (UnsafeRawBufferPointer) throws -> Void) throws {
            asked.withLock { $0.append(object) }
            guard let data = content.withLock({ $0[object.key] }) else { throw ObjectStoreError(.missing, "Restore it from a backup.") }
            try data.withUnsafeBytes { try write($0) }
        }
    }

    @Test func aMovieIsFetchedWithItsPicture() throws {
        let store = Store(), id = try add()
        var environment = fixture.environment
        environment.store = store
        let library = try PhotoLibrary.open(at: fixture.url, environment: environment)
        defer { library.close() }
        let picture = try resources(id, in: library).picture
        guard case .managed(let path) = picture.location else { return }
        store.content.withLock { $0[path] = Self.file }
        _ = try library.catalog.write(author: "test") { try $0.update(resourceID: picture.id) { ($0.isLocal, $0.isInCloud) = (false, true) } }
        try library.originals.remove(managedPath: path)
        let movie = try resources(id, in: library).movie
        #expect(!movie.isLocal && movie.isInCloud, "as its picture")
        #expect(try #require(throws: LibraryError.self) { try ResourceAccess(library).open(movie) }.code == .inCloud)
        #expect(try ResourceAccess(library, network: NetworkUse()).open(movie).digest() == Array(movie.sha256))
        #expect(store.asked.withLock { $0 } == [StoredObject(key: path, size: Int64(Self.file.count), sha256: picture.sha256)])
        library.fetcher.waitForRecords()
        #expect(try resources(id, in: library).movie.isLocal)
    }
}

import Catalog
import Foundation
import Glibc
import Importing
import Pixels
import Testing

@testable import Imaging
@testable import LibraryEngine

/// A library that is opened for reading only: everything can be seen, nothing is refused late, and nothing at all is written.
@Suite("Libraries for reading only") struct ReadOnlyTests {
    let fixture: LibraryFixture
    let id: Int64

    init() throws {
        fixture = try LibraryFixture()
        id = try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")), filename: "a.jpg")])
        // What an opening for writing would clear up, and make.
        try fixture.write(Data("\("originals/0/left.jpg")\n".utf8), to: "Test.photolibrary/staging/0B0C2D1E-1111-4222-8333-444455556666/journal")
        try fixture.write(Data(), to: "Test.photolibrary/staging/0B0C2D1E-1111-4222-8333-444455556666/lock")
        try fixture.write(Data("x".utf8), to: "Test.photolibrary/originals/0/left.jpg")
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("renders"))
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("derivatives"))
    }

    /// Everything below the library with its content and times, which no system call of ours can set back (ctime).
    private func state() throws -> [String: String] {
        var state: [String: String] = [:]
        let names = try #require(FileManager.default.enumerator(atPath: fixture.url.path)).compactMap { $0 as? String } + ["."]
        for name in names {
            var status = stat()
            let path = fixture.url.appendingPathComponent(name).path
            #expect(lstat(path, &status) == 0)
            let content = status.st_mode & S_IFMT == S_IFREG ? try Data(contentsOf: URL(fileURLWithPath: path)).base64EncodedString() : ""
            state[name] = "\(status.st_ino) \(status.st_size) \(status.st_mtim) \(status.st_ctim) \(content)"
        }
        return state
    }

    /// - Parameter isClosed: whether the catalogue's last changes are in its file.
    private func reading(isClosed: Bool, _ body: (PhotoLibrary) throws -> Void) throws {
        if isClosed {
            fixture.library.close()
            // The log goes with the last connection where that one may write, and a library's last are readers.
            let catalog = try Catalog.open(at: PhotoLibrary.catalogFile(fixture.url), options: CatalogOptions())
            try catalog.write(author: "test") { _ in }
            catalog.close()
        }
        let before = try state()
        var environment = fixture.environment
        environment.readsOnly = true
        let library = try PhotoLibrary.open(at: fixture.url, environment: environment)
        try body(library)
        #expect(try state() == before, "while it is open")
        library.close()
        #expect(try state() == before)
    }

    @Test(arguments: [true, false])
    func everythingIsReadAndNothingWritten(isClosed: Bool) throws {
        try reading(isClosed: isClosed) { library in
            #expect(library.warnings.contains { $0.contains("for reading only") && $0.contains(fixture.url.path) })
            #expect(library.warnings.contains { $0.contains("copy of its catalogue") } == !isClosed)
            let resource = try #require(try library.catalog.read { try $0.resources(assetID: id).first })
            #expect(try library.openResource(resource).digest() == Array(resource.sha256))
            #expect(try library.export([id], to: fixture.base.appendingPathComponent("out"), options: ExportOptions()).files.count == 1)
            let report = try library.verify()
            #expect(report.checked == 1 && report.findings.isEmpty)
            // What is noticed and made on the way is not kept.
            let uuid = try #require(try library.catalog.read { try $0.asset(id: id)?.uuid })
            let source = ImageSourceFile(name: resource.filename, uniformType: resource.uniformType) { try library.openDescriptor(resource) }
            let request = ImageRequest(assetID: id, uuid: uuid, revision: 1, source: source, pixelSize: PixelSize(width: 40, height: 30))
            library.damageMarker.note(try #require(ImageFault(request, CodecError(.damaged, "x"))))
            library.damageMarker.flush()
            try library.derivatives.storePreview(EncodedImage(bytes: [1], width: 1, height: 1), uuid: uuid, revision: 1)
            try library.derivatives.storeThumbnail(EncodedImage(bytes: [1], width: 1, height: 1), assetID: id, uuid: uuid, revision: 1)
        }
    }

    @Test func everyChangeIsRefusedWithTheReasonBeforeAnythingIsDone() throws {
        let file = try fixture.write(LibraryFixture.jpeg("b"), to: "in/b.jpg")
        try reading(isClosed: true) { library in
            func expectRefusal(_ what: String, _ body: () throws -> Void) {
                do {
                    try body()
                    Issue.record("\(what) is not refused")
                } catch {
                    let error = LibraryError(error)
                    #expect(error.code == .cannotWrite, "\(what)")
                    #expect(error.message.contains("opened for reading only, since that was asked for"), "\(what): \(error.message)")
                }
            }
            expectRefusal("a change") { try library.performChanges(author: "x") { try $0.catalog.update(assetID: id) { $0.isFavorite = true } } }
            expectRefusal("an import") { _ = try library.importer(library.importOptions).run([file.path]) }
            var dry = library.importOptions
            dry.dryRun = true
            expectRefusal("a dry run") { _ = try library.importer(dry).run([file.path]) }
            expectRefusal("a new asset") { _ = try library.prepareAsset([ResourceInput(.photo, .file(file))]) }
            expectRefusal("a repair") { _ = try library.verify(repair: true) }
            expectRefusal("a grant") { try library.grant(.full, to: "x", author: "y") }
        }
    }

    @Test func aFileThatLooksDifferentIsReadAndOnlyRememberedByThisProcess() throws {
        let file = try fixture.write(LibraryFixture.jpeg("r"), to: "disk/r.jpg")
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1_600_000_000.25)], ofItemAtPath: file.path)
        var options = fixture.library.importOptions
        options.storage = .reference
        #expect(try fixture.library.importer(options).run([file.deletingLastPathComponent().path]).imported == 1)
        _ = chmod(file.path, 0o400)
        try reading(isClosed: true) { library in
            let resource = try #require(try library.catalog.read { reader in try reader.resources(managedPath: "").first ?? reader.resource(id: 2) })
            for _ in 0..<3 { _ = try library.openResource(resource) }
            #expect(library.contentChecks.hashedFiles == 1)
        }
    }
}

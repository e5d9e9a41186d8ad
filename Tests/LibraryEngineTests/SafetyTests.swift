import Catalog
import Foundation
import Importing
import Originals
import PhotoModel
import Testing

@testable import LibraryEngine

@Suite("Crashes and failures around a commit") struct SafetyTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private func picture(_ salt: String) throws -> ResourceRecord {
        try fixture.resource(fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg(salt)))]))
    }

    @Test func aCommitInDoubtKeepsItsFiles() throws {
        let prepared = try fixture.library.prepareAsset([ResourceInput(.photo, .data(LibraryFixture.jpeg("a")))])
        #expect(throws: LibraryError.self) {
            try fixture.library.performChanges(author: "test") { transaction in
                try transaction.insert(prepared)
                try transaction.nameFiles()
                throw CatalogError(.io, "the disk said no")
            }
        }
        // Nor does a second try take anything back.
        #expect(throws: (any Error).self) { try fixture.library.performChanges(author: "test") { try $0.insert(prepared) } }
        let files = try FileManager.default.subpathsOfDirectory(atPath: fixture.url.appendingPathComponent("originals").path).filter { $0.hasSuffix(".jpg") }
        #expect(files.count == 1, "whether it was committed shows at the next opening")
    }

    @Test func theSweepWritesBeforeItRemoves() throws {
        try leave("originals/A/unknown.jpg")
        try PhotoLibrary.open(at: fixture.url, environment: fixture.environment).close()
        #expect(!FileManager.default.fileExists(atPath: fixture.url.appendingPathComponent("originals/A/unknown.jpg").path))
        #expect(try fixture.library.catalog.read { try $0.value(forKey: "swept") } != nil)
    }

    @Test func nothingIsSweptWhileSomebodyWrites() throws {
        try leave("originals/A/unknown.jpg")
        try fixture.library.catalog.write(author: "test") { _ in
            let other = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
            #expect(other.warnings.contains { $0.contains("interrupted") })
            other.close()
        }
        #expect(FileManager.default.fileExists(atPath: fixture.url.appendingPathComponent("originals/A/unknown.jpg").path))
    }

    /// A dead session that published `path`.
    private func leave(_ path: String) throws {
        try fixture.write(LibraryFixture.jpeg("unknown"), to: "Test.photolibrary/\(path)")
        try fixture.write(Data(), to: "Test.photolibrary/staging/0B0C2D1E-1111-4222-8333-444455556666/lock")
        try fixture.write(Data("\(path)\n".utf8), to: "Test.photolibrary/staging/0B0C2D1E-1111-4222-8333-444455556666/journal")
    }

    @Test func aPurgeAnnouncesWhatItWillRemove() throws {
        let resource = try picture("a")
        let path = try fixture.file(of: resource).path
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try fixture.library.performChanges(author: "test") { transaction in
                try transaction.purge([resource.assetID])
                try transaction.nameFiles()
                #expect(try fixture.library.originals.announcedPaths().map { fixture.url.appendingPathComponent($0).path } == [path])
                throw Stop()
            }
        }
        #expect(try fixture.library.originals.announcedPaths().isEmpty)
        #expect(FileManager.default.fileExists(atPath: path))
        try fixture.library.performChanges(author: "test") { try $0.purge([resource.assetID]) }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try fixture.stagedNames() == ["gate"])
    }

    @Test func aPurgeThatDiedBeforeTheRemovalIsFinishedAtTheNextOpening() throws {
        let resource = try picture("a")
        guard case .managed(let path) = resource.location else { return #expect(Bool(false)) }
        // Commit and announcement as the transaction makes them; then the process ends.
        var removal: StagingSession? = try fixture.library.originals.beginSession()
        try removal?.announceRemoval([path])
        _ = try fixture.library.catalog.write(author: "test") { try $0.purge(assetIDs: [resource.assetID]) }
        #expect(try fixture.library.verify().isSound, "a removal under way is no unknown file")
        removal = nil
        try PhotoLibrary.open(at: fixture.url, environment: fixture.environment).close()
        #expect(!FileManager.default.fileExists(atPath: try fixture.file(of: resource).path))
    }

    @Test func aFileToBeMovedStaysWhereItWasExchanged() throws {
        let file = try fixture.write(LibraryFixture.jpeg("a"), to: "pictures/a.jpg")
        let prepared = try fixture.library.prepareAsset([ResourceInput(.photo, .file(file), movesFile: true)])
        try FileManager.default.removeItem(at: file)
        try LibraryFixture.jpeg("another picture").write(to: file)
        try fixture.library.performChanges(author: "test") { _ = try $0.insert(prepared) }
        #expect(try Data(contentsOf: file) == LibraryFixture.jpeg("another picture"))
    }

    @Test func equalTextsOfAPreparedAssetAreOne() throws {
        let text = Data("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"></x:xmpmeta>".utf8)
        let id = try fixture.add([
            ResourceInput(.photo, .data(LibraryFixture.jpeg("a"))), ResourceInput(.sidecar, .data(text), filename: "a.xmp"),
            ResourceInput(.sidecar, .data(text), filename: "a.jpg.xmp"),
        ])
        #expect(try fixture.library.catalog.read { try $0.resources(assetID: id) }.count == 2)
        #expect(try fixture.library.verify().isSound)
    }
}

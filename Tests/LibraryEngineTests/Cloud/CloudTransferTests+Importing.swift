import Catalog
import Foundation
import Importing
import Testing

@testable import LibraryEngine

/// Originals that are in a store, or were, and come in once more.
extension CloudTransferTests {
    private func importAgain(_ name: String) throws -> ImportReport {
        try library.importer(library.importOptions).run([fixture.write(LibraryFixture.jpeg(name), to: "card/\(name).JPG").path])
    }

    @Test func aFileThatMadeRoomIsADuplicateWhenItComesAgain() throws {
        let id = try photo("a")
        try connect()
        _ = try library.upload()
        _ = try library.evict(downTo: 0)
        let place = try fixture.resource(id).location
        let report = try importAgain("a")
        #expect((report.duplicates, report.attached, report.imported) == (1, 0, 0))
        #expect(try fixture.resource(id).location == place && states([id]) == [[false, true]] && !isHere(id))
        let round = try library.upload()
        #expect((round.files, round.removed) == (0, 0))
        try fetch(id)
        #expect(try Data(contentsOf: fixture.file(of: fixture.resource(id))) == LibraryFixture.jpeg("a"))
    }

    @Test(arguments: [true, false]) func whatTheStoreLostIsBroughtBackByTheNextImport(isDamaged: Bool) throws {
        let id = try photo("a")
        try connect()
        _ = try library.upload()
        _ = try library.evict(downTo: 0)
        if isDamaged { try LibraryFixture.jpeg("b").write(to: object(id)) } else { try FileManager.default.removeItem(at: object(id)) }
        #expect(code { try self.fetch(id) } == .network)
        library.fetcher.waitForRecords()
        #expect(try importAgain("a").healed == 1)
        #expect(try states([id]) == [[true, false]])
        #expect(try library.upload().files == 1)
        #expect(try library.evict(downTo: 0).files == 1)
        try fetch(id)
        #expect(try Data(contentsOf: fixture.file(of: fixture.resource(id))) == LibraryFixture.jpeg("a"))
    }

    @Test func whatIsLostHereAndComesAgainIsUploadedAgain() throws {
        let id = try photo("a")
        try connect()
        _ = try library.upload()
        try FileManager.default.removeItem(at: fixture.file(of: fixture.resource(id)))
        #expect(try importAgain("a").healed == 1)
        #expect(try states([id]) == [[true, false]])
        // Whatever place it has now: the record in the store names that one, and the object is there.
        let round = try library.upload()
        #expect((round.files, round.removed) == (1, 1))
        #expect(try Data(contentsOf: object(id)) == LibraryFixture.jpeg("a"))
        let url = fixture.base.appendingPathComponent("Again.photolibrary")
        _ = try #require(try recover(to: url))
        let again = try PhotoLibrary.open(at: url, environment: fixture.environment)
        defer { again.close() }
        let hash = try fixture.resource(id).sha256
        let resource = try #require(try again.catalog.read { try $0.resource(sha256: hash) }.first)
        _ = try ResourceAccess(again, network: NetworkUse()).open(resource)
        #expect(try Data(contentsOf: url.appendingPathComponent(resource.location.path)) == LibraryFixture.jpeg("a"))
    }
}

import Catalog
import Foundation
import Query
import Testing

@Suite struct OpeningTests {
    private func opening(_ file: URL, readOnly: Bool = false) -> CatalogError? {
        do {
            try Catalog.open(at: file, options: TemporaryCatalog.options(readOnly: readOnly)).close()
            return nil
        } catch {
            return error
        }
    }

    @Test func aMadeCatalogueOpensAgain() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(2)
        library.catalog.close()
        let again = try library.other()
        #expect(try Array(again.read { try $0.assetIDs(AssetQuery()) }) == ids)
        let info = try again.read { try $0.libraryInfo() }
        #expect((info.assetCount, info.trashedCount, info.createdDate) == (2, 0, TemporaryCatalog.now))
    }

    @Test func makingNeverReplaces() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(1)
        #expect(code { try Catalog.create(at: library.file, options: TemporaryCatalog.options()) } == .alreadyExists)
        let nowhere = library.folder.appendingPathComponent("no/folder/catalog.sqlite")
        #expect(code { try Catalog.create(at: nowhere, options: TemporaryCatalog.options()) } == .cannotOpen)
        #expect(try Array(library.read { try $0.assetIDs(AssetQuery()) }) == ids)
    }

    @Test func aMissingFileIsNotMade() throws {
        let library = try TemporaryCatalog()
        let file = library.folder.appendingPathComponent("other.sqlite")
        #expect(opening(file)?.code == .notFound)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test(arguments: ["", "This is a letter to my grandmother, not a database. " + String(repeating: "x", count: 5_000)])
    func aForeignFileIsLeftAsItIs(content: String) throws {
        let library = try TemporaryCatalog()
        let file = library.folder.appendingPathComponent("foreign.sqlite")
        try Data(content.utf8).write(to: file)
        let error = try #require(opening(file))
        #expect(error.code == .notACatalog)
        #expect(error.message.contains(file.path))
        #expect(try Data(contentsOf: file) == Data(content.utf8))
    }

    @Test func aHigherVersionIsRefused() throws {
        let library = try TemporaryCatalog()
        try library.setHeader(version: 9_999)
        let error = try #require(opening(library.file))
        #expect(error.code == .tooNew)
        #expect(error.message.contains("Update"))
    }

    @Test func anotherProgramsDatabaseIsLeftAsItIs() throws {
        let library = try TemporaryCatalog()
        try library.setHeader(application: 42)
        let before = try Data(contentsOf: library.file)
        #expect(opening(library.file)?.code == .notACatalog)
        #expect(try Data(contentsOf: library.file) == before)
    }

    @Test func damageIsNamed() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(2_000)
        library.catalog.close()
        // Everything behind the first pages becomes noise; the header and the schema stay readable.
        var data = try Data(contentsOf: library.file)
        let start = 4_096
        data.replaceSubrange(start..., with: repeatElement(0xA5, count: data.count - start))
        try data.write(to: library.file)
        func use() throws {
            let catalog = try library.other()
            _ = try catalog.read { try $0.assetIDs(AssetQuery()) }
        }
        do {
            try use()
            Issue.record("A damaged catalogue was read as if it were sound.")
        } catch let error as CatalogError {
            #expect(error.code == .corrupt)
            #expect(error.message.contains("recover"), "\(error.message)")
        }
    }

    @Test func forReadingOnlyNothingIsWritten() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(2)
        let reader = try library.other(readOnly: true)
        #expect(try Array(reader.read { try $0.assetIDs(AssetQuery()) }) == ids)
        #expect(code { try reader.write(author: "x") { _ in } } == .readOnly)
        try library.write { try $0.trash(assetIDs: [ids[0]]) }
        #expect(try Array(reader.read { try $0.assetIDs(AssetQuery()) }) == [ids[1]])
    }
}

extension TemporaryCatalog {
    /// Closes the catalogue and writes two numbers of the file's header (SQLite's format, section 1.3: bytes 60 and 68, big-endian).
    func setHeader(version: UInt32? = nil, application: UInt32? = nil) throws {
        catalog.close()
        let handle = try FileHandle(forUpdating: file)
        defer { try? handle.close() }
        for (offset, value) in [(60 as UInt64, version), (68, application)] {
            guard let value else { continue }
            try handle.seek(toOffset: offset)
            try handle.write(contentsOf: withUnsafeBytes(of: value.bigEndian) { Data($0) })
        }
    }
}

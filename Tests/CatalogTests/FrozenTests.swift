import Foundation
import Glibc
import Query
import Testing

@testable import Catalog

/// Catalogues in folders that nothing may be written to.
@Suite struct FrozenTests {
    private func options() -> CatalogOptions {
        var options = TemporaryCatalog.options(readOnly: true)
        (options.leavesNoTrace, options.usesColumns, options.refusal) = (true, false, "on a backup")
        return options
    }

    /// Names, content and times of everything in a folder, and of the folder.
    private func state(_ folder: URL) throws -> [String: [String]] {
        var state: [String: [String]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) + ["."] {
            var status = stat()
            let path = folder.appendingPathComponent(name).path
            #expect(lstat(path, &status) == 0)
            let content = name == "." ? "" : try Data(contentsOf: URL(fileURLWithPath: path)).base64EncodedString()
            state[name] = ["\(status.st_ino) \(status.st_mtim) \(status.st_ctim)", content]
        }
        return state
    }

    @Test func readingLeavesNoTrace() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(3)
        library.catalog.close()
        let before = try state(library.folder)
        let frozen = try Catalog.open(at: library.file, options: options())
        #expect(try Array(frozen.read { try $0.assetIDs(AssetQuery()) }) == ids)
        #expect(try state(library.folder) == before, "while it is open, too")
        #expect(frozen.copyFolder == nil)
        let error = #expect(throws: CatalogError.self) { try frozen.write(author: "x") { _ in } }
        #expect(error?.code == .readOnly && error?.message == "on a backup")
        var full = options()
        full.isDiskFull = true
        let other = try Catalog.open(at: library.file, options: full)
        defer { other.close() }
        let refusal = #expect(throws: CatalogError.self) { try other.write(author: "x") { _ in } }
        #expect(refusal?.code == .diskFull && refusal?.message == "on a backup")
        frozen.close()
        #expect(try state(library.folder) == before)
    }

    @Test func changesThatAreOnlyInTheLogAreReadFromACopy() throws {
        let library = try TemporaryCatalog()
        let ids = try library.addPictures(3)
        let before = try state(library.folder)
        #expect(before["catalog.sqlite-wal"] != nil)
        let frozen = try Catalog.open(at: library.file, options: options())
        #expect(try Array(frozen.read { try $0.assetIDs(AssetQuery()) }) == ids)
        let copy = try #require(frozen.copyFolder)
        #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: copy) == ["catalog.sqlite"])
        #expect(try state(library.folder) == before)
        // What others do later, a copy doesn't see, and it is whole.
        _ = try library.write { try $0.insert(Sample.asset(9), resources: []) }
        #expect(try frozen.read { try $0.libraryInfo().assetCount } == 3)
        frozen.close()
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test func anOlderFormatIsBroughtUpToDateInACopy() throws {
        let library = try TemporaryCatalog()
        let folder = library.folder.appendingPathComponent("old")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("catalog.sqlite")
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures/v1.sql")
        try SQLScript.build(String(contentsOf: fixture, encoding: .utf8), at: file)
        let before = try state(folder)
        let frozen = try Catalog.open(at: file, options: options())
        #expect(try frozen.read { try $0.asset(uuid: Sample.uuid(1))?.originalChoice } == .compressed)
        frozen.close()
        #expect(try state(folder) == before)
    }

    @Test func aCatalogueThatSomebodyChangesAfterAllIsNotBelieved() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(1)
        library.catalog.close()
        let frozen = try Catalog.open(at: library.file, options: options())
        defer { frozen.close() }
        let writer = try library.other()
        _ = try writer.write(author: "x") { try $0.insert(Sample.asset(2), resources: []) }
        #expect(try frozen.read { try $0.libraryInfo().assetCount } == 1, "nothing of it is in the file yet")
        writer.close()
        let error = #expect(throws: CatalogError.self) { try frozen.read { try $0.libraryInfo() } }
        #expect(error?.code == .busy)
    }

    @Test func anyNameCanBeReadWithoutATrace() throws {
        let library = try TemporaryCatalog()
        library.catalog.close()
        let folder = library.folder.appendingPathComponent("a?b#c %41&mode=rw ä")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("catalog.sqlite")
        try FileManager.default.moveItem(at: library.file, to: file)
        let frozen = try Catalog.open(at: file, options: options())
        #expect(try frozen.read { try $0.libraryInfo().assetCount } == 0)
        frozen.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["catalog.sqlite"])
    }

    @Test func theCopyOfAProcessThatWasKilledGoesAndALivingOneStays() throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(1)
        let dead = FileManager.default.temporaryDirectory.appendingPathComponent("photos-catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: dead, withIntermediateDirectories: false)
        try Data("x".utf8).write(to: dead.appendingPathComponent("catalog.sqlite"))
        let first = try TemporaryCopy(of: library.file.path)
        let second = try TemporaryCopy(of: library.file.path)
        #expect(!FileManager.default.fileExists(atPath: dead.path))
        #expect(FileManager.default.fileExists(atPath: first.file) && FileManager.default.fileExists(atPath: second.file))
        first.remove()
        second.remove()
        #expect(!FileManager.default.fileExists(atPath: first.folder))
    }
}

import Catalog
import Foundation
import Glibc
import Importing
import Originals
import PhotoModel
import Query
import Testing

@testable import LibraryEngine

/// Files that others may change: nothing but what was imported is ever handed out for them, and only what looks different is read.
@Suite("References") struct ReferenceTests {
    let fixture: LibraryFixture
    private static let past = Date(timeIntervalSince1970: 1_600_000_000.25)

    init() throws { fixture = try LibraryFixture() }

    private var library: PhotoLibrary { fixture.library }
    private var file: URL { fixture.base.appendingPathComponent("disk/sub/a.jpg") }

    /// Imports one file of an hour long ago.
    private func imported(_ storage: StorageMode) throws -> ResourceRecord {
        try write("a")
        var options = library.importOptions
        options.storage = storage
        #expect(try library.importer(options).run([fixture.base.appendingPathComponent("disk").path]).imported == 1)
        return try current()
    }

    private func current(in library: PhotoLibrary? = nil) throws -> ResourceRecord {
        try #require(try (library ?? self.library).catalog.read { reader in try reader.resources(assetID: reader.assetIDs(AssetQuery())[0]).first })
    }

    /// In place: the same inode, and, as `touch -r` does, the old modification time.
    private func write(_ salt: String) throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(LibraryFixture.jpeg(salt)).write(to: file)
        try setPast()
    }

    private func edit(_ salt: String, keepsTime: Bool = true) throws {
        let handle = try FileHandle(forUpdating: file)
        try handle.write(contentsOf: LibraryFixture.jpeg(salt))
        try handle.close()
        if keepsTime { try setPast() }
    }

    private func setPast() throws { try FileManager.default.setAttributes([.modificationDate: Self.past], ofItemAtPath: file.path) }

    private func expectChanged(_ resource: ResourceRecord, name: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let error = try #require(throws: LibraryError.self, sourceLocation: sourceLocation) { try library.openResource(resource) }
        #expect(error.code == .changed, sourceLocation: sourceLocation)
        #expect(error.message.contains(name ?? file.path), sourceLocation: sourceLocation)
        #expect(throws: LibraryError.self, sourceLocation: sourceLocation) { try library.openDescriptor(resource) }
        let report = try library.export([resource.assetID], to: fixture.base.appendingPathComponent("out"), options: ExportOptions())
        #expect(report.failed.count == 1 && report.files.isEmpty, sourceLocation: sourceLocation)
    }

    private func content(_ resource: ResourceRecord) throws -> Data {
        let file = try library.openResource(resource)
        return FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: false).readDataToEndOfFile()
    }

    @Test(arguments: [true, false])
    func aSameSizeEditOfAReferencedOriginalIsNeverServedUnderItsOldHash(keepsTime: Bool) throws {
        let resource = try imported(.reference)
        #expect(try content(resource) == LibraryFixture.jpeg("a"))
        #expect(library.contentChecks.hashedFiles == 0)
        try edit("b", keepsTime: keepsTime)
        try expectChanged(resource)
        // What is known to be different isn't read for everybody who asks.
        if keepsTime { #expect(library.contentChecks.hashedFiles == 1) }
        try edit("a")
        #expect(try content(resource) == LibraryFixture.jpeg("a"))
        try edit("longer")
        try expectChanged(resource)
    }

    @Test func anotherFileSwappedInByALinkIsNotServed() throws {
        let resource = try imported(.reference)
        let other = try fixture.write(LibraryFixture.jpeg("b"), to: "elsewhere/secret")
        try FileManager.default.setAttributes([.modificationDate: Self.past], ofItemAtPath: other.path)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: other)
        try expectChanged(resource)
        // A folder on the way may become a link as well.
        try FileManager.default.removeItem(at: file.deletingLastPathComponent())
        try fixture.write(LibraryFixture.jpeg("c"), to: "elsewhere/a.jpg")
        try FileManager.default.createSymbolicLink(at: file.deletingLastPathComponent(), withDestinationURL: other.deletingLastPathComponent())
        try expectChanged(resource)
    }

    @Test func aLinkThatWasThereAtTheImportIsFollowedAndItsTargetCompared() throws {
        let target = try fixture.write(LibraryFixture.jpeg("a"), to: "elsewhere/a.jpg")
        try FileManager.default.setAttributes([.modificationDate: Self.past], ofItemAtPath: target.path)
        let folder = fixture.base.appendingPathComponent("links")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: folder.appendingPathComponent("a.jpg"), withDestinationURL: target)
        var options = library.importOptions
        options.storage = .reference
        #expect(try library.importer(options).run([folder.path]).imported == 1)
        let resource = try current()
        #expect(try content(resource) == LibraryFixture.jpeg("a"))
        #expect(library.contentChecks.hashedFiles == 0)
        try LibraryFixture.jpeg("b").write(to: target)
        try expectChanged(resource, name: "links/a.jpg")
    }

    /// What leaves the bytes alone: each looks different, is read once, and is known afterwards, in the next process too.
    private static let harmless: [(String, @Sendable (URL) throws -> Void)] = [
        ("touched", { try FileManager.default.setAttributes([.modificationDate: past.addingTimeInterval(60)], ofItemAtPath: $0.path) }),
        ("permissions", { _ = chmod($0.path, 0o600) }),
        ("hard link", { try FileManager.default.linkItem(at: $0, to: $0.appendingPathExtension("link")) }),
        (
            "restored from a backup",
            { file in
                let data = try Data(contentsOf: file)
                try FileManager.default.removeItem(at: file)
                try data.write(to: file)
                try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: file.path)
            }
        ),
    ]

    @Test(arguments: harmless.indices)
    func whatLooksDifferentAndHasTheSameBytesIsReadOnceAndServed(index: Int) throws {
        let resource = try imported(.reference)
        try Self.harmless[index].1(file)
        for _ in 0..<3 { #expect(try content(resource) == LibraryFixture.jpeg("a"), "\(Self.harmless[index].0)") }
        #expect(library.contentChecks.hashedFiles == 1)
        let position = try library.catalog.read { try $0.position }
        library.contentChecks.flush()
        #expect(try current().facts == FileFacts(FileSignature(path: BytePath(file.path))))
        #expect(try library.catalog.read { try $0.position } == position, "nobody sees a change in that")

        let again = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        defer { again.close() }
        _ = try again.openResource(current(in: again))
        #expect(again.contentChecks.hashedFiles == 0)
    }

    @Test func aReferenceOfBeforeFactsWereRecordedIsReadAtItsFirstUse() throws {
        let id = try imported(.reference).id
        func forget() throws { try library.catalog.write(author: "test") { try $0.update(resourceID: id) { $0.facts = nil } } }
        try forget()
        let resource = try current()
        #expect(resource.facts == nil)
        // Everybody who asks meanwhile waits for the one reading.
        let opened = library
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            do { #expect(try opened.openResource(resource).digest() == Array(resource.sha256)) } catch { Issue.record("\(error)") }
        }
        #expect(library.contentChecks.hashedFiles == 1)
        library.contentChecks.flush()
        #expect(try current().facts != nil)
        try forget()
        try edit("b")
        try expectChanged(try current())
    }

    @Test func aHardLinkedOriginalIsComparedLikeAReference() throws {
        let resource = try imported(.link)
        let place = try fixture.file(of: resource)
        #expect(try content(resource) == LibraryFixture.jpeg("a"))
        #expect(library.contentChecks.hashedFiles == 0)
        try edit("b")
        try expectChanged(resource, name: place.path)
        try edit("a")
        _ = chmod(file.path, 0o600)
        #expect(try content(resource) == LibraryFixture.jpeg("a"))
        // One of before facts were recorded is known by its second name and by the permission to write, which no copy of the library's has.
        try library.catalog.write(author: "test") { try $0.update(resourceID: resource.id) { $0.facts = nil } }
        try edit("c")
        try expectChanged(try current(), name: place.path)
    }

    @Test func aCopyIsNotReadWhateverHappensToItsTimes() throws {
        let resource = try imported(.copy)
        #expect(resource.facts == nil)
        let place = try fixture.file(of: resource)
        try FileManager.default.linkItem(at: place, to: fixture.base.appendingPathComponent("backup"))
        #expect(try content(resource) == LibraryFixture.jpeg("a"))
        #expect(library.contentChecks.hashedFiles == 0)
    }

    @Test func aMovedReferenceThatVerifyFindsIsKnownByWhatItLooksLikeThere() throws {
        let resource = try imported(.reference)
        try FileManager.default.moveItem(at: file, to: fixture.base.appendingPathComponent("disk/moved.jpg"))
        #expect(throws: LibraryError.self) { try library.openResource(resource) }
        #expect(try library.verify(repair: true).repaired > 0)
        #expect(try content(current()) == LibraryFixture.jpeg("a"))
        #expect(library.contentChecks.hashedFiles == 0)
    }

    /// Two writings within one tick of the clock leave one modification time.
    @Test func aFileThatWasWrittenAMomentAgoIsReadAgainAtItsNextUse() throws {
        try write("a")
        let signature = try FileSignature(path: BytePath(file.path))
        #expect(FileFacts(lasting: signature, now: signature.modifiedNanoseconds + 1_000_000).isFleeting)
        #expect(FileFacts(lasting: signature, now: signature.modifiedNanoseconds + 1_000_000_000) == FileFacts(signature))
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)], ofItemAtPath: file.path)
        let coarse = try FileSignature(path: BytePath(file.path))
        #expect(FileFacts(lasting: coarse, now: coarse.modifiedNanoseconds + 1_000_000_000).isFleeting)
        #expect(!FileFacts(lasting: coarse, now: coarse.modifiedNanoseconds + 3_000_000_000).isFleeting)
    }
}

import Foundation
import Glibc
import Testing

@testable import Originals

@Suite("What is not ours in a library") struct StrayAndLinkTests {
    private static let session = "0B0C2D1E-1111-4222-8333-444455556666"
    let folder: TemporaryFolder
    let outside: TemporaryFolder
    let store: OriginalStore

    init() throws {
        (folder, outside) = (try TemporaryFolder(), try TemporaryFolder())
        store = try folder.store()
        try outside.write([1], to: "1")
        try outside.write([1], to: "precious")
    }

    /// Puts a link to `outside` in the place of a folder.
    private func replace(_ name: String) throws {
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
        try FileManager.default.createSymbolicLink(at: folder.url.appendingPathComponent(name), withDestinationURL: outside.url)
    }

    private func leaveBehind(journal: String, mark: Bool = true, in name: String = session) throws {
        try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("staging/\(name)"), withIntermediateDirectories: true)
        try folder.write(mark ? SessionFolder.mark : [], to: "staging/\(name)/lock")
        try folder.write([1], to: "staging/\(name)/1")
        try folder.write(Array(journal.utf8), to: "staging/\(name)/journal")
    }

    @Test func aStagingFolderThatIsALinkIsNamedAndWhatItLeadsToIsNotEmptied() throws {
        try replace("staging")
        let error = try #require(throws: OriginalsError.self) { try store.sweep { _ in false } }
        #expect(error.code == .obstructed && error.message.contains(folder.path.appending("staging").display))
        #expect(throws: OriginalsError.self) { try store.beginSession() }
        #expect(throws: OriginalsError.self) { try store.announcedPaths() }
        #expect(throws: OriginalsError.self) { try store.makeFolders() }
        #expect(try outside.names(".") == ["1", "precious"])
    }

    @Test(arguments: ["originals/A", "originals", "renders"])
    func aJournalNeverReachesThroughALink(_ place: String) throws {
        let sub = place == "originals" ? "originals/precious" : "\(place)/precious"
        try leaveBehind(journal: "\(sub)\n")
        try replace(place)
        let error = try #require(throws: OriginalsError.self) { try store.sweep { _ in false } }
        #expect(error.code == .obstructed && error.message.contains(folder.path.appending(place).display))
        #expect(try outside.names(".") == ["1", "precious"])
        #expect(folder.exists("staging/\(Self.session)/journal"), "it is cleared up when the folder is back")
    }

    @Test func nothingIsReadRemovedOrStoredThroughALink() throws {
        let session = try store.beginSession()
        let staged = try withUnsafeBytes(of: UInt8(7)) { try session.stage($0, modified: 0) }
        try replace("originals/A")
        #expect(throws: OriginalsError.self) { try session.publish([(staged, "originals/A/new")]) }
        #expect(throws: OriginalsError.self) { try store.openForReading(managedPath: "originals/A/precious") }
        #expect(throws: OriginalsError.self) { try store.remove(managedPath: "originals/A/precious") }
        #expect(!store.holds(managedPath: "originals/A/precious"))
        #expect(store.check(managedPath: "originals/A/precious", size: 1, sha256: []) != .sound)
        var seen: [String] = []
        try store.forEachManagedFile { seen.append($0) }
        #expect(seen == ["originals/A"], "a link is an entry that nobody knows")
        #expect(try outside.names(".") == ["1", "precious"])
    }

    @Test func aJournalThatNamesAnythingOutsideRemovesNothing() throws {
        try folder.write([1], to: "library.json")
        try leaveBehind(
            journal: [
                "originals/../library.json", "../\(outside.url.lastPathComponent)/precious", outside.path.appending("precious").text, "library.json",
                "staging/gate", "originals/A/../../library.json", "database/catalog.sqlite", "originals//x", "originals/./x",
            ].joined(separator: "\n") + "\n")
        var asked: [String] = []
        #expect(
            try store.sweep { path in
                asked.append(path)
                return false
            }.dead == 1)
        #expect(asked.isEmpty)
        #expect(folder.exists("library.json") && folder.exists("staging/gate"))
        #expect(try outside.names(".") == ["1", "precious"])
    }

    @Test func whatNoSessionMadeStaysInStagingAndIsTold() throws {
        try folder.write([1], to: "staging/notes.txt")
        for name in ["holiday", "0b0c2d1e-1111-4222-8333-444455556666", "1"] { try leaveBehind(journal: "originals/A/x\n", in: name) }
        try FileManager.default.createSymbolicLink(at: folder.url.appendingPathComponent("staging/\(UUID().uuidString)"), withDestinationURL: outside.url)
        try folder.write([], to: "staging/gate")
        let before = try folder.names("staging")
        try folder.write([1], to: "originals/A/x")
        let report = try store.sweep { _ in false }
        #expect(report.dead == 0)
        #expect(report.strays == before.filter { $0 != "gate" }.map { "staging/\($0)" })
        #expect(try folder.names("staging") == before)
        #expect(try folder.names("staging/holiday") == ["1", "journal", "lock"])
        #expect(folder.exists("originals/A/x"))
        #expect(try outside.names(".") == ["1", "precious"])
    }

    @Test func whatLiesInASessionsFolderAndIsNotOfItStays() throws {
        try leaveBehind(journal: "originals/A/x\n")
        try folder.write([1], to: "originals/A/x")
        try folder.write([2], to: "staging/\(Self.session)/mine.jpg")
        try FileManager.default.createSymbolicLink(at: folder.url.appendingPathComponent("staging/\(Self.session)/2"), withDestinationURL: outside.url)
        let report = try store.sweep { _ in false }
        #expect(report.dead == 1)
        #expect(report.strays == ["staging/\(Self.session)/2", "staging/\(Self.session)/mine.jpg"])
        #expect(try folder.names("staging/\(Self.session)") == ["2", "mine.jpg"])
        #expect(!folder.exists("originals/A/x"))
        #expect(try store.sweep { _ in false } == SweepReport(dead: 0, strays: ["staging/\(Self.session)"]))
    }

    @Test func aSessionOfAVersionBeforeTheMarkIsKnownByHoldingNothingElse() throws {
        try leaveBehind(journal: "originals/A/x\n", mark: false)
        try folder.write([1], to: "originals/A/x")
        try folder.write([2], to: "staging/\(Self.session)/mine.jpg")
        #expect(try store.sweep { _ in false } == SweepReport(dead: 0, strays: ["staging/\(Self.session)"]))
        #expect(folder.exists("originals/A/x"))
        try Folder.removeFile(folder.path.appending("staging/\(Self.session)/mine.jpg"))
        #expect(try store.sweep { _ in false } == SweepReport(dead: 1))
        #expect(!folder.exists("originals/A/x"))
        #expect(try folder.names("staging") == ["gate"])
    }

    @Test func whatASessionMakesIsTheOwnersAloneAndALinkedFileKeepsItsMode() throws {
        let source = try TemporaryFolder()
        let path = try source.write([1], to: "a.jpg")
        #expect(path.withCString { chmod($0, 0o664) } == 0)
        let session = try store.beginSession()
        let files = try [StorageMode.copy, .link].map { try session.stage(SourceFile(opening: path), mode: $0) }
        try session.publish([(files[0], "originals/A/copy"), (files[1], "originals/B/link")])
        func mode(_ name: String) throws -> UInt32? { try FileSignature(linkPath: folder.path.appending(name)).mode & 0o777 }
        #expect(try mode("originals/A/copy") == 0o400)
        #expect(try mode("originals/B/link") == 0o664)
        #expect(try FileSignature(path: path).mode & 0o777 == 0o664)
        #expect(try FileSignature(linkPath: folder.path.appending("originals/A/copy")).modifiedNanoseconds == FileSignature(path: path).modifiedNanoseconds)
        for name in ["originals", "originals/A", "renders", "staging", "staging/\(session.folder.path.lastComponent.text)"] { #expect(try mode(name) == 0o700, "\(name)") }
        for name in ["lock", "journal"] { #expect(try mode("staging/\(session.folder.path.lastComponent.text)/\(name)") == 0o600) }
        #expect(try mode("staging/gate") == 0o600)
        try session.retire()
    }

    @Test(arguments: ["originals/A/../../x", "/etc/passwd", "originals", "originals//x", "database/catalog.sqlite", "originals/A/\n", ""])
    func pathsThatLeadOutAreRefused(_ path: String) {
        #expect(!ManagedPath.isProper(path))
    }
}

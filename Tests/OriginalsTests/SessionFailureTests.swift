import Foundation
import Glibc
import Testing

@testable import Originals

@Suite("A session when the disk fails") struct SessionFailureTests {
    let folder: TemporaryFolder
    let store: OriginalStore
    let session: StagingSession

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        session = try store.beginSession()
    }

    private func stage(_ byte: UInt8) throws -> StagedFile { try withUnsafeBytes(of: byte) { try session.stage($0, modified: 0) } }

    @Test func aFailedSyncIsNeverFollowedByOneThatSucceeds() throws {
        let staged = try stage(1)
        try Folder.removeFile(staged.path)
        // fsync refuses a pipe; the open end keeps the other open from waiting.
        #expect(staged.path.withCString { mkfifo($0, 0o600) } == 0)
        let end = staged.path.withCString { open($0, O_RDWR | O_CLOEXEC) }
        defer { close(end) }
        #expect(throws: OriginalsError.self) { try session.flush([staged]) }
        try Folder.removeFile(staged.path)
        try Data([1]).write(to: URL(fileURLWithPath: staged.path.text))
        #expect(throws: OriginalsError.self) { try session.flush([staged]) }
        #expect(throws: OriginalsError.self) { try session.publish([(staged, "originals/A/one")]) }
        #expect(!folder.exists("originals/A/one"))
    }

    @Test func whatCouldNotBeTakenBackStaysKnown() throws {
        let (first, second) = (try stage(1), try stage(2))
        try session.publish([(first, "originals/A/one"), (second, "originals/A/two")])
        // Something has the name of the first, so it can't go back.
        try Data([9]).write(to: URL(fileURLWithPath: first.path.text))
        #expect(throws: OriginalsError.self) { try session.unpublish() }
        #expect(folder.exists("originals/A/one"))
        #expect(!folder.exists("originals/A/two"))
        #expect(try StagingJournal.lines(of: SessionFolder.journalName, in: session.folder).contains("originals/A/one"))
        // Nothing else may be published meanwhile: its retirement would make the journal forget the first.
        #expect(throws: OriginalsError.self) { try session.publish([(second, "originals/A/two")]) }
        try Folder.removeFile(first.path)
        try session.unpublish()
        #expect(!folder.exists("originals/A/one"))
    }

    @Test func aReferenceIsNeverMovedIntoTheLibrary() throws {
        let source = try TemporaryFolder()
        let path = try source.write([1], to: "a.jpg")
        let staged = try session.stage(SourceFile(opening: path), mode: .reference)
        #expect(throws: OriginalsError.self) { try session.publish([(staged, "originals/A/a.jpg")]) }
        #expect(source.exists("a.jpg"))
    }

    @Test func aGateThatNobodyOpensIsAnErrorAndNoHang() throws {
        let hurried = try OriginalStore(at: folder.url, gateTimeout: 0.02)
        let gate = try StagingLock(waitingFor: OriginalStore.gateName, in: store.folder.folder("staging"), seconds: 1)
        let error = try #require(throws: OriginalsError.self) { try hurried.beginSession() }
        #expect(error.code == .locked)
        withExtendedLifetime(gate) {}
        _ = session
    }

    @Test func anAnnouncedRemovalIsFinishedByTheSweepIfItsCommitHappened() throws {
        try folder.write([1], to: "originals/A/purged")
        try folder.write([1], to: "originals/A/kept")
        var removal: StagingSession? = try store.beginSession()
        try removal?.announceRemoval(["originals/A/purged", "originals/A/kept"])
        removal?.finish()
        #expect(try store.announcedPaths() == ["originals/A/purged", "originals/A/kept"])
        removal = nil
        var order: [String] = []
        try store.sweep(commitBarrier: { order.append("certain: \(folder.exists("originals/A/purged"))") }) { $0 == "originals/A/kept" }
        #expect(order == ["certain: true"])
        #expect(!folder.exists("originals/A/purged"))
        #expect(folder.exists("originals/A/kept"))
    }

    @Test func nothingIsRemovedWhereTheCatalogueCannotBeCertain() throws {
        struct Full: Error {}
        try folder.write([1], to: "originals/A/new")
        var dead: StagingSession? = try store.beginSession()
        try dead?.announceRemoval(["originals/A/new"])
        dead = nil
        #expect(throws: Full.self) { try store.sweep(commitBarrier: { throw Full() }) { _ in false } }
        #expect(folder.exists("originals/A/new"))
        // A commit that was in doubt shows once the catalogue is certain of it.
        var isCertain = false
        try store.sweep(commitBarrier: { isCertain = true }) { _ in isCertain }
        #expect(folder.exists("originals/A/new"))
    }

    @Test func aRootKnownByItsInodeIsStillThereWhenItGetsAMarker() throws {
        let root = try TemporaryFolder()
        let computed = try #require(try Self.computedUUID(root))
        _ = try ReferenceRoot(marking: root.path, newUUID: UUID())
        #expect(ReferenceRoot.isPresent(computed, at: root.path))
        #expect(!ReferenceRoot.isPresent(UUID(), at: root.path))
    }

    private static func computedUUID(_ folder: TemporaryFolder) throws -> UUID? { try ReferenceRoot.computed(folder.path) }
}

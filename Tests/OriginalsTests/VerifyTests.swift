import Foundation
import Glibc
import Testing

@testable import Originals

@Suite("Looking at originals again") struct VerifyTests {
    let folder: TemporaryFolder
    let store: OriginalStore
    let staged: StagedFile

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        let sources = try TemporaryFolder()
        let session = try store.beginSession()
        staged = try session.stage(SourceFile(opening: sources.write([1, 2, 3, 4], to: "a")), mode: .copy)
        try session.publish([(staged, "originals/A/a.jpg")])
        try session.retire()
    }

    private func condition(_ path: String = "originals/A/a.jpg") -> OriginalCondition {
        store.check(managedPath: path, size: staged.size, sha256: staged.sha256)
    }

    private func replace(_ bytes: [UInt8]) throws {
        try store.remove(managedPath: "originals/A/a.jpg")
        try folder.write(bytes, to: "originals/A/a.jpg")
    }

    @Test func soundMissingAndDamagedAreToldApart() throws {
        #expect(condition() == .sound)
        #expect(condition("originals/A/b.jpg") == .missing)
        try replace([1, 2, 3, 5])
        guard case .damaged = condition() else { return #expect(Bool(false), "one changed byte is damage") }
        try replace([1, 2, 3])
        guard case .damaged(let reason) = condition() else { return #expect(Bool(false), "a missing byte is damage") }
        #expect(reason.contains("3 bytes instead of 4"))
    }

    @Test func aPipeInPlaceOfAnOriginalDoesNotHang() throws {
        try store.remove(managedPath: "originals/A/a.jpg")
        let path = folder.path.appending("originals/A/a.jpg")
        #expect(path.withCString { mkfifo($0, 0o644) } == 0)
        guard case .damaged = condition() else { return #expect(Bool(false), "a pipe is no original") }
    }

    @Test func everyManagedFileIsListedOnce() throws {
        try folder.write([1], to: "originals/B/x")
        try folder.write([1], to: "renders/y")
        var paths: [String] = []
        try store.forEachManagedFile { paths.append($0) }
        #expect(paths.sorted() == ["originals/A/a.jpg", "originals/B/x", "renders/y"])
    }

    @Test func anExportIsCheckedAndNeverReplaces() throws {
        let target = try TemporaryFolder()
        let original = try store.openForReading(managedPath: "originals/A/a.jpg")
        try ExportedFile(copying: original, sha256: staged.sha256, into: target.path).publish(as: target.path.appending("a.jpg"))
        #expect(try target.read("a.jpg") == [1, 2, 3, 4])
        let again = try ExportedFile(copying: store.openForReading(managedPath: "originals/A/a.jpg"), sha256: staged.sha256, into: target.path)
        #expect(throws: OriginalsError.self) { try again.publish(as: target.path.appending("a.jpg")) }
        #expect(throws: OriginalsError.self) {
            _ = try ExportedFile(copying: store.openForReading(managedPath: "originals/A/a.jpg"), sha256: [0], into: target.path)
        }
    }

    @Test func aReferenceRootIsKnownByItsMarker() throws {
        let (root, other, uuid) = (try TemporaryFolder(), try TemporaryFolder(), UUID())
        let marked = try ReferenceRoot(marking: root.path, newUUID: uuid)
        #expect(marked.uuid == uuid)
        #expect(try root.names("") == [ReferenceRoot.markerName])
        #expect(try ReferenceRoot(marking: root.path, newUUID: UUID()).uuid == uuid, "a second library shares the marker")
        #expect(ReferenceRoot.isPresent(uuid, at: root.path))
        #expect(!ReferenceRoot.isPresent(uuid, at: other.path), "an empty mount point is not the disk")
        #expect(!ReferenceRoot.isPresent(uuid, at: root.path.appending("gone")))
    }
}

import Foundation
import Glibc
import Testing

@testable import Originals

/// A file system of a megabyte, in memory.
private final class SmallDisk {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        guard try shell("mount -t tmpfs -o size=1m none \"$1\"", folder.url.path) == 0 else { throw OriginalsError(.notPermitted, "no mount") }
    }

    deinit { _ = try? shell("umount -l \"$1\"", folder.url.path) }

    static let isPossible = (try? SmallDisk()) != nil
}

@Suite("A full disk", .enabled(if: SmallDisk.isPossible, "mounting a small tmpfs needs root")) struct FullDiskTests {
    @Test func aFileThatDoesNotFitIsNamedAndLeavesNothing() throws {
        let disk = try SmallDisk()
        let sources = try TemporaryFolder()
        let store = try disk.folder.store()
        let session = try store.beginSession()
        let source = try sources.write([UInt8](repeating: 1, count: 2 << 20), to: "large.jpg")
        var read = 0
        let error = try #require(throws: OriginalsError.self) { try session.stage(SourceFile(opening: source), mode: .copy) { read += $0 } }
        #expect(error.code == .noSpace)
        #expect(read == 0, "a file that can't fit is not even read")
        #expect(error.message.contains("Free some space"))
        #expect(try session.folder.names().count == 2)
        // The next one fits again.
        let small = try session.stage(SourceFile(opening: sources.write([1], to: "small.jpg")), mode: .copy)
        try session.publish([(small, "originals/A/small.jpg")])
        #expect(try sources.read("large.jpg").count == 2 << 20)
    }

    @Test func aSessionThatFindsNoRoomLeavesNoFolder() throws {
        let disk = try SmallDisk(), store = try disk.folder.store()
        try store.beginSession().finish()
        let before = try disk.folder.names("staging")
        try shell("for part in 1 2 3; do cat /dev/zero > \"$1/full-$part\"; done; true", disk.folder.url.path)
        for _ in 0..<2 {
            let error = #expect(throws: OriginalsError.self) { try store.beginSession() }
            #expect(error?.code == .noSpace)
        }
        #expect(try disk.folder.names("staging") == before)
    }

    @Test func aLinkToAnotherFileSystemSaysWhatToDo() throws {
        let disk = try SmallDisk()
        let sources = try TemporaryFolder()
        let session = try disk.folder.store().beginSession()
        let error = try #require(throws: OriginalsError.self) {
            try session.stage(SourceFile(opening: sources.write([1], to: "a")), mode: .link)
        }
        #expect(error.code == .crossDevice)
        #expect(error.message.contains("--copy"))
    }
}

import Foundation
import Glibc
import Testing

@testable import Originals

@Suite("Taking files in") struct StagingTests {
    let folder: TemporaryFolder
    let store: OriginalStore
    let sources: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        sources = try TemporaryFolder()
    }

    /// SHA-256 of "abc", from FIPS 180-4.
    private let abc: [UInt8] = [
        0xBA, 0x78, 0x16, 0xBF, 0x8F, 0x01, 0xCF, 0xEA, 0x41, 0x41, 0x40, 0xDE, 0x5D, 0xAE, 0x22, 0x23,
        0xB0, 0x03, 0x61, 0xA3, 0x96, 0x17, 0x7A, 0x9C, 0xB4, 0x10, 0xFF, 0x61, 0xF2, 0x00, 0x15, 0xAD,
    ]

    @Test(arguments: StorageMode.allCases) func everyModeHashesWhatItKeeps(_ mode: StorageMode) throws {
        let session = try store.beginSession()
        let source = try sources.write(Array("abc".utf8), to: "a.jpg")
        let staged = try session.stage(SourceFile(opening: source), mode: mode)
        #expect(staged.sha256 == abc)
        #expect(staged.size == 3)
        #expect(try staged.modified == FileSignature(path: source).modified)
        #expect(try staged.open().digest() == abc)
        #expect(try sources.read("a.jpg") == Array("abc".utf8))
    }

    @Test func aLinkIsTheSameFileAndACopyIsNot() throws {
        let session = try store.beginSession()
        let source = try sources.write([1, 2, 3], to: "a")
        let inode = try FileSignature(path: source).inode
        #expect(try FileSignature(path: session.stage(SourceFile(opening: source), mode: .link).path).inode == inode)
        #expect(try FileSignature(path: session.stage(SourceFile(opening: source), mode: .copy).path).inode != inode)
    }

    @Test func aCopyKeepsTheTimeAndCannotBeWrittenByAccident() throws {
        let session = try store.beginSession()
        let source = try sources.write([1], to: "old")
        let time = timespec(tv_sec: 1_000_000_000, tv_nsec: 123_456_789)
        _ = source.withCString { utimensat(AT_FDCWD, $0, [time, time], 0) }
        let copy = try FileSignature(path: session.stage(SourceFile(opening: source), mode: .copy).path)
        #expect(copy.modifiedNanoseconds == 1_000_000_000_123_456_789)
        #expect(copy.mode & 0o222 == 0)
    }

    @Test func publishGivesNamesAndRetireForgetsThem() throws {
        let session = try store.beginSession()
        let staged = try session.stage(SourceFile(opening: sources.write([9, 9], to: "a")), mode: .copy)
        try session.publish([(staged, "originals/A/one.jpg")])
        #expect(try folder.read("originals/A/one.jpg") == [9, 9])
        try session.retire()
        session.finish()
        #expect(try folder.names("staging") == ["gate"])
        #expect(folder.exists("originals/A/one.jpg"))
    }

    @Test func aTakenNameIsNeverReplacedAndNothingElseIsPublished() throws {
        try folder.write([7], to: "originals/A/taken.jpg")
        let session = try store.beginSession()
        let first = try session.stage(SourceFile(opening: sources.write([1], to: "a")), mode: .copy)
        let second = try session.stage(SourceFile(opening: sources.write([2], to: "b")), mode: .copy)
        let error = try #require(throws: OriginalsError.self) {
            try session.publish([(first, "originals/A/new.jpg"), (second, "originals/A/taken.jpg")])
        }
        #expect(error.code == .exists)
        #expect(try folder.read("originals/A/taken.jpg") == [7])
        #expect(!folder.exists("originals/A/new.jpg"))
        // What was taken back can be published again.
        try session.publish([(first, "originals/A/new.jpg"), (second, "originals/A/other.jpg")])
        #expect(try folder.names("originals/A") == ["new.jpg", "other.jpg", "taken.jpg"])
    }

    @Test func unpublishTakesEverythingBack() throws {
        let session = try store.beginSession()
        let staged = try session.stage(SourceFile(opening: sources.write([1], to: "a")), mode: .link)
        try session.publish([(staged, "originals/0/x")])
        try session.unpublish()
        #expect(!folder.exists("originals/0/x"))
        #expect(try staged.open().digest() == staged.sha256)
        session.finish()
        #expect(try folder.names("staging") == ["gate"])
        #expect(try sources.read("a") == [1])
    }

    @Test func pathsOutsideTheOriginalsAreRefused() throws {
        let session = try store.beginSession()
        let staged = try session.stage(SourceFile(opening: sources.write([1], to: "a")), mode: .copy)
        #expect(throws: OriginalsError.self) { try session.publish([(staged, "originals/../library.json")]) }
        #expect(!folder.exists("library.json"))
    }

    @Test func aFileThatChangesOnceIsReadAgain() throws {
        let session = try store.beginSession()
        let source = try sources.write([UInt8](repeating: 1, count: 100), to: "a")
        var changes = 0
        let staged = try session.stage(SourceFile(opening: source), mode: .copy) { _ in
            changes += 1
            if changes == 1 { _ = try? sources.write([2, 2], to: "a") }
        }
        #expect(staged.size == 2)
        #expect(try staged.open().digest() == staged.sha256)
    }

    @Test(arguments: StorageMode.allCases) func aFileThatKeepsChangingIsGivenUpAndLeavesNothing(_ mode: StorageMode) throws {
        let session = try store.beginSession()
        let source = try sources.write([1], to: "a")
        var size = 1
        let error = try #require(throws: OriginalsError.self) {
            _ = try session.stage(SourceFile(opening: source), mode: mode) { _ in
                size += 1
                try? Self.append(to: source)
            }
        }
        #expect(error.code == .changedWhileReading)
        #expect(try session.folder.names().count == 2, "only lock and journal")
    }

    private static func append(to path: BytePath) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path.text))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([1]))
        try handle.close()
    }

    @Test func aStagedReferenceThatWasExchangedCannotBeOpened() throws {
        let session = try store.beginSession()
        let source = try sources.write([1, 2, 3], to: "a")
        let staged = try session.stage(SourceFile(opening: source), mode: .reference)
        try sources.write([3, 2, 1, 0], to: "a")
        #expect(throws: OriginalsError.self) { try staged.open() }
    }

    @Test func bytesInMemoryAreStagedLikeAFile() throws {
        let session = try store.beginSession()
        let staged = try Data("abc".utf8).withUnsafeBytes { try session.stage($0, modified: 5) }
        #expect(staged.sha256 == abc)
        #expect(staged.modified == 5)
        try session.publish([(staged, "originals/F/abc")])
        #expect(try folder.read("originals/F/abc") == Array("abc".utf8))
    }

    @Test func emptyFilesAndLargeOnesComeThroughWhole() throws {
        let session = try store.beginSession()
        let large = (0..<(3 << 20) + 17).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for (name, bytes) in [("empty", []), ("large", large)] {
            let staged = try session.stage(SourceFile(opening: sources.write(bytes, to: name)), mode: .copy)
            try session.publish([(staged, "originals/1/\(name)")])
            try session.retire()
            #expect(try folder.read("originals/1/\(name)") == bytes)
        }
    }
}

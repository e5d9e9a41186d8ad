import Foundation
import Glibc
import Support
import Testing

@testable import Cloud

@Suite("A folder as a store") final class FolderStoreTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "folder-store-\(UUID().uuidString)")
    private var root: URL { folder.appending(path: "disk") }
    private var path: BytePath { BytePath(root.path) }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func code(_ body: () throws(CloudError) -> FolderStore) -> CloudError.Code? {
        do throws(CloudError) {
            _ = try body()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func itIsMadeOnceAndOpenedByItsIdentity() async throws {
        let made = try FolderStore.make(at: path)
        _ = try await made.put("a", [1])
        let opened = try FolderStore(at: path, identity: made.identity)
        #expect(try await opened.bytes(of: "a", limit: 1).bytes == [1])
        #expect(code { () throws(CloudError) in try FolderStore(at: path, identity: UUID()) } == .otherStore)
        #expect(code { () throws(CloudError) in try FolderStore.make(at: path) } == .otherStore)
    }

    @Test func afolderWithFilesDoesNotBecomeOne() throws {
        try FileManager.default.createDirectory(at: root.appending(path: "holiday"), withIntermediateDirectories: true)
        #expect(code { () throws(CloudError) in try FolderStore.make(at: path) } == .otherStore)
        #expect(code { () throws(CloudError) in try FolderStore(at: path) } == .storeMissing)
        #expect(try FileManager.default.contentsOfDirectory(atPath: root.path) == ["holiday"])
    }

    /// The empty folder of a mount point is not a store without objects: whoever took it for one would upload everything again, or think it lost.
    @Test func aDiskThatWasTakenAwayIsNoEmptyStore() async throws {
        let store = try FolderStore.make(at: path)
        _ = try await store.put("a", [1])
        try FileManager.default.moveItem(at: root, to: folder.appending(path: "away"))
        for hasMountPoint in [false, true] {
            if hasMountPoint { try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) }
            #expect(code { () throws(CloudError) in try FolderStore(at: path) } == .storeMissing)
            let errors = [
                await failure { () async throws(CloudError) in try await store.head("a") },
                await failure { () async throws(CloudError) in try await store.bytes(of: "a", limit: 1) },
                await failure { () async throws(CloudError) in try await store.put("b", [1]) }, await failure { () async throws(CloudError) in try await store.delete("a") },
                await failure { () async throws(CloudError) in try await store.list(prefix: "", after: nil, limit: 1) },
            ]
            #expect(errors.map { $0?.code } == Array(repeating: .storeMissing, count: 5))
            #expect(errors.allSatisfy { $0?.object == nil && $0?.message.contains("Mount the disk") == true })
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: root.path).isEmpty)
        try FileManager.default.removeItem(at: root)
        try FileManager.default.moveItem(at: folder.appending(path: "away"), to: root)
        #expect(try await store.bytes(of: "a", limit: 1).bytes == [1])
    }

    @Test func theDiskOfAnotherLibraryIsNotWrittenTo() async throws {
        let store = try FolderStore.make(at: path)
        try FileManager.default.moveItem(at: root, to: folder.appending(path: "away"))
        _ = try FolderStore.make(at: path)
        #expect(await failure { () async throws(CloudError) in try await store.put("b", [1]) }?.code == .otherStore)
        #expect(try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "objects").path).isEmpty)
    }

    @Test func linksAreNotFollowed() async throws {
        let store = try FolderStore.make(at: path)
        let outside = folder.appending(path: "outside")
        try Data("secret".utf8).write(to: outside)
        try FileManager.default.createSymbolicLink(at: root.appending(path: "objects/link"), withDestinationURL: outside)
        try FileManager.default.createSymbolicLink(at: root.appending(path: "objects/folder"), withDestinationURL: folder)
        #expect(await failure { () async throws(CloudError) in try await store.bytes(of: "link", limit: 10) }?.code == .server)
        #expect(await failure { () async throws(CloudError) in try await store.put("folder/new", [1]) }?.code == .server)
        #expect(await failure { () async throws(CloudError) in try await store.head("link") }?.code == .objectMissing)
        #expect(try await store.list(prefix: "", after: nil, limit: 10).objects.isEmpty)
        #expect(try String(contentsOf: outside, encoding: .utf8) == "secret")
    }

    @Test func whatEndedWithoutAWordIsSweptAndWhatIsWrittenStays() async throws {
        let store = try FolderStore.make(at: path)
        let incoming = root.appending(path: "incoming")
        let names = (0..<3).map { _ in UUID().uuidString }
        for name in names { try Data([1]).write(to: incoming.appending(path: name)) }
        let held = open(incoming.appending(path: names[1]).path, O_RDWR)
        defer { close(held) }
        flock(held, LOCK_EX)
        // An hour ago.
        for name in names[..<2] { try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: incoming.appending(path: name).path) }
        try await store.sweep(before: Date().timeIntervalSince1970 - 1800)
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: incoming.path)) == [names[1], names[2]])
    }

    @Test func nothingIsLeftOfWhatFailed() async throws {
        let store = try FolderStore.make(at: path)
        _ = try await store.put("a", [1], condition: .ifAbsent)
        _ = await failure { () async throws(CloudError) in try await store.put("a", [1], condition: .ifAbsent) }
        _ = await failure { () async throws(CloudError) in try await store.put("b", HookedBody(bytes: [1], sha256: sha256([2])), condition: .none) { _ in } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "incoming").path).isEmpty)
    }

    @Test func aFullDiskIsSaidToBeFull() {
        for (number, code) in [(ENOSPC, .full), (EDQUOT, .full), (EROFS, .missingRights), (EACCES, .missingRights), (EIO, .network), (ESTALE, .network), (ENOENT, .storeMissing)]
            as [(Int32, CloudError.Code)]
        {
            let error = CloudError.folder(.system(number, doing: "write", BytePath("objects/a")), "a", "the folder /disk")
            #expect(error.code == code && error.message.contains("/disk"))
        }
    }
}

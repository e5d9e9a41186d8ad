import Foundation
import Synchronization
import TestSupport
import Testing

/// What the shell says where a store does not give or take what it should: of what, and what to do.
@Suite struct StoreErrorCommandTests {
    @Test(arguments: [true, false]) func anObjectThatIsGoneOrAnotherIsNamed(isGone: Bool) throws {
        let world = try World.imported(1), store = world.folder.appending(path: "store")
        #expect(try world.photos("cloud", "configure", store.path, "--optimize", "1kB", "--pin-days", "0").status == 0)
        #expect(try world.photos("cloud", "upload").status == 0 && world.photos("cloud", "evict").status == 0)
        let originals = store.appending(path: "objects/originals")
        let path = try #require(try FileManager.default.subpathsOfDirectory(atPath: originals.path).first { $0.hasSuffix(".jpg") }), object = originals.appending(path: path)
        try FileManager.default.removeItem(at: object)
        if !isGone { try Data("another".utf8).write(to: object) }
        let refused = try world.photos("cloud", "download", "--all")
        #expect(refused.status != 0 && refused.errors.contains(isGone ? "The cloud has no IMG_1000.jpg any more" : "What the cloud has as IMG_1000.jpg"), "\(refused)")
        #expect(refused.errors.localizedCaseInsensitiveContains("restore it from a backup") && refused.errors.contains(isGone ? "import it again" : "import the file again"))
        if isGone { #expect(refused.errors.contains(store.path), "\(refused)") }
        // All of it, and not half of it in English.
        let german = try world.photos("cloud", "download", "--all", environment: ["LC_ALL": "de_DE.UTF-8"]).errors
        #expect(german.contains("aus einer Sicherung wiederherstellen") && german.contains("noch einmal importieren") && !german.contains("backup"), "\(german)")
    }

    @Test func aFolderThatBecameAnotherLibrarysIsNamed() throws {
        let worlds = [try World.imported(1), try World.imported(1)], stores = worlds.map { $0.folder.appending(path: "store") }
        for (world, store) in zip(worlds, stores) { #expect(try world.photos("cloud", "configure", store.path).status == 0) }
        // As where another disk is mounted in its place.
        let marks = stores.map { $0.appending(path: "objects/library.json") }, theirs = try Data(contentsOf: marks[1])
        try FileManager.default.removeItem(at: marks[0])
        try theirs.write(to: marks[0])
        let refused = try worlds[0].photos("cloud", "upload")
        #expect(refused.status != 0 && refused.errors.contains(stores[0].path), "\(refused)")
        #expect(refused.errors.contains("another library") && refused.errors.contains("Choose another"), "\(refused)")
    }

    @Test func aWrongPassphraseIsSaidWithWhatElseOpensTheStore() throws {
        let world = try World.imported(1), store = world.folder.appending(path: "store").path
        let files = ["right", "wrong"].map { world.folder.appending(path: $0) }
        for file in files { try Data("the \(file.lastPathComponent) words\n".utf8).write(to: file) }
        #expect(try world.photos("cloud", "configure", store, "--encrypt", "--passphrase-file", files[0].path).status == 0)
        #expect(try world.photos("cloud", "upload").status == 0)
        let again = world.folder.appending(path: "Again.photolibrary")
        let refused = try Tool.run(["recover", store, "--passphrase-file", files[1].path], library: again)
        #expect(refused.status != 0 && refused.errors.contains("not the passphrase of") && refused.errors.contains(store), "\(refused)")
        #expect(refused.errors.contains("recovery key") && !FileManager.default.fileExists(atPath: again.path), "\(refused)")
        #expect(try Tool.run(["recover", store, "--passphrase-file", files[0].path], library: again).status == 0)
    }

    enum Refusal: CaseIterable, Sendable { case wrongKey, expired }

    @Test(.enabled(if: S3Server.isInstalled, "Ceph is not installed: Scripts/debian-packages check"), arguments: Refusal.allCases)
    func aBucketThatDoesNotLetUsInAnyMoreIsNamed(_ refusal: Refusal) throws {
        let server = try S3Server.shared(), isExpired = Atomic(false)
        let proxy = try FaultyProxy(to: server.port) { isExpired.load(ordering: .relaxed) ? .refuse(status: 400, code: "ExpiredToken") : .none }
        defer { proxy.stop() }
        let world = try World.imported(1)
        var keys = ["AWS_ACCESS_KEY_ID": server.accessKey, "AWS_SECRET_ACCESS_KEY": server.secretKey]
        let address = "s3://\(server.bucket)/\(UUID().uuidString.lowercased())?endpoint=http://127.0.0.1:\(proxy.port)"
        let configured = try world.photos("cloud", "configure", address, environment: keys)
        #expect(configured.status == 0, "\(configured)")
        switch refusal {
        case .wrongKey: keys["AWS_SECRET_ACCESS_KEY"] = "another"
        case .expired: isExpired.store(true, ordering: .relaxed)
        }
        let refused = try world.photos("cloud", "upload", environment: keys)
        #expect(refused.status != 0 && refused.errors.contains("bucket \(server.bucket)"), "\(refused)")
        #expect(refused.errors.contains(refusal == .expired ? "have expired. Get new ones" : "does not accept the access key or its secret"), "\(refused)")
    }
}

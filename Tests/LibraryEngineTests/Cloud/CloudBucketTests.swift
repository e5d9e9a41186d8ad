import Catalog
import Cloud
import Foundation
import PhotoModel
import Support
import Synchronization
import TestSupport
import Testing

@testable import LibraryEngine

/// Originals in a bucket of a real server, in the clear and encrypted: all the way there and back, and what somebody hears who may not.
@Suite("Originals in a bucket", .enabled(if: S3Server.isInstalled), .timeLimit(.minutes(20))) final class CloudBucketTests {
    private static let passphrase = "four horses fly at noon"
    private let server: S3Server
    private let fixture: LibraryFixture
    /// What the environment says of S3.
    private let variables: Variables
    private let prefix = UUID().uuidString.lowercased()
    private var library: PhotoLibrary { fixture.library }
    private var address: String { "s3://\(server.bucket)/\(prefix)?endpoint=\(server.endpoint)" }

    private final class Variables: Sendable {
        private let values: Mutex<[String: String]>

        init(_ values: [String: String]) { self.values = Mutex(values) }

        subscript(name: String) -> String? {
            get { values.withLock { $0[name] } }
            set { values.withLock { $0[name] = newValue } }
        }
    }

    init() throws {
        server = try S3Server.shared()
        let variables = Variables(["AWS_ACCESS_KEY_ID": server.accessKey, "AWS_SECRET_ACCESS_KEY": server.secretKey])
        self.variables = variables
        fixture = try LibraryFixture { environment in
            environment.variable = { variables[$0] }
            (environment.syncLimits.fewest, environment.syncLimits.share) = (3, .max)
        }
    }

    private func photo(_ name: String) throws -> Int64 { try fixture.add([ResourceInput(.photo, .data(LibraryFixture.jpeg(name)), filename: "\(name).JPG")]) }

    @discardableResult
    private func connect(encrypts: Bool = false) throws -> RecoveryKey? {
        var settings = CloudSettings(address: address)
        settings.pinnedDays = 0
        return try library.configureCloud(settings, encrypts: encrypts, secret: encrypts ? .passphrase(Self.passphrase) : nil)
    }

    private func fetch(_ id: Int64) throws {
        _ = try ResourceAccess(library, network: NetworkUse()).open(fixture.resource(id))
        library.fetcher.waitForRecords()
    }

    private func recover(_ name: String, _ secret: CloudSecret?) throws -> PhotoLibrary {
        let url = fixture.base.appendingPathComponent(name)
        let result = try #require(
            try PhotoLibrary.recover(from: address, secret: secret, to: url, environment: fixture.environment, options: RecoveryOptions(), CloudWork()))
        #expect(result.source.scheme == "s3")
        return try PhotoLibrary.open(at: url, environment: fixture.environment)
    }

    /// What the bucket's owner sees.
    private func raw() throws -> S3Store {
        let credentials = S3Credentials(accessKey: server.accessKey, secretKey: server.secretKey)
        return S3Store(try S3Bucket(endpoint: server.endpoint, name: server.bucket, prefix: prefix + "/"), credentials: { credentials })
    }

    private func rawObjects() async throws -> [String: [UInt8]] {
        let store = try raw()
        var objects: [String: [UInt8]] = [:]
        for try await object in store.objects(prefix: "") { objects[object.key] = try await store.bytes(of: object.key, limit: 1 << 24).bytes }
        return objects
    }

    private func refusal(_ body: () throws -> Void) throws -> LibraryError {
        do { try body() } catch { return try #require(error as? LibraryError) }
        throw LibraryError(.failed, "nothing was refused")
    }

    @Test(arguments: [false, true]) func aLibraryGoesThereAndComesBack(isEncrypted: Bool) async throws {
        let ids = try ["alpha", "beta", "gamma"].map { try photo($0) }
        let key = try connect(encrypts: isEncrypted)
        #expect((key != nil) == isEncrypted)
        #expect(try library.cloudSettings()?.isEncrypted == isEncrypted)
        let report = try library.upload()
        #expect((report.files, report.failed, report.hasRecord) == (3, [], true))
        #expect(try library.evict(downTo: 0).files == 3)
        let objects = try await rawObjects()
        let hasNames = objects.keys.contains { $0.contains("originals") || $0.contains("record") }
        let hasContent = objects.values.contains { Data($0).range(of: Data("alpha".utf8)) != nil }
        #expect(hasNames == !isEncrypted && hasContent == !isEncrypted)
        try fetch(ids[1])
        #expect(try Data(contentsOf: fixture.file(of: fixture.resource(ids[1]))) == LibraryFixture.jpeg("beta"))
        let new = try recover("New.photolibrary", isEncrypted ? .passphrase(Self.passphrase) : nil)
        defer { new.close() }
        #expect(try new.cloudSettings()?.isEncrypted == isEncrypted)
        for (id, name) in zip(ids, ["alpha", "beta", "gamma"]) {
            let uuid = try fixture.record(id).uuid
            let resource = try #require(try new.catalog.read { try $0.resources(assetID: $0.assetID(uuid: uuid) ?? 0).first })
            _ = try ResourceAccess(new, network: NetworkUse()).open(resource)
            #expect(try Data(contentsOf: new.url.appendingPathComponent(resource.location.path)) == LibraryFixture.jpeg(name))
        }
        #expect(try new.verify().isSound)
        // The new machine goes on, with the key it was given.
        #expect(try new.upload().hasRecord)
    }

    @Test(arguments: [false, true]) func partsOfAFileAreReadWhereItIs(isEncrypted: Bool) async throws {
        let content = LibraryFixture.jpeg(String((0..<500_000).map { "\($0)," }.joined().prefix(3_000_000))), size = Int64(content.count)
        let id = try fixture.add([ResourceInput(.photo, .data(content), filename: "large.JPG")])
        try connect(encrypts: isEncrypted)
        #expect(try library.upload().files == 1)
        #expect(try library.evict(downTo: 0).files == 1)
        let resource = try fixture.resource(id), access = ResourceAccess(library, network: NetworkUse())
        let parts = try #require(try access.parts(of: resource))
        #expect(parts.size == size)
        let ranges = [0..<10, 65_530..<65_545, 1_048_576..<2_097_152, size - 10..<size, 3..<size]
        for range in ranges {
            let bytes = try await parts.bytes(range)
            #expect(bytes == Array(content[Int(range.lowerBound)..<Int(range.upperBound)]), "\(range)")
        }
        #expect(!FileManager.default.fileExists(atPath: try fixture.file(of: resource).path), "nothing of it is kept")
        // A library that never read the object back asks the store what it is.
        let new = try recover("New.photolibrary", isEncrypted ? .passphrase(Self.passphrase) : nil)
        defer { new.close() }
        let uuid = try fixture.record(id).uuid
        let there = try #require(try new.catalog.read { try $0.resources(assetID: $0.assetID(uuid: uuid) ?? 0).first })
        let newParts = try #require(try ResourceAccess(new, network: NetworkUse()).parts(of: there))
        #expect(try await newParts.bytes(100_000..<100_004) == Array(content[100_000..<100_004]))
        // Another object takes its place, and then none has it.
        let store = try #require(try library.cloud.store())
        _ = try await store.put(resource.location.path, [UInt8](repeating: 1, count: content.count))
        for parts in [parts, newParts, try #require(try access.parts(of: resource))] {
            let error = try await partRefusal(parts)
            #expect(error.code == .network && error.message.contains("large.JPG") && error.message.contains("not the file that was imported"), "\(error)")
        }
        try await store.delete(resource.location.path)
        let error = try await partRefusal(try #require(try access.parts(of: resource)))
        #expect(error.code == .network && error.message.contains("no large.JPG any more"), "\(error)")
    }

    private func partRefusal(_ parts: ResourceParts) async throws -> LibraryError {
        do { _ = try await parts.bytes(0..<10) } catch { return try #require(error as? LibraryError) }
        throw LibraryError(.failed, "nothing was refused")
    }

    @Test(arguments: [false, true]) func machinesThatShareABucketJoinWhatTheySaid(isEncrypted: Bool) async throws {
        let id = try photo("alpha"), uuid = try fixture.record(id).uuid
        try connect(encrypts: isEncrypted)
        for number in 0..<8 {
            try library.performChanges(author: "test") { try $0.update(assetID: id) { $0.title = "title \(number)" } }
            _ = try library.upload()
            #expect(try library.synchronize().problem == nil)
        }
        let url = fixture.base.appendingPathComponent("Second.photolibrary"), secret: CloudSecret? = isEncrypted ? .passphrase(Self.passphrase) : nil
        _ = try #require(
            try PhotoLibrary.recover(from: address, secret: secret, joins: true, to: url, environment: fixture.environment, options: RecoveryOptions(), CloudWork()))
        let second = try PhotoLibrary.open(at: url, environment: fixture.environment)
        defer { second.close() }
        _ = try second.synchronize()
        #expect(try second.catalog.read { try $0.syncProgress() }?.snapshot == 6)
        #expect(try second.catalog.read { try $0.asset(uuid: uuid) }?.title == "title 7")
        try second.performChanges(author: "test") { transaction in
            guard let id = try transaction.catalog.assetID(uuid: uuid) else { return }
            try transaction.update(assetID: id) { $0.title = "from the second" }
        }
        _ = try second.synchronize()
        _ = try library.synchronize()
        #expect(try fixture.record(id).title == "from the second")
        // As if the bucket had been set back to before that.
        let store = try #require(try library.cloud.store()), last = try #require(try library.catalog.read { try $0.syncProgress() }).applied
        try await store.delete(SyncSegment.key(last))
        let error = try refusal { _ = try self.library.upload() }
        #expect(error.code == .invalid && error.message.contains("--resend"), "\(error)")
        _ = try library.resendToStore()
        _ = try library.upload()
        _ = try library.synchronize()
        _ = try second.resendToStore()
        _ = try second.synchronize()
        #expect(try second.catalog.read { try $0.asset(uuid: uuid) }?.title == "from the second")
    }

    @Test func anEncryptedStoreOpensToNobodyElse() async throws {
        _ = try photo("alpha")
        let key = try #require(try connect(encrypts: true))
        _ = try library.upload()
        for secret in [CloudSecret.passphrase("three horses fly at noon"), nil] {
            let error = try refusal { _ = try self.recover("Stolen.photolibrary", secret) }
            #expect(error.code == .invalid && error.message.contains("passphrase"), "\(error)")
            #expect(!FileManager.default.fileExists(atPath: fixture.base.appendingPathComponent("Stolen.photolibrary").path))
        }
        // A machine without its key says how it gets it again; with it, all goes on.
        let file = fixture.url.appendingPathComponent("cloud.key")
        var status = stat()
        #expect(lstat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        try FileManager.default.removeItem(at: file)
        library.close()
        let again = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
        defer { again.close() }
        #expect(try refusal { _ = try again.upload() }.message.contains("--passphrase-file"))
        let settings = try #require(try again.cloudSettings())
        try again.configureCloud(settings, secret: CloudSecret("\(key)"))
        #expect(try again.upload().hasRecord)
        #expect(try again.evict(downTo: 0).files == 1)
        // Whoever owns the bucket takes the keys away, or has another store in its place: nothing goes there in the clear.
        let store = try raw()
        try await store.delete("openphotokit-key")
        again.cloud.forgetStore()
        #expect(try refusal { _ = try again.upload() }.message.contains("not encrypted"))
        #expect(try refusal { try again.configureCloud(settings) }.message.contains("not encrypted"))
    }

    @Test func otherKeysOpenTheStoreAndTheOldOnesDoNot() async throws {
        _ = try ["alpha", "beta"].map { try photo($0) }
        let first = try #require(try connect(encrypts: true))
        _ = try library.upload()
        try library.changeCloudPassphrase(to: "five horses swim at night")
        let second = try library.makeCloudRecoveryKey()
        let before = try await rawObjects()
        let rotated = try library.rotateCloudKey()
        let after = try await rawObjects()
        #expect(rotated.files > 3 && !rotated.isInterrupted)
        // Every head is another one now, and the bytes behind it are not.
        for (name, bytes) in after where name != "openphotokit-key" {
            let old = try #require(before[name])
            #expect(old != bytes && old.suffix(16) == bytes.suffix(16))
        }
        #expect(try library.rotateCloudKey(addsKey: false).files == 0)
        for old in [CloudSecret.passphrase(Self.passphrase), .recoveryKey(first)] {
            #expect(try refusal { _ = try self.recover("Old.photolibrary", old) }.code == .invalid)
        }
        for (index, secret) in [CloudSecret.passphrase("five horses swim at night"), .recoveryKey(second)].enumerated() {
            let new = try recover("New \(index).photolibrary", secret)
            #expect(try new.catalog.read { try $0.moment().assetCount } == 2)
            new.close()
        }
    }

    @Test func whatIsWrongIsNamedWithWhatToDo() async throws {
        let (gone, changed) = (try photo("gone"), try photo("changed"))
        try connect()
        _ = try library.upload()
        #expect(try library.evict(downTo: 0).files == 2)
        let store = try raw(), places = try [gone, changed].map { try fixture.resource($0).location.path }
        try await store.delete(places[0])
        _ = try await store.put(places[1], Array(LibraryFixture.jpeg("CHANGED")))
        for (id, place) in zip([gone, changed], places) {
            let error = try refusal { try self.fetch(id) }, filename = try fixture.resource(id).filename
            #expect(error.message.contains(place) || error.message.contains(filename), "\(error)")
        }
        // Another library's prefix.
        let other = try PhotoLibrary.create(at: fixture.base.appendingPathComponent("Other.photolibrary"), environment: fixture.environment)
        defer { other.close() }
        #expect(try refusal { try other.configureCloud(CloudSettings(address: self.address)) }.message.contains("another library"))
        let noBucket = try refusal { try other.configureCloud(CloudSettings(address: "s3://nobody-has-this?endpoint=\(self.server.endpoint)")) }
        #expect(noBucket.message.contains("nobody-has-this"), "\(noBucket)")
        _ = try photo("late")
        variables["AWS_SECRET_ACCESS_KEY"] = "another"
        let wrong = try refusal { _ = try self.library.upload() }
        #expect(wrong.message.localizedCaseInsensitiveContains("key"), "\(wrong)")
        variables["AWS_SECRET_ACCESS_KEY"] = nil
        #expect(try refusal { try other.configureCloud(CloudSettings(address: self.address)) }.message.contains("AWS_SECRET_ACCESS_KEY"))
    }
}

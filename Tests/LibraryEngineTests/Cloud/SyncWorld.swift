import Catalog
import Cloud
import Foundation
import PhotoModel
import Support
import Synchronization
import Testing

@testable import LibraryEngine

/// Machines that share a folder as their store, in a world of a test's own.
final class SyncWorld {
    let fixture: LibraryFixture
    private(set) var machines: [PhotoLibrary]
    var first: PhotoLibrary { machines[0] }
    /// What comes between the first machine and the store.
    let hook = StoreHook()
    let store: URL
    var objects: URL { store.appendingPathComponent("objects") }

    /// - Parameters:
    ///   - fewest: segments that are worth a snapshot, whatever their size is.
    ///   - oneByOne: whether each step of joining takes one segment.
    init(joiningAfter fewest: Int64, oneByOne: Bool = false) throws {
        let hook = hook
        fixture = try LibraryFixture { environment in
            (environment.syncLimits.fewest, environment.syncLimits.share) = (fewest, .max)
            if oneByOne { environment.syncLimits.bytesAtOnce = 1 }
            environment.storeWrapper = { HookedStore(inner: $0, hook: hook) }
        }
        store = fixture.base.appendingPathComponent("store")
        machines = [fixture.library]
        var settings = CloudSettings(address: store.path)
        settings.pinnedDays = 0
        try first.configureCloud(settings)
    }

    deinit { for machine in machines.dropFirst() { machine.close() } }

    /// Of the machines that came later: nothing comes between them and the store.
    private var environment: LibraryEngine.Environment {
        var environment = fixture.environment
        environment.storeWrapper = nil
        return environment
    }

    @discardableResult
    func round(_ machine: PhotoLibrary) throws -> SyncReport {
        _ = try machine.upload()
        return try machine.synchronize()
    }

    /// A further machine that shares the library.
    /// - Parameter stays: whether it is one of the machines from then on.
    func join(stays: Bool = true) throws -> PhotoLibrary {
        let url = fixture.base.appendingPathComponent("\(UUID().uuidString).photolibrary")
        _ = try #require(try PhotoLibrary.recover(from: store.path, joins: true, to: url, environment: environment, options: RecoveryOptions(), CloudWork()))
        let machine = try PhotoLibrary.open(at: url, environment: environment)
        if stays { machines.append(machine) }
        return machine
    }

    /// As if its process had died, and another had come.
    func reopenFirst() throws {
        machines[0].close()
        hook.reset()
        machines[0] = try PhotoLibrary.open(at: fixture.url, environment: fixture.environment)
    }

    @discardableResult
    func add(_ name: String, to machine: PhotoLibrary) throws -> UUID {
        let prepared = try machine.prepareAsset([ResourceInput(.photo, .data(LibraryFixture.jpeg(name)), filename: name + ".JPG")])
        return try machine.performChanges(author: "test") { transaction in
            let id = try transaction.insert(prepared)
            return try transaction.catalog.uuids(assetIDs: [id])[0] ?? UUID()
        }
    }

    func change(_ uuid: UUID, on machine: PhotoLibrary, _ change: (inout AssetRecord) -> Void) throws {
        try machine.performChanges(author: "test") { transaction in
            guard let id = try transaction.catalog.assetID(uuid: uuid) else { return }
            try transaction.update(assetID: id, change)
        }
    }

    func name(_ uuid: UUID, _ title: String, on machine: PhotoLibrary) throws { try change(uuid, on: machine) { $0.title = title } }

    func purge(_ uuid: UUID, on machine: PhotoLibrary) throws {
        try machine.performChanges(author: "test") { transaction in
            guard let id = try transaction.catalog.assetID(uuid: uuid) else { return }
            try transaction.delete([id])
            try transaction.purge([id])
        }
    }

    @discardableResult
    func album(_ title: String, _ members: [UUID], on machine: PhotoLibrary) throws -> UUID {
        let uuid = UUID()
        try machine.performChanges(author: "test") { transaction in
            let album = try transaction.insert(CollectionRecord(uuid: uuid, type: .album(.albumRegular), title: title))
            try transaction.addMembers(members.compactMap { try transaction.catalog.assetID(uuid: $0) }, to: album)
        }
        return uuid
    }

    func asset(_ uuid: UUID, on machine: PhotoLibrary) throws -> AssetRecord? { try machine.catalog.read { try $0.asset(uuid: uuid) } }

    /// Everything that all machines have to agree on, as text.
    func state(_ machine: PhotoLibrary) throws -> [String] {
        try machine.catalog.read { reader in
            let source = SyncSource(reader: reader)
            var lines: [String] = [], last: Int64 = 0
            while case let page = try reader.everyAssetID(after: last, limit: 1000), let end = page.last {
                for uuid in try reader.uuids(assetIDs: page).compactMap({ $0 }) { lines += try source.asset(uuid).map { ["\($0.object.line)"] } ?? [] }
                last = end
            }
            for id in try reader.everyCollectionID() {
                guard let uuid = try reader.collection(id: id)?.uuid, let local = try source.collection(uuid, isTold: { _, _ in true }) else { continue }
                lines.append("\(local.object.line)")
            }
            lines.append("\(try source.collection(SyncObject.top, isTold: { _, _ in true })?.object.list ?? [])")
            return lines.sorted()
        }
    }

    /// Until nobody has anything to tell any more; then all are equal, and so is one that comes now.
    func expectAgreement(_ label: String = "", sourceLocation: SourceLocation = #_sourceLocation) throws {
        for round in 0..<10 {
            var told = 0
            for machine in machines {
                let report = try self.round(machine)
                told += report.sent + report.received
                #expect(report.problem == nil, "\(label)", sourceLocation: sourceLocation)
            }
            if told == 0 { break }
            if round == 9 { Issue.record("\(label): the machines tell each other something for ever", sourceLocation: sourceLocation) }
        }
        let expected = try state(first)
        for machine in machines.dropFirst() where try state(machine) != expected {
            Issue.record("\(label): \(Set(try state(machine)).symmetricDifference(expected).sorted().prefix(4))", sourceLocation: sourceLocation)
        }
        let newcomer = try join(stays: false)
        defer { newcomer.close() }
        _ = try newcomer.synchronize()
        if try state(newcomer) != expected {
            Issue.record("\(label), of one who comes now: \(Set(try state(newcomer)).symmetricDifference(expected).sorted().prefix(4))", sourceLocation: sourceLocation)
        }
    }

    /// All files of the store, with what they hold.
    func content() throws -> [String: Data] {
        var content: [String: Data] = [:]
        for path in FileManager.default.enumerator(atPath: objects.path)?.compactMap({ $0 as? String }) ?? [] {
            content[path] = try? Data(contentsOf: objects.appendingPathComponent(path))
        }
        return content.filter { !$0.value.isEmpty }
    }

    /// Names in a folder of the store, in order.
    func names(_ folder: String) -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: objects.appendingPathComponent(folder).path)) ?? []).sorted() }

    /// The segments that snapshots reach to.
    var snapshots: [Int] { names("snapshots").filter { !$0.contains("-") }.compactMap { Int($0.prefix(12)) } }

    func isJoined(_ number: Int64) throws -> Bool {
        let bytes = try [UInt8](Data(contentsOf: objects.appendingPathComponent(SyncSegment.key(number))))
        return try SyncLines.read(bytes, "\(number)", .init(SyncSegment.kind, number), of: first.uuid).header.fields["joined"] != nil
    }

    /// The store as it is now, to be set back to.
    func backup() throws -> URL {
        let copy = fixture.base.appendingPathComponent("backup-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: store, to: copy)
        return copy
    }

    func setBack(to copy: URL) throws {
        try FileManager.default.removeItem(at: store)
        try FileManager.default.copyItem(at: copy, to: store)
    }
}

/// What a test does when a machine calls its store.
final class StoreHook: Sendable {
    private struct State {
        var calls: [String] = []
        var before: (@Sendable (Int, String) throws(CloudError) -> Void)?
        var after: (@Sendable (Int, String) throws(CloudError) -> Void)?
        var change: (@Sendable (String, [UInt8]) -> [UInt8])?
    }

    private let state = Mutex(State())

    /// The calls since the last reset, such as `put sync/000000000001.jsonl.gz`.
    var calls: [String] { state.withLock { $0.calls } }

    /// - Parameters:
    ///   - before: called before each call, with its index.
    ///   - after: called when it succeeded.
    ///   - change: what is kept in the place of what was to be kept.
    func reset(
        before: (@Sendable (Int, String) throws(CloudError) -> Void)? = nil, after: (@Sendable (Int, String) throws(CloudError) -> Void)? = nil,
        change: (@Sendable (String, [UInt8]) -> [UInt8])? = nil
    ) {
        state.withLock { $0 = State(calls: [], before: before, after: after, change: change) }
    }

    fileprivate func changed(_ key: String, _ bytes: [UInt8]) -> [UInt8]? { state.withLock { $0.change }?(key, bytes) }

    fileprivate func run<Value>(_ call: String, _ body: () async throws(CloudError) -> Value) async throws(CloudError) -> Value {
        let (index, before, after) = state.withLock { state in
            state.calls.append(call)
            return (state.calls.count - 1, state.before, state.after)
        }
        try before?(index, call)
        let value = try await body()
        try after?(index, call)
        return value
    }
}

/// A store that a test watches.
struct HookedStore: CloudStore {
    let inner: any CloudStore
    let hook: StoreHook
    var name: String { inner.name }

    func put(
        _ key: String, _ body: any UploadBody, condition: WriteCondition, progress: @escaping @Sendable (Int64) -> Void
    ) async throws(CloudError) -> ObjectFacts {
        try await hook.run("put \(key)") { () async throws(CloudError) in
            var bytes = [UInt8](repeating: 0, count: Int(body.size)), offset = 0
            do {
                let reader = try body.open(at: 0)
                while offset < bytes.count {
                    let count = try bytes.withUnsafeMutableBytes { try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[offset...])) }
                    guard count > 0 else { break }
                    offset += count
                }
            } catch { throw CloudError(.local, object: key, "The test could not read what is to be kept.", cause: error) }
            guard let other = hook.changed(key, bytes), other != bytes else { return try await inner.put(key, body, condition: condition, progress: progress) }
            return try await inner.put(key, BytesBody(other), condition: condition, progress: progress)
        }
    }

    func get(
        _ key: String, range: Range<Int64>?, ifMatches etag: String?, receive: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) async throws(CloudError) -> ObjectFacts {
        try await hook.run("get \(key)") { () async throws(CloudError) in try await inner.get(key, range: range, ifMatches: etag, receive: receive) }
    }

    func head(_ key: String) async throws(CloudError) -> ObjectFacts {
        try await hook.run("head \(key)") { () async throws(CloudError) in try await inner.head(key) }
    }

    func list(prefix: String, after: String?, limit: Int) async throws(CloudError) -> ObjectPage {
        try await hook.run("list \(prefix)") { () async throws(CloudError) in try await inner.list(prefix: prefix, after: after, limit: limit) }
    }

    func delete(_ key: String) async throws(CloudError) { try await hook.run("delete \(key)") { () async throws(CloudError) in try await inner.delete(key) } }

    func upload(
        _ key: String, _ body: any UploadBody, resuming state: UploadState?, save: @escaping @Sendable (UploadState) throws -> Void,
        progress: @escaping @Sendable (Int64) -> Void
    ) async throws(CloudError) -> ObjectFacts {
        try await hook.run("upload \(key)") { () async throws(CloudError) in try await inner.upload(key, body, resuming: state, save: save, progress: progress) }
    }

    func abandon(_ state: UploadState) async throws(CloudError) { try await inner.abandon(state) }
}

import Catalog
import Cloud
import Foundation
import Support
import Synchronization

/// A library's way to its store: made of its settings when it is first needed, and made anew when they have changed.
final class CloudAccess: Sendable {
    private struct State {
        var settings: CloudSettings?
        var store: (any CloudStore)?
        /// Files that were opened and when, until the catalogue is told: seconds since 2001.
        var uses: [String: Double] = [:]
    }

    private let catalog: Catalog
    let keys: CloudKeys
    private let uuid: UUID
    private let environment: Environment
    private let state = Mutex(State())
    /// Whether anybody wants to know when files were opened.
    private enum Interest: UInt8, AtomicRepresentable { case unknown, none, some }

    private let interest = Atomic(Interest.unknown)

    init(_ catalog: Catalog, folder: FolderHandle, uuid: UUID, environment: Environment) {
        (self.catalog, keys, self.uuid, self.environment) = (catalog, CloudKeys(folder: folder), uuid, environment)
    }

    /// Whether originals may be elsewhere.
    var isConnected: Bool { environment.store != nil || (try? settings()) ?? nil != nil }

    func settings() throws -> CloudSettings? {
        let settings = try catalog.read { try $0.cloudSettings() }
        interest.store(settings != nil ? .some : .none, ordering: .relaxed)
        return settings
    }

    /// - Returns: `nil` where the library is connected to none.
    /// - Throws: a `LibraryError` where it is, and the store can't be opened.
    func store() throws -> (any CloudStore)? {
        guard let settings = try settings() else { return nil }
        return try store(settings)
    }

    func store(_ settings: CloudSettings) throws -> any CloudStore {
        let known = state.withLock { $0.settings?.isSameStore(as: settings) == true ? $0.store : nil }
        if let known { return known }
        let plain = try Self.open(settings.address, uuid, environment, makes: false), keys = keys
        let opened: any CloudStore = settings.isEncrypted ? try waiting { try await keys.unlock(plain) } : plain
        let store = environment.storeWrapper?(opened) ?? opened
        state.withLock { ($0.settings, $0.store) = (settings, store) }
        return store
    }

    /// The keys are others by now, or the server is.
    func forgetStore() { state.withLock { ($0.settings, $0.store) = (nil, nil) } }

    /// Opens a store as it lies there, without its encryption.
    /// - Parameters:
    ///   - uuid: the library's; `nil` opens whichever library's store is there.
    ///   - makes: whether a folder that is empty or missing becomes a store.
    static func open(_ address: String, _ uuid: UUID?, _ environment: Environment, makes: Bool) throws -> any CloudStore {
        do {
            switch try CloudAddress(address) {
            case .folder(let path):
                return try folder(BytePath(path), uuid, makes ? uuid ?? environment.makeUUID() : nil)
            case .s3(let bucket): return try Self.bucket(bucket, S3Surroundings(variable: environment.variable))
            }
        } catch let error as CloudError {
            throw LibraryError(error)
        }
    }

    private static func bucket(_ address: CloudAddress.Bucket, _ surroundings: S3Surroundings) throws(CloudError) -> S3Store {
        let given = address.endpoint?.absoluteString ?? surroundings.endpoint, region = address.region ?? surroundings.region ?? "us-east-1"
        let bucket = try S3Bucket(
            endpoint: given ?? "https://s3.\(region).amazonaws.com", name: address.name, region: region, style: address.usesHostNames(with: given) ? .virtualHost : .path,
            prefix: address.prefix.isEmpty ? "" : address.prefix + "/")
        // Who has no keys hears of it now, and not from a transfer.
        _ = try surroundings.credentials()
        return S3Store(bucket, credentials: { try surroundings.credentials() }, certificates: surroundings.certificates)
    }

    /// - Parameter new: the identity of the store that is made where none is there; `nil` makes none.
    private static func folder(_ path: BytePath, _ identity: UUID?, _ new: UUID?) throws(CloudError) -> FolderStore {
        do throws(CloudError) { return try FolderStore(at: path, identity: identity) } catch {
            guard let new, error.code == .storeMissing else { throw error }
            return try FolderStore.make(at: path, identity: new)
        }
    }

    // MARK: Uses

    func noteUse(of path: String) {
        // What the catalogue can't be asked for is not kept in it either.
        if interest.load(ordering: .relaxed) == .unknown, (try? settings()) == nil { return }
        guard interest.load(ordering: .relaxed) == .some else { return }
        let now = environment.now().timeIntervalSinceReferenceDate
        state.withLock { $0.uses[path] = now }
    }

    /// When a file was opened by this process, so far as the catalogue does not know it yet.
    func use(of path: String) -> Double? { state.withLock { $0.uses[path] } }

    /// Tells the catalogue. What can't be told now is forgotten: it only decides what is removed first.
    func keepUses() {
        let uses = state.withLock { state in
            defer { state.uses = [:] }
            return state.uses
        }
        guard !uses.isEmpty, !catalog.options.readOnly else { return }
        do {
            try catalog.write(author: "cloud") { writer in
                for (path, date) in uses.sorted(by: { $0.key < $1.key }) { try writer.updateCloudFile(path: path) { $0.used = max($0.used ?? date, date) } }
            }
        } catch {
            environment.log(.info, "Could not note which originals were opened: \(error)")
        }
    }
}

extension LibraryError {
    init(_ error: CloudError) {
        let code: Code =
            switch error.code {
            case .cancelled: .failed
            case .otherStore, .preconditionFailed, .invalidKey, .unsupported, .wrongPassphrase, .wrongKey, .tooLarge: .invalid
            case .corrupt, .objectChanged, .sourceChanged: .damaged
            case .objectMissing: .missing
            case .local: .cannotWrite
            default: .network
            }
        self.init(code, error.message, cause: error)
    }
}

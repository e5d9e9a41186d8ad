import Catalog
import Cloud
import Foundation
import Support
import Synchronization

/// A library's way to its store: made of its settings when it is first needed, and made anew when they have changed.
final class CloudAccess: Sendable {
    private struct State {
        var address: String?
        var store: (any CloudStore)?
        /// Files that were opened and when, until the catalogue is told: seconds since 2001.
        var uses: [String: Double] = [:]
    }

    private let catalog: Catalog
    private let uuid: UUID
    private let environment: Environment
    private let state = Mutex(State())
    /// Whether anybody wants to know when files were opened.
    private enum Interest: UInt8, AtomicRepresentable { case unknown, none, some }

    private let interest = Atomic(Interest.unknown)

    init(_ catalog: Catalog, uuid: UUID, environment: Environment) {
        (self.catalog, self.uuid, self.environment) = (catalog, uuid, environment)
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
        return try store(at: settings.address)
    }

    func store(at address: String) throws -> any CloudStore {
        if let store = state.withLock({ $0.address == address ? $0.store : nil }) { return store }
        let store = try Self.open(address, uuid, environment, makes: false)
        state.withLock { ($0.address, $0.store) = (address, store) }
        return store
    }

    /// - Parameters:
    ///   - uuid: the library's; `nil` opens whichever library's store is there.
    ///   - makes: whether a folder that is empty or missing becomes a store.
    static func open(_ address: String, _ uuid: UUID?, _ environment: Environment, makes: Bool) throws -> any CloudStore {
        do {
            switch try CloudAddress(address) {
            case .folder(let path):
                return try folder(BytePath(path), uuid, makes ? uuid ?? environment.makeUUID() : nil)
            case .s3(let bucket):
                guard let open = environment.openBucket else {
                    throw LibraryError(
                        .network, "This program can't reach s3://\(bucket.name): it was built without what speaks to buckets. Fetch the files with 'photos cloud download'.")
                }
                return try open(bucket)
            }
        } catch let error as CloudError {
            throw LibraryError(error)
        }
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

import Cloud
import Foundation
import Glibc
import Originals
import Support

/// What somebody has who may read an encrypted store.
package enum CloudSecret: Sendable {
    case passphrase(String)
    case recoveryKey(RecoveryKey)

    /// - Parameter text: a recovery key as it was printed, or else a passphrase.
    package init(_ text: String) {
        do throws(CloudError) { self = .recoveryKey(try RecoveryKey(text)) } catch { self = .passphrase(text) }
    }
}

/// The key of a library's encrypted store on this machine: a file of the library that only its owner reads, so that nobody is asked for a passphrase each time.
///
/// It is neither in the catalogue nor in the record, which go to the store themselves.
struct CloudKeys {
    static let file = "cloud.key"

    static func check(_ passphrase: String) throws(LibraryError) {
        guard passphrase.count < 8 else { return }
        throw LibraryError(.invalid, "A passphrase has at least 8 characters, and better are five words that nobody would say together. Give a longer one.")
    }

    let folder: FolderHandle

    private var path: String { folder.path.appending(Self.file).display }

    /// - Returns: the store as it is read and written, and the recovery key where it was made an encrypted one.
    /// - Parameters:
    ///   - plain: as it lies there.
    ///   - encrypts: whether it is to be encrypted.
    func connect(_ plain: any CloudStore, encrypts: Bool, _ secret: CloudSecret?) async throws -> (store: any CloudStore, made: RecoveryKey?) {
        let isEncrypted = try await EncryptedStore.isEncrypted(plain)
        guard encrypts || isEncrypted else { return (plain, nil) }
        if isEncrypted {
            if let secret { return (try await Self.open(plain, secret), nil) }
            return (try await unlock(plain), nil)
        }
        guard case .passphrase(let passphrase)? = secret else {
            throw LibraryError(.invalid, "\(plain.name) is not encrypted yet: a passphrase makes it so. Give one with --passphrase-file.")
        }
        try Self.check(passphrase)
        let (store, key) = try await EncryptedStore.make(in: plain, passphrase: passphrase)
        return (store, key)
    }

    static func open(_ plain: any CloudStore, _ secret: CloudSecret) async throws(CloudError) -> EncryptedStore {
        switch secret {
        case .passphrase(let passphrase): try await EncryptedStore.open(plain, passphrase: passphrase)
        case .recoveryKey(let key): try await EncryptedStore.open(plain, recoveryKey: key)
        }
    }

    /// Opens an encrypted store with the key on this machine.
    func unlock(_ plain: any CloudStore) async throws -> EncryptedStore {
        let key: [UInt8]
        do throws(FolderError) { key = try folder.content(of: BytePath(Self.file), limit: 1 << 10) } catch {
            guard case .system(ENOENT, _, _) = error else { throw OriginalsError(error) }
            throw LibraryError(
                .invalid, "\(plain.name) is encrypted, and its key is not on this machine. Give its passphrase or recovery key: 'photos cloud configure --passphrase-file FILE'.")
        }
        guard let root = [UInt8](hexadecimal: String(decoding: key.prefix(64), as: UTF8.self), count: 32) else {
            throw LibraryError(.damaged, "\(path) is no key. Give the passphrase or the recovery key again: 'photos cloud configure --passphrase-file FILE'.")
        }
        do throws(CloudError) { return try await EncryptedStore.open(plain, rootKey: root) } catch {
            guard error.code == .corrupt else { throw error }
            throw CloudError(
                .wrongKey, object: nil,
                "\(plain.name) was encrypted with another key than the one in \(path). Give its passphrase or recovery key: 'photos cloud configure --passphrase-file FILE'.")
        }
    }

    func keep(_ key: [UInt8]) throws {
        let new = BytePath(".\(Self.file).\(UUID().uuidString)")
        do throws(FolderError) {
            try folder.makeFile(new, Array((key.hexadecimal + "\n").utf8))
            try folder.replace(BytePath(Self.file), with: new)
            try folder.synchronize()
        } catch {
            throw OriginalsError(error)
        }
    }
}

extension PhotoLibrary {
    /// From now on this passphrase opens the store, and the one before does not.
    package func changeCloudPassphrase(to passphrase: String) throws {
        try withEncryptedStore { store in
            try CloudKeys.check(passphrase)
            try await store.changePassphrase(to: passphrase)
        }
    }

    /// The recovery key that was printed before opens nothing any more.
    package func makeCloudRecoveryKey() throws -> RecoveryKey { try withEncryptedStore { try await $0.makeRecoveryKey() } }

    /// Has all that is in the store encrypted under a new key: whoever knew one of the old ones, and not the passphrase, reads nothing that comes from now on.
    /// Objects that have it already are skipped, so that one that was interrupted goes on.
    /// - Parameter addsKey: false goes on with the newest key.
    /// - Returns: how many objects were taken along, and whether all were looked at.
    package func rotateCloudKey(addsKey: Bool = true, _ work: CloudWork = CloudWork()) throws -> (files: Int, isInterrupted: Bool) {
        try withEncryptedStore { store in
            if addsKey { try await store.addKey() }
            var progress = CloudProgress(), changed = 0
            for try await object in store.objects(prefix: "") {
                if work.isCancelled() { return (changed, true) }
                if try await store.rewrap(object.key) { changed += 1 }
                (progress.files, progress.bytes, progress.name) = (progress.files + 1, progress.bytes + object.size, object.key)
                work.progress(progress)
            }
            return (changed, false)
        }
    }

    private func withEncryptedStore<Value: Sendable>(_ body: @escaping @Sendable (EncryptedStore) async throws -> Value) throws -> Value {
        do {
            return try waiting { [self] in
                guard let store = try await connectedStore().store as? EncryptedStore else {
                    throw LibraryError(.invalid, "This library's store is not encrypted: it has no keys.")
                }
                try await store.refresh()
                return try await body(store)
            }
        } catch {
            throw LibraryError(cloud: error)
        }
    }
}

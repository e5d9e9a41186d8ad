import Foundation
import Glibc
import Support

extension EncryptedStore {
    private static let keyFileLimit = 1 << 20

    /// Whether a store is an encrypted one.
    package static func isEncrypted(_ inner: any CloudStore) async throws(CloudError) -> Bool {
        do throws(CloudError) {
            _ = try await inner.head(KeyFile.key)
            return true
        } catch let error where error.code == .objectMissing {
            return false
        }
    }

    /// Makes an encrypted store of one that has no objects yet.
    /// - Returns: the store, and the key that opens it when the passphrase is lost: to be printed now, and nowhere kept.
    /// - Throws: `.otherStore` where it is one already, or has objects that are not encrypted.
    package static func make(in inner: any CloudStore, passphrase: String) async throws(CloudError) -> (store: EncryptedStore, recoveryKey: RecoveryKey) {
        try await make(in: inner, passphrase: passphrase, scrypt: .usual)
    }

    static func make(in inner: any CloudStore, passphrase: String, scrypt: KeyFile.Scrypt) async throws(CloudError) -> (store: EncryptedStore, recoveryKey: RecoveryKey) {
        guard try await inner.list(prefix: "", after: nil, limit: 1).objects.isEmpty else {
            throw CloudError(.otherStore, object: nil, "\(inner.name.capitalizedSentence) has objects in it already. Encrypt an empty one, and upload to that.")
        }
        let ring = Keyring.made(), recoveryKey = RecoveryKey()
        let file = try KeyFile(ring, passphrase: passphrase, recoveryKey: recoveryKey, scrypt: scrypt)
        do throws(CloudError) { _ = try await inner.put(KeyFile.key, encoded(file), condition: .ifAbsent) } catch let error where error.code == .preconditionFailed {
            throw CloudError(.otherStore, object: nil, "\(inner.name.capitalizedSentence) was made an encrypted store by somebody else meanwhile. Open it with its passphrase.")
        }
        return (EncryptedStore(inner, ring), recoveryKey)
    }

    /// - Throws: `.wrongPassphrase`; `.otherStore` where it is not encrypted.
    package static func open(_ inner: any CloudStore, passphrase: String) async throws(CloudError) -> EncryptedStore {
        let file = try await keyFile(inner).file
        // scrypt takes its time, on a thread that may be taken.
        let ring = try await BodyHash.threads.run { [name = inner.name] _ throws(CloudError) in try file.ring(passphrase: passphrase, name) }
        return EncryptedStore(inner, ring)
    }

    package static func open(_ inner: any CloudStore, recoveryKey: RecoveryKey) async throws(CloudError) -> EncryptedStore {
        EncryptedStore(inner, try await keyFile(inner).file.ring(recoveryKey: recoveryKey, inner.name))
    }

    /// - Parameter key: what `rootKey` said of it before.
    /// - Throws: `.corrupt` where it is not this store's.
    package static func open(_ inner: any CloudStore, rootKey key: [UInt8]) async throws(CloudError) -> EncryptedStore {
        EncryptedStore(inner, try await keyFile(inner).file.ring(root: key, inner.name))
    }

    /// Opens the store without its passphrase, on a machine that may keep it: 32 bytes.
    package var rootKey: [UInt8] { ring.withLock { $0.root } }

    private static func keyFile(_ inner: any CloudStore) async throws(CloudError) -> (file: KeyFile, etag: String) {
        let bytes: [UInt8], facts: ObjectFacts
        do throws(CloudError) { (bytes, facts) = try await inner.bytes(of: KeyFile.key, limit: keyFileLimit) } catch let error where error.code == .objectMissing {
            throw CloudError(
                .otherStore, object: nil, "\(inner.name.capitalizedSentence) is not encrypted, or its keys are gone. Open it without a passphrase, or put \(KeyFile.key) back.")
        }
        guard let file = try? JSONDecoder().decode(KeyFile.self, from: Data(bytes)), file.format == KeyFile.title else {
            throw CloudError(.corrupt, object: KeyFile.key, "The keys of \(inner.name) can't be read. Put \(KeyFile.key) back from a copy.")
        }
        guard file.version == 1 else {
            throw CloudError(.unsupported, object: KeyFile.key, "\(inner.name.capitalizedSentence) was encrypted by a newer version. Update OpenPhotoKit.")
        }
        return (file, facts.etag)
    }

    private static func encoded(_ file: KeyFile) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return [UInt8]((try? encoder.encode(file)) ?? Data())
    }

    // MARK: Other keys

    /// From now on this passphrase opens the store, and the old one does not. Whoever has kept the keys themselves can still read: `addKey` is against that.
    package func changePassphrase(to passphrase: String) async throws(CloudError) {
        try await changeKeys { file, ring throws(CloudError) in try file.seal(ring, passphrase: passphrase) }
    }

    /// The recovery key that was printed before opens nothing any more.
    package func makeRecoveryKey() async throws(CloudError) -> RecoveryKey {
        let key = RecoveryKey()
        try await changeKeys { file, ring throws(CloudError) in try file.seal(ring, recoveryKey: key) }
        return key
    }

    /// Has new objects encrypted under a new key. The old ones stay readable; `rewrap` takes them along, one by one.
    package func addKey() async throws(CloudError) {
        let key = randomBytes(32)
        try await changeKeys { file, ring throws(CloudError) in
            ring.generations.append(key)
            try file.seal(ring)
        }
    }

    /// Learns of keys that another machine added.
    package func refresh() async throws(CloudError) {
        let file = try await Self.keyFile(inner).file
        let root = ring.withLock { $0.root }
        let read = try file.ring(root: root, name)
        ring.withLock { $0 = read }
    }

    private func changeKeys(_ change: @escaping @Sendable (inout KeyFile, inout Keyring) throws(CloudError) -> Void) async throws(CloudError) {
        let (file, etag) = try await Self.keyFile(inner)
        let root = ring.withLock { $0.root }
        let before = try file.ring(root: root, name)
        let (changed, after) = try await BodyHash.threads.run { _ throws(CloudError) in
            var (changed, after) = (file, before)
            try change(&changed, &after)
            return (changed, after)
        }
        _ = try await inner.put(KeyFile.key, Self.encoded(changed), condition: .ifMatches(etag))
        ring.withLock { $0 = after }
    }

    /// Has the key of an object wrapped by the newest of the store's keys. It comes here and goes back as it is, encrypted, but for its head.
    /// - Returns: false where it was already.
    package func rewrap(_ key: String) async throws(CloudError) -> Bool {
        try await named(key) { hidden throws(CloudError) in
            let ring = ring.withLock { $0 }
            let (bytes, facts) = try await inner.bytes(of: hidden, range: 0..<ObjectHead.size, limit: Int(ObjectHead.size))
            let head: [UInt8]
            do throws(ObjectHead.Failure) {
                let old = try ObjectHead(bytes, ring, name: key)
                if old.generation == ring.newest { return false }
                head = try old.rewrapped(ring, name: key)
            } catch {
                throw .head(error, key, name)
            }
            let copy = try ScratchFile(key)
            _ = try await inner.get(hidden, range: nil, ifMatches: facts.etag) { try copy.append($0) }
            try copy.replaceStart(with: head, key)
            let body = FileBody(descriptor: copy.descriptor, keptOpenBy: copy, size: facts.size, sha256: nil)
            _ = try await inner.put(hidden, body, condition: .ifMatches(facts.etag)) { _ in }
            forget(key)
            return true
        }
    }

    /// A file without a name.
    ///
    /// One thread after the other uses it, which guards what it holds: a store calls its receiver so.
    private final class ScratchFile: @unchecked Sendable {
        struct Failure: Error {}

        let descriptor: Int32
        private var size: Int64 = 0

        init(_ key: String) throws(CloudError) {
            var template = (NSTemporaryDirectory() + "/photos-rewrap-XXXXXX").utf8CString.map { $0 }
            descriptor = mkstemp(&template)
            guard descriptor >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
                throw CloudError(.local, object: key, "There is no room for a copy of \(key). Free some space for temporary files, and try again.")
            }
            unlink(template)
        }

        deinit { close(descriptor) }

        func append(_ bytes: UnsafeRawBufferPointer) throws {
            try write(bytes, at: size)
            size += Int64(bytes.count)
        }

        func replaceStart(with bytes: [UInt8], _ key: String) throws(CloudError) {
            do { try bytes.withUnsafeBytes { try write($0, at: 0) } } catch { throw .receiver(key, error) }
        }

        private func write(_ bytes: UnsafeRawBufferPointer, at start: Int64) throws {
            var rest = bytes
            while !rest.isEmpty {
                let count = retrying { pwrite(descriptor, rest.baseAddress, rest.count, off_t(start + Int64(bytes.count - rest.count))) }
                guard count > 0 else { throw Failure() }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }
}

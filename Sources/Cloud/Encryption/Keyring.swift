import CCrypto
import Foundation
import Support

/// The keys of an encrypted store, once they are open.
struct Keyring: Sendable, Equatable {
    /// Seals the others; itself sealed by the passphrase and by the recovery key.
    let root: [UInt8]
    /// Of the names of objects; never another one, or nobody would find them.
    let names: [UInt8]
    /// Of objects' keys: each generation by its number, which begins with 1. New objects take the last.
    var generations: [[UInt8]]

    static func made() -> Keyring { Keyring(root: randomBytes(32), names: randomBytes(32), generations: [randomBytes(32)]) }

    /// The key that wraps the keys of objects of a generation; `nil` where there is none.
    func wrapping(_ generation: UInt32) -> [UInt8]? {
        guard generation >= 1, generation <= generations.count else { return nil }
        return HKDF.key(from: generations[Int(generation) - 1], for: "OpenPhotoKit object keys")
    }

    var newest: UInt32 { UInt32(generations.count) }
}

/// What an encrypted store keeps its keys in: an object that anybody may read, and only a passphrase or a recovery key opens. Docs/CloudFormat.md has its
/// form.
struct KeyFile: Codable, Equatable {
    /// What scrypt is to cost.
    struct Scrypt: Codable, Equatable {
        /// A power of two. Takes 128 × cost × blockSize bytes of memory.
        var cost: UInt64
        var blockSize: UInt64
        var parallelism: UInt64

        /// 128 MB, and about a third of a second.
        static let usual = Scrypt(cost: 1 << 17, blockSize: 8, parallelism: 1)

        /// Whoever can write to the store may not make every reader's machine run out of memory.
        var isReasonable: Bool {
            cost >= 2 && cost & (cost - 1) == 0 && cost <= 1 << 22 && 1...32 ~= blockSize && 1...16 ~= parallelism && 128 * cost * blockSize <= 1 << 30
        }
    }

    static let key = "openphotokit-key"
    static let title = "OpenPhotoKit encrypted store"

    var format = title
    var version = 1
    var scrypt: Scrypt
    /// 16 bytes, in hexadecimal, as all that follows.
    var salt: String
    var byPassphrase: String
    var byRecoveryKey: String
    var keys: String

    // MARK: Sealing

    init(_ ring: Keyring, passphrase: String, recoveryKey: RecoveryKey, scrypt: Scrypt) throws(CloudError) {
        (self.scrypt, salt, byPassphrase, byRecoveryKey, keys) = (scrypt, randomBytes(16).hexadecimal, "", "", "")
        try seal(ring)
        try seal(ring, passphrase: passphrase)
        try seal(ring, recoveryKey: recoveryKey)
    }

    mutating func seal(_ ring: Keyring) throws(CloudError) {
        keys = try Self.seal(ring.names + ring.generations.joined(), key: ring.root, "OpenPhotoKit keys")
    }

    mutating func seal(_ ring: Keyring, passphrase: String) throws(CloudError) {
        salt = randomBytes(16).hexadecimal
        byPassphrase = try Self.seal(ring.root, key: derived(passphrase), "OpenPhotoKit root by passphrase")
    }

    mutating func seal(_ ring: Keyring, recoveryKey: RecoveryKey) throws(CloudError) {
        byRecoveryKey = try Self.seal(ring.root, key: HKDF.key(from: recoveryKey.bytes, for: "OpenPhotoKit recovery key"), "OpenPhotoKit root by recovery key")
    }

    // MARK: Opening

    func ring(passphrase: String, _ store: String) throws(CloudError) -> Keyring {
        guard let root = Self.open(byPassphrase, key: try derived(passphrase), "OpenPhotoKit root by passphrase") else {
            throw CloudError(.wrongPassphrase, object: nil, "This is not the passphrase of \(store). Type it again, or open it with the recovery key.")
        }
        return try ring(root: root, store)
    }

    func ring(recoveryKey: RecoveryKey, _ store: String) throws(CloudError) -> Keyring {
        let key = HKDF.key(from: recoveryKey.bytes, for: "OpenPhotoKit recovery key")
        guard let root = Self.open(byRecoveryKey, key: key, "OpenPhotoKit root by recovery key") else {
            throw CloudError(.wrongPassphrase, object: nil, "This is not the recovery key of \(store). It may be that of another, or an older one.")
        }
        return try ring(root: root, store)
    }

    func ring(root: [UInt8], _ store: String) throws(CloudError) -> Keyring {
        guard let keys = Self.open(keys, key: root, "OpenPhotoKit keys"), keys.count >= 64, keys.count % 32 == 0 else {
            throw CloudError(.corrupt, object: Self.key, "The keys of \(store) were changed. Put \(Self.key) back from a copy.")
        }
        let each = stride(from: 0, to: keys.count, by: 32).map { Array(keys[$0..<$0 + 32]) }
        return Keyring(root: root, names: each[0], generations: Array(each[1...]))
    }

    private func derived(_ passphrase: String) throws(CloudError) -> [UInt8] {
        guard scrypt.isReasonable, let salt = [UInt8](hexadecimal: salt, count: 16) else {
            throw CloudError(.corrupt, object: Self.key, "\(Self.key) asks for what no machine should do to open it. Put it back from a copy.")
        }
        // One text in two forms of Unicode is one passphrase.
        let text = Array(passphrase.precomposedStringWithCanonicalMapping.utf8)
        var key = [UInt8](repeating: 0, count: 32)
        let isDone = text.withUnsafeBytes { text in
            ccrypto_scrypt(
                text.baseAddress, text.count, salt, salt.count, UInt64(scrypt.cost), UInt64(scrypt.blockSize), UInt64(scrypt.parallelism), &key, key.count)
        }
        guard isDone == 1 else {
            throw CloudError(.local, object: nil, "The key could not be made of the passphrase. Free \(128 * scrypt.cost * scrypt.blockSize >> 20) MB of memory, and try again.")
        }
        return key
    }

    private static func seal(_ bytes: [UInt8], key: [UInt8], _ purpose: String) throws(CloudError) -> String {
        let nonce = randomBytes(AES.nonceSize)
        do throws(AES.Failure) { return (nonce + (try AES(key: key).seal(bytes, nonce: nonce, header: Array(purpose.utf8)))).hexadecimal } catch { throw .noCrypto }
    }

    private static func open(_ text: String, key: [UInt8], _ purpose: String) -> [UInt8]? {
        guard let sealed = [UInt8](hexadecimal: text, count: text.utf8.count / 2), sealed.count > AES.nonceSize else { return nil }
        return try? AES(key: key).open(Array(sealed[AES.nonceSize...]), nonce: Array(sealed[..<AES.nonceSize]), header: Array(purpose.utf8))
    }
}

extension CloudError {
    static var noCrypto: CloudError { CloudError(.local, object: nil, "libcrypto could not encrypt. Check the installation of OpenSSL.") }
}

import CCrypto

/// A hash over bytes as they pass by.
package final class ContentHash {
    package enum Algorithm: Sendable {
        case sha256
        /// For those who compare with others that know no better.
        case sha1
    }

    private let hash: OpaquePointer?
    private var isWorking: Bool
    private let count: Int

    package init(_ algorithm: Algorithm = .sha256) {
        hash = ccrypto_hash_new(algorithm == .sha1 ? CCRYPTO_SHA1 : CCRYPTO_SHA256)
        isWorking = hash != nil
        count = algorithm == .sha1 ? 20 : 32
    }

    deinit { ccrypto_hash_free(hash) }

    package func update(_ bytes: UnsafeRawBufferPointer) {
        isWorking = isWorking && ccrypto_hash_update(hash, bytes.baseAddress, bytes.count) == 1
    }

    /// 32 bytes, or 20 of SHA-1, of all bytes so far; more may follow. `nil` where there is no libcrypto, or it does not know the algorithm or has no memory.
    package func digest() -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: count)
        return isWorking && ccrypto_hash_digest(hash, &digest) == 1 ? digest : nil
    }
}

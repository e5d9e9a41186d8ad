import CCrypto

/// SHA-256 over bytes as they pass by.
package final class ContentHash {
    private let hash: OpaquePointer?
    private var isWorking: Bool

    package init() {
        hash = ccrypto_sha256_new()
        isWorking = hash != nil
    }

    deinit { ccrypto_sha256_free(hash) }

    package func update(_ bytes: UnsafeRawBufferPointer) {
        isWorking = isWorking && ccrypto_sha256_update(hash, bytes.baseAddress, bytes.count) == 1
    }

    /// 32 bytes, of all bytes so far; more may follow. `nil` where there is no libcrypto, or it has no SHA-256 or no memory.
    package func digest() -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 32)
        return isWorking && ccrypto_sha256_digest(hash, &digest) == 1 ? digest : nil
    }
}

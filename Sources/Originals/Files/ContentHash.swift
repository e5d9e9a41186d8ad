import CCrypto

/// SHA-256 over bytes as they pass by. Finished once.
package final class ContentHash {
    private let context: OpaquePointer?
    private var isWorking: Bool

    /// libcrypto takes its locks down when the process exits, while a thread of ours may still be hashing; it is asked to leave them.
    private static let outlivesMain: Void = { _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) }()

    package init() {
        Self.outlivesMain
        context = EVP_MD_CTX_new()
        isWorking = context != nil && EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    }

    deinit { EVP_MD_CTX_free(context) }

    package func update(_ bytes: UnsafeRawBufferPointer) {
        isWorking = isWorking && EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
    }

    /// 32 bytes; `nil` where libcrypto has no SHA-256 or no memory.
    package func finish() -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 32)
        guard isWorking, EVP_DigestFinal_ex(context, &digest, nil) == 1 else { return nil }
        return digest
    }
}

import CCrypto

/// SHA-256 over bytes as they pass by.
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

    /// 32 bytes, of all bytes so far; more may follow. `nil` where libcrypto has no SHA-256 or no memory.
    package func digest() -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 32)
        let copy = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(copy) }
        guard isWorking, EVP_MD_CTX_copy_ex(copy, context) == 1, EVP_DigestFinal_ex(copy, &digest, nil) == 1 else { return nil }
        return digest
    }
}

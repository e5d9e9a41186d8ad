import CCrypto

/// SHA-256 over bytes as they pass by.
final class RunningHash {
    private let context: OpaquePointer?
    private var isWorking: Bool

    /// libcrypto takes its locks down when the process exits, while the keeper's thread may still be hashing; it is asked to leave them.
    private static let outlivesMain: Void = { _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) }()

    init() {
        Self.outlivesMain
        context = EVP_MD_CTX_new()
        isWorking = context != nil && EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    }

    deinit { EVP_MD_CTX_free(context) }

    func update(_ bytes: UnsafeRawBufferPointer) { isWorking = isWorking && EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 }

    /// 64 lower case digits of all bytes so far; more may follow.
    func digest() throws -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        let copy = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(copy) }
        guard isWorking, EVP_MD_CTX_copy_ex(copy, context) == 1, EVP_DigestFinal_ex(copy, &digest, nil) == 1 else {
            throw RecordError(.cannotWrite, "libcrypto could not compute a SHA-256. Check the installation of OpenSSL.")
        }
        var text: [UInt8] = []
        for byte in digest { text.append(hex: byte) }
        return String(decoding: text, as: UTF8.self)
    }
}

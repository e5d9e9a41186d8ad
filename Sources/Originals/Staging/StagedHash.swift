import Support

/// Both hashes of bytes that are taken in, as they pass by: SHA-256, which tells contents apart, and SHA-1, which other services compare by.
final class StagedHash {
    struct Digests: Sendable {
        /// 32 bytes.
        let sha256: [UInt8]
        /// 20 bytes.
        let sha1: [UInt8]
    }

    private let sha256 = ContentHash(.sha256), sha1 = ContentHash(.sha1)

    func update(_ bytes: UnsafeRawBufferPointer) {
        sha256.update(bytes)
        sha1.update(bytes)
    }

    func digests() throws(OriginalsError) -> Digests {
        guard let sha256 = sha256.digest(), let sha1 = sha1.digest() else {
            throw OriginalsError(.failed, "libcrypto could not compute a SHA-256 and a SHA-1. Check the installation of OpenSSL.")
        }
        return Digests(sha256: sha256, sha1: sha1)
    }
}

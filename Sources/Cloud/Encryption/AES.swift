import CCrypto

/// AES-256-GCM under one key, by the system's libcrypto.
///
/// Used by one thread at a time.
final class AES {
    struct Failure: Error {}

    static let keySize = 32, nonceSize = 12, tagSize = 16

    private let cipher: OpaquePointer

    /// - Throws: where there is no libcrypto.
    init(key: [UInt8]) throws(Failure) {
        guard key.count == Self.keySize, let cipher = ccrypto_cipher_new(key) else { throw Failure() }
        self.cipher = cipher
    }

    deinit { ccrypto_cipher_free(cipher) }

    /// Encrypts so many bytes, which the tag follows.
    func seal(_ bytes: UnsafeRawBufferPointer, nonce: [UInt8], header: [UInt8], into sealed: UnsafeMutableRawBufferPointer) throws(Failure) {
        let (bytes, sealed) = (bytes.bindMemory(to: UInt8.self), sealed.bindMemory(to: UInt8.self))
        guard nonce.count == Self.nonceSize, sealed.count == bytes.count + Self.tagSize, let start = sealed.baseAddress,
            ccrypto_seal(cipher, nonce, header, header.count, bytes.baseAddress, bytes.count, start, start + bytes.count) == 1
        else { throw Failure() }
    }

    /// Decrypts what the tag follows.
    /// - Throws: where anything of it, or of the nonce or the header, is another than was sealed; then nothing of `bytes` may be used.
    func open(_ sealed: UnsafeRawBufferPointer, nonce: [UInt8], header: [UInt8], into bytes: UnsafeMutableRawBufferPointer) throws(Failure) {
        let (sealed, bytes) = (sealed.bindMemory(to: UInt8.self), bytes.bindMemory(to: UInt8.self))
        guard nonce.count == Self.nonceSize, sealed.count == bytes.count + Self.tagSize, let start = sealed.baseAddress,
            ccrypto_open(cipher, nonce, header, header.count, start, bytes.count, start + bytes.count, bytes.baseAddress) == 1
        else { throw Failure() }
    }

    func seal(_ bytes: [UInt8], nonce: [UInt8], header: [UInt8]) throws(Failure) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: bytes.count + Self.tagSize), isGood = true
        sealed.withUnsafeMutableBytes { sealed in
            bytes.withUnsafeBytes { bytes in
                do throws(Failure) { try seal(bytes, nonce: nonce, header: header, into: sealed) } catch { isGood = false }
            }
        }
        guard isGood else { throw Failure() }
        return sealed
    }

    func open(_ sealed: [UInt8], nonce: [UInt8], header: [UInt8]) throws(Failure) -> [UInt8] {
        guard sealed.count >= Self.tagSize else { throw Failure() }
        var bytes = [UInt8](repeating: 0, count: sealed.count - Self.tagSize), isGood = true
        bytes.withUnsafeMutableBytes { bytes in
            sealed.withUnsafeBytes { sealed in
                do throws(Failure) { try open(sealed, nonce: nonce, header: header, into: bytes) } catch { isGood = false }
            }
        }
        guard isGood else { throw Failure() }
        return bytes
    }
}

/// RFC 5869 with SHA-256, for keys of 32 bytes: extraction without a salt, and one block of expansion.
enum HKDF {
    static func key(from secret: [UInt8], for purpose: String) -> [UInt8] {
        let extracted = HMAC.code(of: secret, key: [UInt8](repeating: 0, count: 32))
        return HMAC.code(of: Array(purpose.utf8) + [1], key: extracted)
    }
}

/// Bytes by the system's generator.
func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}

extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

    init(bigEndianBytes bytes: some Collection<UInt8>) { self = bytes.reduce(0) { $0 << 8 | Self($1) } }
}

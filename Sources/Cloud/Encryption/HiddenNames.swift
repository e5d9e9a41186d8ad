/// What objects are called in an encrypted store.
///
/// A folder's name is the start of a keyed hash of its path, so that a folder can still be listed; the object's own name is its whole key, encrypted under a
/// nonce that is a keyed hash of it: the same key is always called the same, and the key can be had back. What shows is how many objects are in how many
/// folders.
struct HiddenNames: Sendable {
    /// Bytes of a key: what it is called may have 255, which is what file systems allow.
    static let limit = 128

    private let folders: [UInt8]
    private let nonces: [UInt8]
    private let names: [UInt8]

    init(_ ring: Keyring) {
        folders = HKDF.key(from: ring.names, for: "OpenPhotoKit folders")
        nonces = HKDF.key(from: ring.names, for: "OpenPhotoKit nonces of names")
        names = HKDF.key(from: ring.names, for: "OpenPhotoKit names")
    }

    func hidden(_ key: String) throws(CloudError) -> String {
        let nonce = Array(HMAC.code(of: Array(key.utf8), key: nonces).prefix(AES.nonceSize))
        do throws(AES.Failure) {
            let sealed = try AES(key: names).seal(Array(key.utf8), nonce: nonce, header: [])
            return folder(of: key) + Base32.text(of: nonce + sealed)
        } catch {
            throw .noCrypto
        }
    }

    /// `nil` where it is the name of no object of this store, or stands in another folder than it should.
    func key(of hidden: String) -> String? {
        guard let name = hidden.split(separator: "/").last, let bytes = Base32.bytes(of: name), bytes.count > AES.nonceSize + AES.tagSize,
            let aes = try? AES(key: names), let opened = try? aes.open(Array(bytes[AES.nonceSize...]), nonce: Array(bytes[..<AES.nonceSize]), header: []),
            let key = String(validating: opened, as: UTF8.self), (try? self.hidden(key)) == hidden
        else { return nil }
        return key
    }

    /// What the names of all objects begin with that are in the prefix's folder, or in folders of it.
    func folder(of prefix: String) -> String {
        var result = ""
        for index in prefix.indices where prefix[index] == "/" {
            result += Base32.text(of: HMAC.code(of: Array(prefix[..<index].utf8), key: folders).prefix(10)) + "/"
        }
        return result
    }
}

/// RFC 4648, in small letters and without padding, for file systems that take large and small ones for the same.
enum Base32 {
    private static let symbols = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    static func text(of bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = [], held: UInt32 = 0, bits: UInt32 = 0
        for byte in bytes {
            (held, bits) = (held << 8 | UInt32(byte), bits + 8)
            while bits >= 5 {
                bits -= 5
                text.append(symbols[Int(held >> bits & 31)])
            }
        }
        if bits > 0 { text.append(symbols[Int(held << (5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    static func bytes(of text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = [], held: UInt32 = 0, bits: UInt32 = 0
        for symbol in text.utf8 {
            guard let digit = symbols.firstIndex(of: symbol) else { return nil }
            (held, bits) = (held << 5 | UInt32(digit), bits + 5)
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: held >> bits))
            }
        }
        return bits < 5 && held & (1 << bits - 1) == 0 ? bytes : nil
    }
}

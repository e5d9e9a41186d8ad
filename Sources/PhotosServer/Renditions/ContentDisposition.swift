/// How a file is called when it is saved (RFC 6266, 8187).
enum ContentDisposition {
    static func text(filename: String, isAttachment: Bool) -> String {
        let kind = isAttachment ? "attachment" : "inline"
        // For clients that know ASCII only, and never anything that could end the quotes or be a path.
        let plain = String(
            filename.unicodeScalars.map { scalar in
                (0x20..<0x7F).contains(scalar.value) && !"\"\\/%".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
            })
        let encoded = filename.utf8.map { byte -> String in
            let isPlain = 0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "!#$&+-.^_`|~".utf8.contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(encoded.joined())"
    }
}

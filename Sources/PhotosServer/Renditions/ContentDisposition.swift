import Support

/// How a file is called when it is saved (RFC 6266, 8187).
enum ContentDisposition {
    static func text(filename: String, isAttachment: Bool) -> String {
        let kind = isAttachment ? "attachment" : "inline"
        // For clients that know ASCII only, and never anything that could end the quotes or be a path.
        let plain = String(
            filename.unicodeScalars.map { scalar in
                (0x20..<0x7F).contains(scalar.value) && !"\"\\/%".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
            })
        let encoded = PercentEncoding.encode(filename, keeping: "!#$&+^`|")
        return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }
}

import Support

/// Validators of what is sent (RFC 9110).
///
/// Hummingbird knows the header but not its grammar: its files' middleware compares the whole of it, and takes `bytes=-500` for the first 500 bytes.
enum EntityTag {
    /// A hash of the bytes themselves, which holds whatever they were made from and need not withstand anybody.
    static func of(_ bytes: [UInt8]) -> String {
        "\"\(bytes.count)-\(String(bytes.fnv1a(), radix: 16))\""
    }

    /// Whether an `If-None-Match` header names the tag; weak comparison, as that header asks for.
    static func matches(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { candidate in
            let candidate = candidate.trimmed
            return candidate == "*" || candidate == tag[...] || candidate == "W/" + tag
        }
    }
}

extension Substring {
    var trimmed: Substring {
        var rest = self
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return rest
    }
}

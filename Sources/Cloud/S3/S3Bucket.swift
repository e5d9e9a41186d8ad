import Support

/// Which bucket of which server.
package struct S3Bucket: Sendable, Equatable {
    /// Where the bucket's name stands in an address.
    package enum Style: String, Sendable { case path, virtualHost }

    /// `http` or `https`.
    package let scheme: String
    /// Of the server, with the port where it is not the scheme's own.
    package let host: String
    package let name: String
    package let region: String
    package let style: Style
    /// What the keys of all objects begin with in the bucket, such as `photos/`; empty, or with a slash at the end.
    package let prefix: String

    /// - Parameter endpoint: the server's address, such as `https://s3.eu-central-1.amazonaws.com` or `http://127.0.0.1:7480`.
    /// - Throws: `.storeMissing` where these can't name a bucket.
    package init(endpoint: String, name: String, region: String = "us-east-1", style: Style = .path, prefix: String = "") throws(CloudError) {
        let parts = endpoint.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3 || parts.count == 4 && parts[3].isEmpty, ["http:", "https:"].contains(parts[0].lowercased()), parts[1].isEmpty, Self.isHost(parts[2]) else {
            throw CloudError(.storeMissing, object: nil, "\(endpoint) is no address of a server. Name one such as https://s3.example.org.")
        }
        guard 3...63 ~= name.utf8.count, name.utf8.allSatisfy({ Self.isLabel($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") }) else {
            throw CloudError(.storeMissing, object: nil, "\(name) can't be a bucket's name. It has 3 to 63 letters, digits, hyphens and dots.")
        }
        guard prefix.isEmpty || prefix.hasSuffix("/") && ObjectKey.isProper(String(prefix.dropLast())) else {
            throw CloudError(.storeMissing, object: nil, "\(prefix) can't be the beginning of keys. It has names with slashes after them.")
        }
        (scheme, host) = (String(parts[0].dropLast()).lowercased(), parts[2].lowercased())
        (self.name, self.region, self.style, self.prefix) = (name, region, style, prefix)
    }

    private static func isHost(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { isLabel($0) || [UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]")].contains($0) }
    }

    private static func isLabel(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// What a request goes to: `host` as its header says it.
    var requestHost: String { style == .path ? host : "\(name).\(host)" }

    /// The path of an object, or of the bucket, percent-encoded.
    func path(_ key: String?) -> String {
        let inBucket = key.map { PercentEncoding.encode(prefix + $0, keeping: "/") } ?? ""
        return style == .path ? "/\(name)/\(inBucket)" : "/\(inBucket)"
    }

    /// True where no proxy lies between: the server is on this machine.
    var isHere: Bool {
        let server = host.hasPrefix("[") ? host : host.split(separator: ":").first.map(String.init) ?? ""
        return server == "localhost" || server.hasSuffix(".localhost") || server.hasPrefix("127.") || server.hasPrefix("[::1]")
    }
}

import Foundation

/// Where a library's originals are kept besides this machine, as a person writes it: `s3://bucket/prefix?endpoint=https://…&region=…`, or a folder's path.
package enum CloudAddress: Sendable, Equatable {
    case folder(String)
    case s3(Bucket)

    package struct Bucket: Sendable, Equatable {
        package var name: String
        /// What the keys of all objects begin with, without a slash at the end; empty for none.
        package var prefix: String
        /// `nil` takes what the environment says, else Amazon's own.
        package var endpoint: URL?
        /// `nil` takes what the environment says, else the service's default.
        package var region: String?
        /// Whether the bucket's name is a part of the server's; `nil` where that is so at Amazon alone.
        package var usesHostNames: Bool?

        func usesHostNames(with endpoint: String?) -> Bool { usesHostNames ?? (endpoint == nil) }
    }

    /// - Throws: for a text that is neither, with what is wrong with it.
    package init(_ text: String) throws(LibraryError) {
        guard let scheme = text.range(of: "://").map({ text[..<$0.lowerBound].lowercased() }) else {
            guard !text.isEmpty else { throw Self.wrong(text, "it is empty") }
            self = .folder(URL(fileURLWithPath: text).standardizedFileURL.path)
            return
        }
        guard let parts = URLComponents(string: text) else { throw Self.wrong(text, "it is no address") }
        switch scheme {
        case "file":
            guard parts.path.hasPrefix("/"), (parts.host ?? "").isEmpty || parts.host == "localhost" else {
                throw Self.wrong(text, "a folder has three slashes, as in file:///mnt/disk")
            }
            self = .folder(URL(fileURLWithPath: parts.path).standardizedFileURL.path)
        case "s3": self = .s3(try Self.bucket(text, parts))
        default: throw Self.wrong(text, "\(scheme) is no kind of store: there are s3://bucket and a folder's path")
        }
    }

    private static func bucket(_ text: String, _ parts: URLComponents) throws(LibraryError) -> Bucket {
        guard let name = parts.host, name.utf8.count >= 3 else { throw wrong(text, "it names no bucket") }
        // Keys are no secrets, and stand in lists of processes and in the catalogue.
        guard parts.user == nil, parts.password == nil else { throw wrong(text, "keys do not belong into it: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY") }
        var bucket = Bucket(name: name, prefix: parts.path.split(separator: "/").joined(separator: "/"), endpoint: nil, region: nil, usesHostNames: nil)
        var style: String?
        for item in parts.queryItems ?? [] {
            let value = item.value ?? ""
            switch item.name {
            case "endpoint":
                guard let url = URL(string: value), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), url.host != nil else {
                    throw wrong(text, "the endpoint \(value) is no http or https address")
                }
                bucket.endpoint = url
            case "region": bucket.region = value
            case "style": style = value
            default: throw wrong(text, "it can say endpoint, region and style, and not \(item.name)")
            }
        }
        switch style {
        case nil: break
        case "path": bucket.usesHostNames = bucket.endpoint == nil ? false : nil
        case "host": bucket.usesHostNames = true
        case let other?: throw wrong(text, "style is path or host, and not \(other)")
        }
        return bucket
    }

    private static func wrong(_ text: String, _ what: String) -> LibraryError {
        LibraryError(.invalid, "\(text.debugDescription) can't be used as the address of a store: \(what). Write s3://bucket/prefix?endpoint=https://server, or a folder's path.")
    }

    /// As it is kept, and shown.
    package var text: String {
        switch self {
        case .folder(let path): return path
        case .s3(let bucket):
            var parts = URLComponents()
            (parts.scheme, parts.host, parts.path) = ("s3", bucket.name, bucket.prefix.isEmpty ? "" : "/" + bucket.prefix)
            var items: [URLQueryItem] = []
            if let endpoint = bucket.endpoint { items.append(URLQueryItem(name: "endpoint", value: endpoint.absoluteString)) }
            if let region = bucket.region { items.append(URLQueryItem(name: "region", value: region)) }
            if let usesHostNames = bucket.usesHostNames { items.append(URLQueryItem(name: "style", value: usesHostNames ? "host" : "path")) }
            parts.queryItems = items.isEmpty ? nil : items
            return parts.string ?? "s3://\(bucket.name)"
        }
    }
}

import Foundation

/// The address that browsers know a server by which stands behind a proxy, such as `https://photos.example.org`.
package struct PublicAddress: Sendable, Equatable {
    /// Whether browsers reach it by TLS.
    package let isSecure: Bool
    /// As browsers write it: in lower case, without the port that the scheme has anyway.
    let authority: String
    private let explicitAuthority: String

    /// - Throws: `ServerError` that says what is wrong with it.
    package init(_ text: String) throws(ServerError) {
        func wrong(_ why: String) -> ServerError {
            ServerError(.publicURL, "“\(text.prefix(200))” is no public address: \(why). It is like https://photos.example.org or https://photos.example.org:8443.")
        }
        let lower = text.lowercased()
        guard let scheme = ["https", "http"].first(where: { lower.hasPrefix($0 + "://") }) else { throw wrong("it has to begin with https:// or http://") }
        var rest = lower.dropFirst(scheme.utf8.count + 3)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard !rest.contains(where: { "/?#".contains($0) }) else { throw wrong("the gallery needs a whole host name, and can't be below a path") }
        guard !rest.contains("@") else { throw wrong("it can't have a user's name in it") }
        let nameEnd = rest.hasPrefix("[") ? rest.firstIndex(of: "]").map { rest.index(after: $0) } : rest.firstIndex(of: ":") ?? rest.endIndex
        guard let nameEnd, Self.isName(rest[..<nameEnd]) else {
            throw wrong("its host has to be a name or an address, of ASCII letters, digits, dots and hyphens (others as xn--…)")
        }
        let usual = scheme == "https" ? 443 : 80
        var port = usual
        if nameEnd != rest.endIndex {
            let digits = rest[rest.index(after: nameEnd)...]
            guard rest[nameEnd] == ":", digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(digits), (1...65_535).contains(number) else {
                throw wrong("its port has to be from 1 to 65535")
            }
            port = number
        }
        isSecure = scheme == "https"
        authority = String(rest[..<nameEnd]) + (port == usual ? "" : ":\(port)")
        explicitAuthority = "\(rest[..<nameEnd]):\(port)"
    }

    /// As a page of it names where it comes from.
    package var origin: String { (isSecure ? "https://" : "http://") + authority }

    /// Whether an address lies there.
    func holds(_ url: URL) -> Bool {
        guard let scheme = url.scheme, let host = url.host(), url.user == nil, url.password == nil else { return false }
        let name = host.contains(":") ? "[\(host)]" : host
        return (try? PublicAddress("\(scheme)://\(name)\(url.port.map { ":\($0)" } ?? "")")) == self
    }

    /// A `Host` header.
    func isNamed(by header: String) -> Bool {
        let header = header.lowercased()
        return header == authority || header == explicitAuthority
    }

    private static func isName(_ name: Substring) -> Bool {
        if name.hasPrefix("[") {
            let inner = name.dropFirst().dropLast()
            return name.hasSuffix("]") && inner.contains(":") && inner.utf8.allSatisfy { 0x30...0x3A ~= $0 || 0x61...0x66 ~= $0 || $0 == 0x2E }
        }
        return !name.isEmpty && name.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2E || $0 == 0x2D } && !name.hasPrefix(".") && !name.hasPrefix("-")
    }
}

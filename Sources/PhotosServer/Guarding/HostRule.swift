/// Which names this server answers to.
///
/// A page of another site can make its own name lead to this machine (DNS rebinding) and is then, to the browser, of the same origin. It has no cookie
/// of ours under that name; all the same a server that only this machine can reach answers to names of this machine only. One that others reach may be
/// called by any name. Behind a proxy it has the proxy's name as well, which the proxy may pass on or replace.
struct HostRule: Sendable {
    private let isLoopback: Bool
    private let port: Int
    private let given: String
    /// What nearly every request says.
    private let usual: String
    private let publicAddress: PublicAddress?

    init(host: String, port: Int, publicAddress: PublicAddress? = nil) {
        isLoopback = Self.isLoopback(host)
        (self.port, self.publicAddress) = (port, publicAddress)
        given = host.lowercased()
        usual = "\(given):\(port)"
    }

    /// Whether only this machine can reach an address.
    static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        return host == "localhost" || host == "::1" || isLoopbackLiteral(host)
    }

    /// `127.0.0.0/8`
    private static func isLoopbackLiteral(_ host: String) -> Bool {
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127"
            && numbers.allSatisfy { (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } && (Int($0) ?? 256) < 256 }
    }

    /// A `Host` header.
    func accepts(_ header: String) -> Bool {
        if header == usual { return true }
        guard !header.isEmpty else { return false }
        if let publicAddress, publicAddress.isNamed(by: header) { return true }
        guard isLoopback else { return true }
        guard let (name, port) = Self.parts(header), port == self.port else { return false }
        return name == "localhost" || name == "[::1]" || name == given || Self.isLoopbackLiteral(name)
    }

    /// An `Origin` header: the proxy's, or our own, which is plain HTTP. Under the proxy's name only the proxy's counts: whoever is between it and a
    /// browser may speak plain HTTP in its name.
    func isOrigin(_ origin: String, of host: String) -> Bool {
        let origin = origin.lowercased()
        if let publicAddress {
            if origin == publicAddress.origin { return true }
            if publicAddress.isNamed(by: host) { return false }
        }
        return origin == "http://" + host.lowercased()
    }

    /// Name and port; the port of plain HTTP where none is named.
    private static func parts(_ header: String) -> (name: String, port: Int)? {
        let header = header.lowercased()
        let end = header.hasPrefix("[") ? header.firstIndex(of: "]").map { header.index(after: $0) } : header.firstIndex(of: ":") ?? header.endIndex
        guard let end else { return nil }
        let rest = header[end...]
        if rest.isEmpty { return (String(header[..<end]), 80) }
        guard rest.first == ":", rest.utf8.count <= 6, rest.dropFirst().utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = Int(rest.dropFirst()) else { return nil }
        return (String(header[..<end]), port)
    }
}

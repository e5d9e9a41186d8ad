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
    private let usualBytes: [[UInt8]]
    private let publicAddress: PublicAddress?
    /// Whether this server itself speaks TLS.
    private let isSecure: Bool

    init(host: String, port: Int, publicAddress: PublicAddress? = nil, isSecure: Bool = false) {
        isLoopback = Self.isLoopback(host)
        (self.port, self.publicAddress, self.isSecure) = (port, publicAddress, isSecure)
        given = host.lowercased()
        usual = "\(given):\(port)"
        usualBytes = [usual, publicAddress?.authority].compactMap { $0.map { Array($0.utf8) } }
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

    /// Whether a `Host` header is what nearly every request says, as bytes.
    func isUsual(_ header: UnsafeBufferPointer<UInt8>) -> Bool { usualBytes.contains { $0.elementsEqual(header) } }

    /// A `Host` header.
    func accepts(_ header: String) -> Bool {
        if header == usual { return true }
        guard !header.isEmpty else { return false }
        if let publicAddress, publicAddress.isNamed(by: header) { return true }
        guard isLoopback else { return true }
        guard let (name, port) = parts(header), port == self.port else { return false }
        return name == "localhost" || name == "[::1]" || name == given || Self.isLoopbackLiteral(name)
    }

    /// An `Origin` header: the proxy's, or our own, which is plain HTTP where we have no certificate. Under the proxy's name only the proxy's counts: whoever is
    /// between it and a browser may speak plain HTTP in its name.
    func isOrigin(_ origin: String, of host: String) -> Bool {
        let origin = origin.lowercased()
        if let publicAddress {
            if origin == publicAddress.origin { return true }
            if publicAddress.isNamed(by: host) { return false }
        }
        return origin == (isSecure ? "https://" : "http://") + host.lowercased()
    }

    /// Name and port; that which the scheme has anyway where none is named.
    private func parts(_ header: String) -> (name: String, port: Int)? {
        let header = header.lowercased()
        let end = header.hasPrefix("[") ? header.firstIndex(of: "]").map { header.index(after: $0) } : header.firstIndex(of: ":") ?? header.endIndex
        guard let end else { return nil }
        let rest = header[end...]
        if rest.isEmpty { return (String(header[..<end]), isSecure ? 443 : 80) }
        guard rest.first == ":", rest.utf8.count <= 6, rest.dropFirst().utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = Int(rest.dropFirst()) else { return nil }
        return (String(header[..<end]), port)
    }
}

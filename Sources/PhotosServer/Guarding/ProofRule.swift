import NIOHTTP1

/// Who asks: proof comes as a cookie or as a header, or once with the address of the first page. Nothing else is proof, a connection from this machine
/// neither: other users and containers have those too.
struct ProofRule: Sendable {
    private static let keyStart = "/?key=", tokenStart = "/?token="

    private let sessions: SessionStore
    private let cookieName: String
    /// The name with its equals sign.
    private let cookieStart: [UInt8]
    private let cookieAttributes: String

    /// - Parameters:
    ///   - port: cookies are shared by all ports of a machine; its name keeps servers apart.
    ///   - isSecure: whether browsers reach the server by TLS, and send the cookie by nothing else.
    init(_ sessions: SessionStore, port: Int, isSecure: Bool) {
        self.sessions = sessions
        cookieName = "photos-\(port)"
        cookieStart = Array("\(cookieName)=".utf8)
        cookieAttributes = "; Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }

    func judge(_ head: HTTPRequestHead, _ facts: HeadFacts) -> RequestGuard.Verdict {
        guard Self.isEntrance(head.uri) else { return session(facts).map { .pass($0) } ?? .refuse(RequestGuard.noProof) }
        // An address that was only looked at (HEAD) is not used up.
        if head.method == .GET, let secret = exchanged(head.uri) {
            return .enter(cookie: "\(cookieName)=\(secret.text)\(cookieAttributes)", byPerson: facts.acceptsPages)
        }
        guard let known = session(facts) else { return .refuse(RequestGuard.usedAddress) }
        // Opened again, from the browser's history or by another tab: whoever is in stays in, and the address leaves the address bar.
        return head.method == .GET ? .enter(cookie: nil, byPerson: facts.acceptsPages) : .pass(known)
    }

    /// Whether an address is the first page's, with proof behind it.
    private static func isEntrance(_ uri: String) -> Bool {
        // Nearly all addresses have something else in the second place.
        uri.utf8.dropFirst().first == UInt8(ascii: "?") && (uri.hasPrefix(keyStart) || uri.hasPrefix(tokenStart))
    }

    /// The session that the proof in an address is exchanged for.
    private func exchanged(_ uri: String) -> Secret? {
        func value(_ start: String) -> Substring? { uri.hasPrefix(start) ? uri.dropFirst(start.count).prefix { $0 != "&" && $0 != "#" } : nil }
        if let key = value(Self.keyStart) { return Secret(key).flatMap { sessions.session(forKey: $0) } }
        if let token = value(Self.tokenStart) { return sessions.session(forToken: String(token)) }
        return nil
    }

    private func session(_ facts: HeadFacts) -> Session? {
        // Another scheme than ours was meant for a proxy before us.
        if var authorization = facts.authorization, let found = authorization.withUTF8({ session(authorization: $0) }) { return found }
        guard var cookie = facts.cookie else { return nil }
        if let found = cookie.withUTF8({ session(cookies: $0) }) { return found }
        for var more in facts.moreCookies {
            if let found = more.withUTF8({ session(cookies: $0) }) { return found }
        }
        return nil
    }

    /// An `Authorization` header; `nil` for one of another scheme.
    private func session(authorization: UnsafeBufferPointer<UInt8>) -> Session?? {
        let scheme: StaticString = "bearer "
        guard authorization.count > scheme.utf8CodeUnitCount else { return nil }
        for index in 0..<scheme.utf8CodeUnitCount where authorization[index] | 0x20 != scheme.utf8Start[index] { return nil }
        return sessions.session(bearer: UnsafeBufferPointer(rebasing: authorization[scheme.utf8CodeUnitCount...]))
    }

    /// A `Cookie` header: pairs with a semicolon between them.
    private func session(cookies: UnsafeBufferPointer<UInt8>) -> Session? {
        var start = 0
        while start < cookies.count {
            var end = start
            while end < cookies.count, cookies[end] != UInt8(ascii: ";") { end += 1 }
            while start < end, cookies[start] == UInt8(ascii: " ") || cookies[start] == UInt8(ascii: "\t") { start += 1 }
            if end - start == cookieStart.count + Secret.digits, begins(UnsafeBufferPointer(rebasing: cookies[start..<end])),
                let secret = Secret(UnsafeBufferPointer(rebasing: cookies[(start + cookieStart.count)..<end])), let found = sessions.session(cookie: secret)
            {
                return found
            }
            start = end + 1
        }
        return nil
    }

    private func begins(_ pair: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in cookieStart.indices where pair[index] != cookieStart[index] { return false }
        return true
    }
}

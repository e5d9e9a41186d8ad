import NIOHTTP1

/// Who is the owner: proof comes as a cookie or as a header, or once with the address of the first page. Nothing else is proof, a connection from this
/// machine neither: other users and containers have those too.
struct ProofRule: Sendable {
    private static let keyStart = "/?key=", tokenStart = "/?token="

    private let credentials: OwnerCredentials
    private let cookieName: String
    /// The name with its equals sign.
    private let cookieStart: [UInt8]
    private let cookieAttributes: String

    /// - Parameters:
    ///   - port: cookies are shared by all ports of a machine; its name keeps servers apart.
    ///   - isSecure: whether browsers reach the server by TLS, and send the cookie by nothing else.
    init(_ credentials: OwnerCredentials, port: Int, isSecure: Bool) {
        self.credentials = credentials
        cookieName = "photos-\(port)"
        cookieStart = Array("\(cookieName)=".utf8)
        cookieAttributes = "; Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }

    func judge(_ head: HTTPRequestHead, _ facts: HeadFacts) -> RequestGuard.Verdict {
        // An address that was only looked at (HEAD) is not used up.
        if head.method == .GET, let session = exchanged(head.uri) {
            return .enter(cookie: "\(cookieName)=\(session.text)\(cookieAttributes)", byPerson: facts.acceptsPages)
        }
        guard isOwner(facts) else { return .refuse(Self.names(head.uri) ? RequestGuard.usedAddress : RequestGuard.noProof) }
        // Opened again, from the browser's history or by another tab: whoever is in stays in, and the address leaves the address bar.
        return head.method == .GET && Self.names(head.uri) ? .enter(cookie: nil, byPerson: facts.acceptsPages) : .pass
    }

    private static func names(_ uri: String) -> Bool { uri.hasPrefix(keyStart) || uri.hasPrefix(tokenStart) }

    /// The session that the proof in an address is exchanged for.
    private func exchanged(_ uri: String) -> Secret? {
        func value(_ start: String) -> Substring? { uri.hasPrefix(start) ? uri.dropFirst(start.count).prefix { $0 != "&" && $0 != "#" } : nil }
        if let key = value(Self.keyStart) { return Secret(key).flatMap { credentials.session(forKey: $0) } }
        if let token = value(Self.tokenStart) { return credentials.session(forToken: token.utf8) }
        return nil
    }

    private func isOwner(_ facts: HeadFacts) -> Bool {
        // Another scheme than ours was meant for a proxy before us.
        if let authorization = facts.authorization, authorization.utf8.count > 7, authorization.prefix(7).lowercased() == "bearer " {
            return credentials.isToken(authorization.dropFirst(7).utf8)
        }
        return facts.cookies.contains { header in
            var header = header
            return header.withUTF8 { isOwner(cookies: $0) }
        }
    }

    /// A `Cookie` header: pairs with a semicolon between them.
    private func isOwner(cookies: UnsafeBufferPointer<UInt8>) -> Bool {
        var start = 0
        while start < cookies.count {
            var end = start
            while end < cookies.count, cookies[end] != UInt8(ascii: ";") { end += 1 }
            while start < end, cookies[start] == UInt8(ascii: " ") || cookies[start] == UInt8(ascii: "\t") { start += 1 }
            if end - start == cookieStart.count + Secret.digits, begins(UnsafeBufferPointer(rebasing: cookies[start..<end])),
                let secret = Secret(UnsafeBufferPointer(rebasing: cookies[(start + cookieStart.count)..<end])), credentials.isSession(secret)
            {
                return true
            }
            start = end + 1
        }
        return false
    }

    private func begins(_ pair: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in cookieStart.indices where pair[index] != cookieStart[index] { return false }
        return true
    }
}

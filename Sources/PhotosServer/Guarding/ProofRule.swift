import Foundation
import NIOHTTP1
import Support

/// Who asks: proof comes as a cookie or as a header, or once with the address of the first page. Nothing else is proof, a connection from this machine
/// neither: other users and containers have those too.
struct ProofRule: Sendable {
    private static let keyStart = "/?key=", tokenStart = "/?token=", keyName = "?key="

    private let sessions: SessionStore
    private let cookieName: String
    /// The name with its equals sign.
    private let cookieStart: [UInt8]
    private let isSecure: Bool

    /// - Parameters:
    ///   - port: cookies are shared by all ports of a machine; its name keeps servers apart.
    ///   - isSecure: whether browsers reach the server by TLS, and send the cookie by nothing else.
    init(_ sessions: SessionStore, port: Int, isSecure: Bool) {
        self.sessions = sessions
        cookieName = "photos-\(port)"
        cookieStart = Array("\(cookieName)=".utf8)
        self.isSecure = isSecure
    }

    func judge(_ head: HTTPRequestHead, _ facts: HeadFacts) -> RequestGuard.Verdict {
        // A link's token is all that counts at its addresses: who is let in by something else sees there what everybody does.
        if head.uri.hasPrefix(ShareStore.start) { return .pass(sessions.shares.known(head.uri)) }
        // A client of a network folder asks a person for a name and a password, and knows no other proof. No cookie counts there: pages have no part in it.
        if DAVPath.isHere(head.uri) {
            if let session = facts.authorization.flatMap({ self.session(password: $0) }) { return .pass(session) }
            return .refuse(RequestGuard.noPassword)
        }
        guard Self.isEntrance(head.uri) else {
            if let session = session(facts) { return .pass(session) }
            // The strict cookie was kept back since another site leads here: our own page asks once more, and brings it.
            if Self.isLedHere(head, facts) { return .enter(cookie: nil, path: head.uri, byPerson: true) }
            return .refuse(RequestGuard.noProof)
        }
        let known = session(facts)
        // An address that was only looked at (HEAD) is not used up.
        if head.method == .GET, let entry = exchanged(head.uri, known) {
            let isEmbedded = entry.isEmbedded && (isSecure || Self.isFramed(facts))
            return .enter(cookie: entry.secret.map { cookie($0, isEmbedded: isEmbedded) }, path: entry.path, byPerson: Self.isByPerson(facts))
        }
        guard let known else { return .refuse(RequestGuard.usedAddress) }
        // Opened again, from the browser's history or by another tab: whoever is in stays in, and the address leaves the address bar.
        return head.method == .GET ? .enter(cookie: nil, path: Self.pickerEntrance(head.uri)?.path ?? "/", byPerson: Self.isByPerson(facts)) : .pass(known)
    }

    /// Whether a link or a form of another site leads a person to a picker.
    private static func isLedHere(_ head: HTTPRequestHead, _ facts: HeadFacts) -> Bool {
        guard head.method == .GET, facts.acceptsPages, facts.fetchMode == "navigate", facts.fetchSite == "cross-site" || facts.fetchSite == "same-site" else { return false }
        return head.uri.hasPrefix(PickerRoutes.pageStart) || head.uri.hasPrefix(PickerRoutes.formPath + "?")
    }

    /// Within a page of another site a browser sends a cookie only where it says so, and takes one that says so only with `Secure`. It is kept apart for each such site.
    private func cookie(_ secret: Secret, isEmbedded: Bool) -> String {
        let attributes = isEmbedded ? "SameSite=None; Partitioned" : "SameSite=Strict"
        return "\(cookieName)=\(secret.text); Path=/; HttpOnly; \(attributes)" + (isSecure || isEmbedded ? "; Secure" : "")
    }

    /// Whether a browser shows the answer in a frame of another site. Without TLS it says so to none but this machine's own addresses, which it trusts as much: there it
    /// takes and sends a cookie that is `Secure`.
    private static func isFramed(_ facts: HeadFacts) -> Bool { facts.fetchDestination == "iframe" && facts.fetchSite == "cross-site" }

    /// Whether a page that leads on can be seen. A frame shows none but the picker's own, whose answer says within which sites, and a redirection brings it there.
    private static func isByPerson(_ facts: HeadFacts) -> Bool { facts.acceptsPages && facts.fetchDestination != "iframe" }

    /// Whether an address is that of the first page, or of a picker's, with proof behind it.
    private static func isEntrance(_ uri: String) -> Bool {
        // Nearly all addresses have something else in the second place.
        switch uri.utf8.dropFirst().first {
        case UInt8(ascii: "?"): uri.hasPrefix(keyStart) || uri.hasPrefix(tokenStart)
        case UInt8(ascii: "p"): pickerEntrance(uri) != nil
        default: false
        }
    }

    /// Of `/pick/ID?key=KEY`: the page's own address, and the key.
    private static func pickerEntrance(_ uri: String) -> (path: String, key: Substring)? {
        guard uri.hasPrefix(PickerRoutes.pageStart), let question = uri.firstIndex(of: "?"), uri[question...].hasPrefix(keyName),
            let id = UUID(uuidString: String(uri[..<question].dropFirst(PickerRoutes.pageStart.count)))
        else { return nil }
        return (PickerRoutes.page(of: id), uri[question...].dropFirst(keyName.count).prefix { $0 != "&" && $0 != "#" })
    }

    /// What the proof in an address is exchanged for.
    private func exchanged(_ uri: String, _ known: Session?) -> SessionStore.Entry? {
        func value(_ start: String) -> Substring? { uri.hasPrefix(start) ? uri.dropFirst(start.count).prefix { $0 != "&" && $0 != "#" } : nil }
        if let key = value(Self.keyStart) ?? Self.pickerEntrance(uri)?.key { return Secret(key).flatMap { sessions.enter(key: $0, known: known) } }
        if let token = value(Self.tokenStart) { return sessions.session(forToken: String(token)).map { .init(secret: $0, path: "/", isEmbedded: false) } }
        return nil
    }

    /// Whose headers these are.
    func session(authorization: UnsafeBufferPointer<UInt8>?, cookies: UnsafeBufferPointer<UInt8>?) -> Session? {
        if let authorization, let found = session(authorization: authorization) { return found }
        return cookies.flatMap { session(cookies: $0) }
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

    /// An `Authorization` header of a network folder's client: a token as a password, whatever the name is, or by itself.
    private func session(password authorization: String) -> Session? {
        var authorization = authorization
        if let known = authorization.withUTF8({ session(authorization: $0) }) { return known }
        let parts = authorization.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "basic", let data = Data(base64Encoded: String(parts[1].trimmed)), let colon = data.firstIndex(of: UInt8(ascii: ":"))
        else {
            return nil
        }
        return [UInt8](data[data.index(after: colon)...]).withUnsafeBufferPointer { sessions.session(bearer: $0) }
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

import NIOHTTP1

/// Who knows the token: it comes as a header, as a cookie, or once with the address of the first page.
struct TokenRule: Sendable {
    private let token: [UInt8]
    private let cookieName: String

    /// - Parameter port: cookies are shared by all ports of a machine; its name keeps servers apart.
    init(token: String, port: Int) {
        self.token = Array(token.utf8)
        cookieName = "photos-\(port)"
    }

    func judge(_ head: HTTPRequestHead, _ facts: HeadFacts) -> RequestGuard.Verdict {
        if head.uri.hasPrefix("/?token=") {
            let given = head.uri.dropFirst("/?token=".count).prefix { $0 != "&" && $0 != "#" }
            guard head.method == .GET, matches(given.utf8) else { return .refuse(RequestGuard.noToken) }
            return .enter(cookie: "\(cookieName)=\(String(decoding: token, as: UTF8.self)); Path=/; HttpOnly; SameSite=Strict")
        }
        if let authorization = facts.authorization, authorization.utf8.count > 7, authorization.prefix(7).lowercased() == "bearer " {
            return matches(authorization.dropFirst(7).utf8) ? .pass : .refuse(RequestGuard.noToken)
        }
        for header in facts.cookies {
            for cookie in header.split(separator: ";") {
                let cookie = cookie.trimmed
                guard cookie.hasPrefix(cookieName), cookie.dropFirst(cookieName.count).first == "=" else { continue }
                if matches(cookie.dropFirst(cookieName.count + 1).utf8) { return .pass }
            }
        }
        return .refuse(RequestGuard.noToken)
    }

    /// In a time that says nothing about where the first difference is.
    private func matches(_ given: some Collection<UInt8>) -> Bool {
        guard given.count == token.count else { return false }
        var difference: UInt8 = 0
        for (a, b) in zip(given, token) { difference |= a ^ b }
        return difference == 0
    }
}

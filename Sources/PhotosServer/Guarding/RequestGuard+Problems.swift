import NIOHTTP1

extension RequestGuard {
    static let malformed = Problem(
        .badRequest, "malformed", title: "The request can't be read", detail: "What came is not HTTP/1.1, or its headers are longer than 16 KiB.")

    static let plainHTTP = Problem(
        .badRequest, "plain-http", title: "This address takes https://", detail: "Open the address that was printed where the gallery was started: it begins with https://.")

    static let noHost = Problem(.badRequest, "host", title: "The request does not say whom it is for", detail: "Send exactly one Host header.")

    static func foreignHost(_ host: String) -> Problem {
        Problem(
            .init(code: 421, reasonPhrase: "Misdirected Request"), "host", title: "The request is for somebody else",
            detail: "This server is not \(host.prefix(100)). Open it by the address that it printed; another name needs `photos serve --host`, or --public-url behind a proxy.")
    }

    static let foreignOrigin = Problem(
        .forbidden, "origin", title: "The request comes from another site",
        detail: "Only the gallery's own page may ask for this. Open the gallery itself; behind a proxy, start it with --public-url.")

    static let tooLong = Problem(
        .contentTooLarge, "too-large", title: "The request is too long", detail: "Send at most 1 MiB at a time: fewer items in one request.")

    /// - Parameter address: what was asked for, whatever stands behind its path.
    static func method(_ method: String, at address: String) -> Problem {
        let known = RouteTable.methods(at: String(address.prefix { $0 != "?" }))
        // Files of pages, and what is not there at all, are read and nothing else.
        let allowed = (known.isEmpty ? ["GET", "HEAD"] : known).joined(separator: ", ")
        var problem = Problem(.methodNotAllowed, "method", title: "There is no such way to ask", detail: "\(method.prefix(20)) is nothing here. Use \(allowed).")
        problem.headers[.allow] = allowed
        return problem
    }

    static func tooMany(_ wait: Duration) -> Problem {
        let seconds = Int(wait.components.seconds) + (wait.components.attoseconds > 0 ? 1 : 0)
        var problem = Problem(
            .tooManyRequests, "too-many-requests", title: "Too much is asked for at once",
            detail: "Others want an answer too. Ask again in \(seconds == 1 ? "a second" : "\(seconds) seconds"), and for less at a time.")
        problem.headers[.retryAfter] = "\(seconds)"
        return problem
    }

    static let badPath = Problem(
        .badRequest, "path", title: "The address can't be read",
        detail: "It has dot segments, encoded slashes, control characters or broken escapes. /api/openapi.json lists the addresses there are.")

    static let longPath = Problem(
        .init(code: 414, reasonPhrase: "URI Too Long"), "path", title: "The address is too long", detail: "An address has at most 8 KiB here. Shorten the search.")

    static let noProof = unproven(
        """
        Open the address that was printed where the gallery was started: it lets one browser in, once, within ten minutes. Enter, pressed there, prints \
        another. Programs send the token of PHOTOS_TOKEN or --token-file as Authorization: Bearer.
        """)

    static let usedAddress = unproven(
        """
        This address was used already, is older than ten minutes, or is none of this server's. Press Enter where the gallery was started: that prints \
        another. Where there is no terminal, start it again.
        """)

    static let sessionOver = unproven("The session has ended, or was taken back. Ask whoever opened it for another one.")

    /// What was shared was not taken.
    static let notOpened: Problem = {
        var problem = Self.unproven("Nothing of what was shared was taken, since this browser is not let in. Open the gallery in it once, and share again.")
        (problem.type, problem.title) = ("/problems/not-opened", "Open the gallery here first")
        return problem
    }()

    /// Where the network folder is, and nowhere else: a browser that met it would ask a person for a password.
    static let noPassword: Problem = {
        var problem = Self.unproven(
            "Send the token of PHOTOS_TOKEN or --token-file as the password, with any user name. An application's token, from POST /api/clients, is one as well.")
        problem.headers[.wwwAuthenticate] = "Basic realm=\"Photos\", charset=\"UTF-8\""
        return problem
    }()

    private static func unproven(_ detail: String) -> Problem {
        var problem = Problem(.unauthorized, "token", title: "Only the owner is let in", detail: detail)
        problem.headers[.wwwAuthenticate] = "Bearer realm=\"photos\""
        return problem
    }
}

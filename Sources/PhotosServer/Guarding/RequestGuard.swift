import NIOHTTP1

/// Decides from a request's head alone whether it may pass: what it asks for, from where, and who asks.
///
/// A page of another site can send requests to this server from the user's own browser. It can't choose their `Host`, and the browser says by
/// `Origin` and `Sec-Fetch-Site` where they come from.
struct RequestGuard: Sendable {
    enum Verdict {
        /// To be answered, to this session.
        case pass(Session)
        case refuse(Problem)
        /// Proof came with the address: a session is kept as this cookie, where there is none yet, and the proof leaves the address.
        /// - Parameter path: where the address leads without it.
        case enter(cookie: String?, path: String, byPerson: Bool)
    }

    private let hosts: HostRule
    private let proof: ProofRule

    /// - Parameter port: the one that the connection came in by.
    init(_ options: ServerOptions, port: Int, sessions: SessionStore) {
        hosts = HostRule(host: options.host, port: port, publicAddress: options.publicAddress, isSecure: options.certificate != nil)
        proof = ProofRule(sessions, port: port, isSecure: options.publicAddress?.isSecure ?? (options.certificate != nil))
    }

    func judge(_ head: HTTPRequestHead) -> Verdict {
        guard head.method == .GET || head.method == .HEAD || head.method == .POST || TusRoutes.takes(head.method, at: head.uri) || DAVRoutes.takes(head.method, at: head.uri)
        else {
            return .refuse(Self.method(head.method.rawValue, at: head.uri))
        }
        if let problem = PathRule.problem(with: head.uri) { return .refuse(problem) }
        let facts = HeadFacts(head.headers)
        guard let host = facts.host, !facts.repeatsHost else { return .refuse(Self.noHost) }
        guard hosts.accepts(host) else { return .refuse(Self.foreignHost(host)) }
        if let origin = facts.origin {
            let isOwn = hosts.isOrigin(origin, of: host) || ShareTargetRoutes.isShared(head, facts)
            if facts.repeatsOrigin || !isOwn { return .refuse(Self.foreignOrigin) }
        }
        if let site = facts.fetchSite, site != "same-origin", site != "none", !isFirstPage(head, facts) { return .refuse(Self.foreignOrigin) }
        if let length = facts.contentLength, length > GalleryRequestContext.longestBody, !TusRoutes.isSending(head), !ShareTargetRoutes.isSending(head), !DAVRoutes.isSending(head)
        {
            return .refuse(Self.tooLong)
        }
        let verdict = proof.judge(head, facts)
        // Who shares something with a page that is not let in is told by a page, which may be loaded anew without the files.
        guard case .refuse(let problem) = verdict, problem.status.code == 401, ShareTargetRoutes.isHere(head.uri), facts.acceptsPages else { return verdict }
        return head.method == .POST ? .enter(cookie: nil, path: ShareTargetRoutes.path, byPerson: false) : .refuse(Self.notOpened)
    }

    /// Whether a request that says no more than what it asks for, of whom and by whom keeps every rule but the last; false for any doubt.
    func isUsual(_ request: PlainRequest) -> Bool { hosts.isUsual(request.host) }

    /// Who asks.
    func session(of request: PlainRequest) -> Session? { proof.session(authorization: request.authorization, cookies: request.cookie) }

    /// A link may lead here from anywhere, to the first page and a picker's, and nothing else. A picker may be shown within a page of another site; its own
    /// answer says of which.
    private func isFirstPage(_ head: HTTPRequestHead, _ facts: HeadFacts) -> Bool {
        guard head.method == .GET, facts.fetchMode == "navigate" else { return false }
        if let token = ShareStore.token(in: head.uri), head.uri.utf8.count <= ShareStore.start.utf8.count + token.utf8.count + 1 { return facts.fetchDestination == "document" }
        if head.uri.hasPrefix(PickerRoutes.formPath + "?") { return facts.fetchDestination == "document" }
        if head.uri.hasPrefix(PickerRoutes.pageStart) { return facts.fetchDestination == "document" || facts.fetchDestination == "iframe" }
        return (head.uri == "/" || head.uri.hasPrefix("/?")) && facts.fetchDestination == "document"
    }
}

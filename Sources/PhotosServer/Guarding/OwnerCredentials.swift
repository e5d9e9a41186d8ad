import Synchronization

/// What lets the owner of a served library in: a key in an address, good once; the session that it is exchanged for; a token of the owner's own choice.
///
/// Keys and sessions are made here, lie in this process's memory only and end with it. So nothing that was printed, logged or kept by a browser opens
/// anything later, and another program that listens on the same port one day learns nothing from the cookies that it is sent.
final class OwnerCredentials: Sendable {
    /// How long an address that was printed lets somebody in.
    static let keyLife = Duration.seconds(600)
    /// Keys that wait to be used; the oldest goes first.
    static let mostKeys = 16
    /// Browsers and scripts that are let in at a time; the one that asked for nothing longest goes first.
    static let mostSessions = 64

    private struct Key {
        let secret: Secret
        let end: ContinuousClock.Instant
    }

    private struct Session {
        let secret: Secret
        var lastUse: UInt64
    }

    private struct State {
        var keys: [Key] = []
        var sessions: [Session] = []
        var uses: UInt64 = 0
    }

    private let token: [UInt8]?
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// - Parameter token: good for as long as the server runs; `nil` where the owner chose none.
    init(token: String?, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        (self.token, self.now) = (token.map { Array($0.utf8) }, now)
    }

    /// A key for an address, good once and for ten minutes.
    func makeKey() -> Secret {
        let secret = Secret(), now = now()
        state.withLock { state in
            state.keys.removeAll { $0.end <= now }
            if state.keys.count == Self.mostKeys { state.keys.removeFirst() }
            state.keys.append(Key(secret: secret, end: now + Self.keyLife))
        }
        return secret
    }

    /// Exchanges a key for a session. The key is used up by it.
    func session(forKey key: Secret) -> Secret? {
        let now = now()
        return state.withLock { state in
            state.keys.removeAll { $0.end <= now }
            var found: Int?
            for (index, candidate) in state.keys.enumerated() where candidate.secret.matches(key) { found = index }
            guard let found else { return nil }
            state.keys.remove(at: found)
            return Self.begin(&state)
        }
    }

    /// Exchanges the token for a session.
    func session(forToken text: String) -> Secret? {
        var text = text
        return text.withUTF8 { isToken($0) } ? state.withLock { Self.begin(&$0) } : nil
    }

    private static func begin(_ state: inout State) -> Secret {
        if state.sessions.count == mostSessions, let oldest = state.sessions.indices.min(by: { state.sessions[$0].lastUse < state.sessions[$1].lastUse }) {
            state.sessions.remove(at: oldest)
        }
        state.uses += 1
        let session = Session(secret: Secret(), lastUse: state.uses)
        state.sessions.append(session)
        return session.secret
    }

    /// Whether a session stands.
    func isSession(_ secret: Secret) -> Bool {
        state.withLock { state in
            var found: Int?
            for index in state.sessions.indices where state.sessions[index].secret.matches(secret) { found = index }
            guard let found else { return false }
            state.uses += 1
            state.sessions[found].lastUse = state.uses
            return true
        }
    }

    /// In a time that says nothing about where the first difference is.
    func isToken(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let token, text.count == token.count else { return false }
        var difference: UInt8 = 0
        for index in token.indices { difference |= text[index] ^ token[index] }
        return difference == 0
    }
}

import LibraryEngine
import Support
import Synchronization

/// Who is let in: by a key in an address, good once; by the session that it is exchanged for; by a token.
///
/// Keys and sessions are made here, lie in this process's memory only and end with it. So nothing that was printed, logged or kept by a browser opens
/// anything later, and another program that listens on the same port one day learns nothing from the cookies that it is sent. Of each secret only the hash is
/// kept, so that whoever reads this memory, a core dump or what was swapped out has nothing to show at the door.
package final class SessionStore: Sendable {
    /// How long an address that was printed lets somebody in.
    static let keyLife = Duration.seconds(600)
    /// Keys of one grant that wait to be used, and of one picker; the oldest goes first.
    static let mostKeys = 16
    /// Sessions of one grant at a time, and of people at one picker; the one that asked for nothing longest goes first.
    static let mostSessions = 64

    /// What a session's secret is sent in. One that was made for the one opens nothing in the other.
    private enum Carrier { case cookie, header }

    private struct Key {
        let hash: TokenHash
        let grant: Grant
        /// Whose page it opens; `nil` is the gallery's.
        let picker: Picker?
        let end: ContinuousClock.Instant
    }

    /// What an address with a key leads to.
    struct Entry {
        /// What the browser is known by from now on; `nil` where it is let in already.
        let secret: Secret?
        let path: String
        /// Whether pages of other sites may show what it leads to.
        let isEmbedded: Bool
    }

    private struct Known {
        let carrier: Carrier
        let session: Session
        var lastUse: UInt64
    }

    private struct State {
        var keys: [Key] = []
        var entries: [TokenHash: Known] = [:]
        var uses: UInt64 = 0
    }

    private let token: TokenHash?
    /// Of the owner's programs, which send the token.
    let programs: Session
    /// What people at pickers see.
    let choosing: AccessGate
    /// Who comes by links.
    let shares: ShareStore
    private let limits: ClientLimits
    private let onEnd: @Sendable (_ takenBack: [Session]) -> Void
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// - Parameters:
    ///   - token: the owner's, of his own choice, good for as long as the server runs; `nil` where he chose none.
    ///   - gate: the owner's.
    ///   - onEnd: called when sessions were taken back, with them, or made way for others, for what is still being sent to them.
    ///   - onLinkOver: called when links ended, and when somebody came by one that is over, for what was sent by it. May wait for the disk.
    init(
        token: String?, gate: AccessGate, limits: ClientLimits = ClientLimits(), onEnd: @escaping @Sendable (_ takenBack: [Session]) -> Void = { _ in },
        onLinkOver: @escaping @Sendable () -> Void = {},
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.token, self.limits, self.onEnd, self.now) = (token.map { TokenHash(of: $0) }, limits, onEnd, now)
        programs = Session(.owner, gate, now: now)
        choosing = AccessGate(choosingThrough: gate)
        shares = ShareStore(gate: gate, limits: limits, onOver: onLinkOver, now: now)
    }

    // MARK: Beginning

    /// A key for an address, good once and for ten minutes.
    /// - Parameter picker: what it opens the page of; `nil` is the gallery's.
    func makeKey(for grant: Grant = .owner, picker: Picker? = nil) -> Secret {
        let secret = Secret(), now = now()
        state.withLock { state in
            state.keys.removeAll { $0.end <= now }
            // A program that asks for many pickers takes the owner's own address from nobody.
            let same = state.keys.indices.filter { state.keys[$0].grant == grant && state.keys[$0].picker === picker }
            if same.count == Self.mostKeys, let oldest = same.first { state.keys.remove(at: oldest) }
            state.keys.append(Key(hash: secret.hash, grant: grant, picker: picker, end: now + Self.keyLife))
        }
        return secret
    }

    /// Exchanges a key for a session, which a cookie names. The key is used up by it.
    /// - Parameter known: the session of the browser that brings it, which stays the browser's where it may as much.
    func enter(key: Secret, known: Session?) -> Entry? {
        let now = now(), hash = key.hash
        let found = state.withLock { state -> Key? in
            state.keys.removeAll { $0.end <= now }
            var found: Int?
            for (index, candidate) in state.keys.enumerated() where candidate.hash == hash { found = index }
            guard let found else { return nil }
            let key = state.keys[found]
            state.keys.remove(at: found)
            return key
        }
        guard let found else { return nil }
        let stays = known.map { $0.grant == .owner || $0.grant == found.grant } == true
        let begun = stays ? nil : begin(found.grant, .cookie, choosingAt: found.picker)
        if let picker = found.picker, stays { known?.admit(to: picker) }
        return Entry(secret: begun?.secret, path: found.picker.map { PickerRoutes.page(of: $0.id) } ?? "/", isEmbedded: found.picker?.frames.isEmpty == false)
    }

    /// Exchanges the owner's token for a session, which a cookie names.
    func session(forToken text: String) -> Secret? {
        var text = text
        return text.withUTF8 { isToken($0) } ? begin(.owner, .cookie).secret : nil
    }

    /// A session for a program, which sends the token as `Authorization: Bearer`.
    /// - Parameter lasting: `nil` is until it is taken back.
    package func begin(_ grant: Grant, lasting: Duration? = nil) -> (token: String, session: Session) {
        let (secret, session) = begin(grant, .header, end: lasting.map { now() + $0 })
        return (secret.text, session)
    }

    /// A session for the program that asked for a picker: it opens what was chosen there, for as long as the picker stands.
    /// - Parameter asker: by which it asked, and as which an application's counts; each of the owner's pickers counts by itself.
    func begin(_ picker: Picker, for asker: Session) -> String {
        begin(.collector(picker.id), .header, picker: picker, of: asker.grant == .owner ? nil : asker).secret.text
    }

    /// - Parameters:
    ///   - picker: what was chosen there is all that it gets.
    ///   - asker: the application that asked for the picker.
    ///   - choice: where a person may choose.
    private func begin(
        _ grant: Grant, _ carrier: Carrier, picker: Picker? = nil, of asker: Session? = nil, choosingAt choice: Picker? = nil, end: ContinuousClock.Instant? = nil
    ) -> (secret: Secret, session: Session) {
        let secret = Secret()
        let (session, displaced) = state.withLock { state -> (Session, [Session]) in
            state.entries = state.entries.filter { $0.value.session.isKnown }
            let same = state.entries.filter { $0.value.session.grant == grant }
            let shared = same.first?.value.session.openGate ?? gate(grant)
            state.uses += 1
            let session = Session(grant, shared, picker: picker, of: asker, pace: grant == .owner ? nil : Pace(limits.requests), end: end, now: now)
            if let choice { session.admit(to: choice) }
            // People at one picker push out none at another, and those whose picker is over none but each other.
            let groups = grant == .chooser ? [same.filter { $0.value.session.isAdmitted(to: choice) }, same.filter { !$0.value.session.stands }] : [same]
            var displaced: [Session] = []
            for group in groups where group.count >= Self.mostSessions {
                guard let oldest = group.min(by: { $0.value.lastUse < $1.value.lastUse }) else { continue }
                if let known = state.entries.removeValue(forKey: oldest.key) { displaced.append(known.session) }
            }
            state.entries[secret.hash] = Known(carrier: carrier, session: session, lastUse: state.uses)
            return (session, displaced)
        }
        if !displaced.isEmpty {
            for session in displaced { session.takeBack() }
            onEnd([])
        }
        return (secret, session)
    }

    private func gate(_ grant: Grant) -> AccessGate {
        switch grant {
        // A person at a picker sees what the owner sees and has not hidden, and what is chosen is handed on for the owner.
        case .chooser: choosing
        case .owner, .collector, .stranger, .visitor, .guest, .sender: programs.openGate
        case .application(let name): AccessGate(client: name, of: programs.openGate.library)
        }
    }

    // MARK: Ending

    /// Takes a session back: from now on it opens nothing, and what is being sent to it ends.
    package func end(_ session: Session) { end { $0 === session } }

    /// Takes back all sessions of a grant.
    package func end(_ grant: Grant) { end { $0.grant == grant } }

    private func end(_ isMeant: (Session) -> Bool) {
        let ended = state.withLock { state in
            let ended = state.entries.values.map(\.session).filter(isMeant)
            state.entries = state.entries.filter { !isMeant($0.value.session) }
            return ended
        }
        for session in ended { session.takeBack() }
        onEnd(ended)
    }

    // MARK: Knowing

    /// All that stand, the latest first; the programs that send the owner's token are none of them.
    var all: [Session] { state.withLock { $0.entries.values.map(\.session) }.filter(\.stands).sorted { ($0.age, $0.id.uuidString) < ($1.age, $1.id.uuidString) } }

    /// The session that a cookie names.
    func session(cookie secret: Secret) -> Session? { session(secret, .cookie) }

    /// The session of whoever sends a token.
    func session(bearer text: UnsafeBufferPointer<UInt8>) -> Session? {
        isToken(text) ? programs : Secret(text).flatMap { session($0, .header) }
    }

    private func session(_ secret: Secret, _ carrier: Carrier) -> Session? {
        let hash = secret.hash
        return state.withLock { state in
            // How long this takes tells something of the hash at most, and nothing of what it is made of.
            guard let known = state.entries[hash], known.carrier == carrier, known.session.isKnown else { return nil }
            state.uses += 1
            state.entries[hash]?.lastUse = state.uses
            return known.session
        }
    }

    private func isToken(_ text: UnsafeBufferPointer<UInt8>) -> Bool { token == TokenHash(of: text) }
}

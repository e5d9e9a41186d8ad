import Foundation
import LibraryEngine
import PhotoModel
import Support
import Synchronization

/// A link while it stands: what people see by it, who gave its password, and how often somebody may guess.
final class Share: Sendable {
    private struct State {
        var isOver = false
        /// What is seen by it, and while what stays the same it is so.
        var shown: (stamp: LibraryStamp, list: SharedList)?
        /// While it stays the same, files are taken by it.
        var open: LibraryStamp?
        /// Of those who gave the password; the oldest is forgotten first.
        var proofs: [TokenHash] = []
        var guesses: Guesses
    }

    /// Browsers that are let in by the password at a time.
    private static let mostProofs = 1_024

    let record: ShareRecord
    private let library: PhotoLibrary
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    init(_ record: ShareRecord, of library: PhotoLibrary, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        (self.record, self.library, self.now) = (record, library, now)
        state = Mutex(State(guesses: Guesses(at: now())))
    }

    var hidesPlaces: Bool { !record.rules.contains(.places) }

    /// False once it was taken back or its time is over.
    var stands: Bool { !state.withLock { $0.isOver } && !record.hasExpired(library.environment.now().timeIntervalSinceReferenceDate) }

    /// It was taken back: from now on it opens nothing.
    func end() { state.withLock { ($0.isOver, $0.shown, $0.proofs) = (true, nil, []) } }

    // MARK: What it shows

    /// Reads only where something was committed since. May wait for the disk.
    /// - Throws: a `Problem` once it is over, whoever took it back.
    func list() throws -> SharedList {
        // Before reading: what is committed meanwhile makes it out of date.
        let stamp = library.changes.stamp
        guard stands else { throw ShareStore.over }
        if let stamp, let known = state.withLock({ $0.shown }), known.stamp == stamp { return known.list }
        let found = try library.read { reader in
            try reader.share(uuid: record.uuid) == record ? SharedList(try reader.assetIDs(sharedBy: record), position: try reader.position) : nil
        }
        guard let found else {
            end()
            throw ShareStore.over
        }
        if let stamp { state.withLock { if !$0.isOver { $0.shown = (stamp, found) } } }
        return found
    }

    /// That files are taken by it: it stands, and its album is there. Reads only where something was committed since. May wait for the disk.
    /// - Throws: a `Problem` once it takes none.
    func requireOpen() throws {
        // Before reading: what is committed meanwhile makes it out of date.
        let stamp = library.changes.stamp
        guard stands else { throw ShareStore.over }
        if let stamp, state.withLock({ $0.open }) == stamp { return }
        let now = library.environment.now().timeIntervalSinceReferenceDate
        let (isSame, isOpen) = try library.read { reader in
            (try reader.share(uuid: record.uuid) == record, try reader.openUploads(ofShare: record.uuid, now) != nil)
        }
        // An album may come back, a link does not.
        if !isSame { end() }
        guard isSame, isOpen else { throw ShareStore.over }
        if let stamp { state.withLock { if !$0.isOver { $0.open = stamp } } }
    }

    // MARK: Its password

    /// - Returns: what a browser is known by that gave the password.
    /// - Throws: a `Problem` for another one, and where too many were tried.
    func prove(_ password: String) throws(Problem) -> Secret {
        guard let hash = record.passwordHash.flatMap({ PasswordHash(stored: $0) }) else { throw Self.wrongPassword }
        if let wait = state.withLock({ $0.guesses.take(at: now()) }) { throw Self.tooManyGuesses(wait) }
        guard hash.matches(password) else { throw Self.wrongPassword }
        let secret = Secret()
        return state.withLock { state in
            state.guesses.giveBack()
            if state.proofs.count >= Self.mostProofs { state.proofs.removeFirst() }
            state.proofs.append(TokenHash(of: secret.text))
            return secret
        }
    }

    /// Whether one of a browser's cookies says that it gave the password.
    func isProved(by cookies: [Substring]) -> Bool {
        guard record.passwordHash != nil else { return true }
        let hashes = cookies.prefix(8).filter { $0.utf8.count == Secret.digits }.map { TokenHash(of: $0) }
        return state.withLock { state in
            var isFound = false
            for proof in state.proofs { for hash in hashes where proof == hash { isFound = true } }
            return isFound
        }
    }

    private static let wrongPassword = Problem(
        .forbidden, "password", title: "This is not the password", detail: "Ask whoever sent the link for its password, and try again.")

    private static func tooManyGuesses(_ wait: Duration) -> Problem {
        let seconds = max(1, Int(wait.components.seconds) + 1)
        var problem = Problem(
            .tooManyRequests, "guesses", title: "Too many passwords were tried", detail: "Wait \(seconds) seconds, then try again.")
        problem.headers[.retryAfter] = "\(seconds)"
        return problem
    }
}

/// What a link shows, in its order.
struct SharedList: Sendable {
    let ids: ContiguousArray<Int64>
    /// Changes whenever the list may have.
    let position: ChangePosition
    private let rows: IDSet

    init(_ ids: ContiguousArray<Int64>, position: ChangePosition) { (self.ids, self.position, rows) = (ids, position, IDSet(ids)) }

    func contains(_ row: Int64) -> Bool { rows.contains(row) }
}

/// How often a password may be guessed: so many times at once, then once each interval. Who knows it is not counted.
struct Guesses {
    static let most = 20
    static let interval = Duration.seconds(10)

    private var left = Guesses.most
    /// When `left` last grew.
    private var since: ContinuousClock.Instant

    init(at now: ContinuousClock.Instant) { since = now }

    /// - Returns: how long to wait where there is none left.
    mutating func take(at now: ContinuousClock.Instant) -> Duration? {
        while left < Self.most, now - since >= Self.interval {
            left += 1
            since = since.advanced(by: Self.interval)
        }
        if left == Self.most { since = now }
        guard left > 0 else { return Self.interval - (now - since) }
        left -= 1
        return nil
    }

    mutating func giveBack() { left = min(Self.most, left + 1) }
}

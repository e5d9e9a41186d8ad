import Foundation
import LibraryEngine
import PhotoModel
import Synchronization

/// Wakes those who follow a view: after commits, of this process and of others, and at every heartbeat.
///
/// It listens to the library while anybody follows. However much happens while a follower is busy, it is woken once.
final class ChangeFeed: Sendable {
    private struct State {
        var nextID = 0
        var followers: [Int: (follower: Follower, session: Session)] = [:]
        var subscription: ChangeSubscription?
        /// Which chain of heartbeats is the living one.
        var beating = 0
    }

    private let library: PhotoLibrary
    private let limits: ClientLimits
    private let clock: ServerClock
    private let state = Mutex(State())

    init(_ library: PhotoLibrary, limits: ClientLimits = ClientLimits(), clock: ServerClock = .system) {
        (self.library, self.limits, self.clock) = (library, limits, clock)
    }

    /// How often those who follow hear that it is there still.
    var heartbeat: Duration { limits.heartbeat }

    /// Tells of all commits from now on, until the follower ends.
    /// - Throws: a `Problem` where there are too many already.
    func follow(for session: Session) throws(Problem) -> Follower {
        let (follower, isFirst) = state.withLock { state -> (Follower?, Bool) in
            guard hasSlot(for: session, state) else { return (nil, false) }
            state.nextID += 1
            let id = state.nextID
            let follower = Follower { [weak self] in self?.remove(id) }
            state.followers[id] = (follower, session)
            return (follower, state.subscription == nil)
        }
        guard let follower else { throw tooMany(for: session) }
        if isFirst { listen() }
        return follower
    }

    /// - Throws: a `Problem` where a session can follow no more.
    func checkSlot(for session: Session) throws(Problem) {
        if !state.withLock({ hasSlot(for: session, $0) }) { throw tooMany(for: session) }
    }

    /// The owner's pages have slots of their own: guests, however many, take none of them.
    private func hasSlot(for session: Session, _ state: State) -> Bool {
        let isOwner = session.grant == .owner, alike = state.followers.values.filter { ($0.session.grant == .owner) == isOwner }
        guard !isOwner else { return alike.count < limits.ownerStreams }
        return alike.count < limits.guestStreams && alike.count(where: { $0.session.client == session.client }) < limits.streams
    }

    /// Who has more pages open has forgotten most of them.
    private func tooMany(for session: Session) -> Problem {
        var problem = Problem(
            .tooManyRequests, "too-many-followers", title: "Too many pages are open",
            detail: "\(session.grant == .owner ? limits.ownerStreams : limits.streams) pages follow the library already. Close some of them and reload this one.")
        problem.headers[.retryAfter] = "30"
        return problem
    }

    private func listen() {
        // Handlers are never called under a lock of ours, and this calls none.
        let new = library.changes.observe { [weak self] _ in self?.tell(.changed) }
        let beating = state.withLock { state -> Int? in
            // Another follower was faster, or all have left again.
            guard state.subscription == nil, !state.followers.isEmpty else { return nil }
            state.subscription = new
            state.beating += 1
            return state.beating
        }
        if let beating { beat(beating) } else { new.cancel() }
        // What was committed before it listened was not told.
        tell(.changed)
    }

    private func beat(_ beating: Int) {
        clock.after(heartbeat) { [weak self] in
            guard let self, state.withLock({ $0.beating == beating && !$0.followers.isEmpty }) else { return }
            tell(.beat)
            beat(beating)
        }
    }

    /// Followers look whether they still may.
    func wake() { tell(.changed) }

    private func tell(_ signals: Follower.Signals) {
        let followers = state.withLock { $0.followers.values.map(\.follower) }
        for follower in followers { follower.note(signals) }
    }

    private func remove(_ id: Int) {
        let (follower, subscription) = state.withLock { state -> (Follower?, ChangeSubscription?) in
            let follower = state.followers.removeValue(forKey: id)?.follower
            guard state.followers.isEmpty else { return (follower, nil) }
            defer { state.subscription = nil }
            state.beating += 1
            return (follower, state.subscription)
        }
        subscription?.cancel()
        withExtendedLifetime(follower) {}
    }
}

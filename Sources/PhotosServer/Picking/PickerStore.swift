import Foundation
import LibraryEngine
import Synchronization

/// The picker sessions of a server. They lie in its memory and end with it.
final class PickerStore: Sendable {
    /// Sessions at a time of one who asks; the oldest ends for a new one.
    static let mostOfOne = 64
    /// Sessions at a time of all but the owner, who has places of his own.
    static let most = 512

    private struct State {
        var pickers: [Picker] = []
        /// When it is looked next whether one's time is over; `nil` where nobody is going to.
        var due: ContinuousClock.Instant?
    }

    /// It is looked at least so often: a machine that slept says late that time has passed.
    private static let patience = Duration.seconds(60)

    private let state = Mutex(State())
    private let onChange: @Sendable () -> Void
    private let clock: ServerClock

    /// - Parameter onChange: called when any of them changed, or its time is over.
    init(clock: ServerClock = .system, onChange: @escaping @Sendable () -> Void) { (self.clock, self.onChange) = (clock, onChange) }

    /// - Parameter session: which asks; `nil` is the server itself.
    /// - Throws: a `Problem` where others have as many as there may be.
    func begin(_ request: PickerRequest, by asker: Grant, session: UUID? = nil, date: Date) throws(Problem) -> Picker {
        expire()
        let picker = Picker(request, asker: asker, askedBy: session, date: date, now: clock.now, onChange: onChange)
        let (displaced, isFull) = state.withLock { state -> (Picker?, Bool) in
            let own = state.pickers.filter { $0.asker == asker }
            let displaced = own.count >= Self.mostOfOne ? own.first : nil
            if let displaced { state.pickers.removeAll { $0 === displaced } }
            guard asker == .owner || state.pickers.count(where: { $0.asker != .owner }) < Self.most else { return (displaced, true) }
            state.pickers.append(picker)
            return (displaced, false)
        }
        displaced?.finish()
        lookLater()
        guard !isFull else {
            throw Problem(.serviceUnavailable, "too-many-pickers", title: "Too many pickers are open", detail: "\(Self.most) are open already. Try again when some have ended.")
        }
        return picker
    }

    /// A session that has not ended.
    /// - Throws: a `Problem` where there is none.
    func picker(_ text: String?) throws(Problem) -> Picker {
        guard let uuid = text.flatMap({ UUID(uuidString: $0) }), let picker = state.withLock({ $0.pickers.first { $0.id == uuid } }), picker.current.phase != .ended else {
            throw Problem(
                .notFound, "no-such-picker", title: "There is no such picker",
                detail: "The picker has ended, or never was one of this server's. Ask for another one with POST /api/picker/sessions.")
        }
        return picker
    }

    /// Ends the pickers of sessions that were taken back: those that they asked for, and those whose token it was.
    func end(of sessions: [Session]) {
        guard !sessions.isEmpty else { return }
        let askers = Set(sessions.map(\.id)), tokens = sessions.compactMap { $0.picker?.id }
        for picker in state.withLock({ $0.pickers }) where picker.askedBy.map({ askers.contains($0) }) == true || tokens.contains(picker.id) { picker.finish() }
    }

    // MARK: Those whose time is over

    /// Tells those who wait for them, and forgets what has ended.
    private func expire() {
        for picker in state.withLock({ $0.pickers }) { picker.expire() }
        state.withLock { $0.pickers.removeAll { $0.isTold } }
    }

    /// Looks again when the next one's time is over.
    private func lookLater() {
        let now = clock.now()
        let due = state.withLock { state -> ContinuousClock.Instant? in
            guard let first = state.pickers.map(\.end).min() else { return nil }
            // A clock that calls too early is asked once more.
            let next = max(min(first, now + Self.patience), now + .milliseconds(1))
            if let known = state.due, known <= next { return nil }
            state.due = next
            return next
        }
        guard let due else { return }
        clock.after(now.duration(to: due)) { [weak self] in self?.look(due) }
    }

    private func look(_ due: ContinuousClock.Instant) {
        let isMeant = state.withLock { state in
            // Somebody else looks earlier, and again after that.
            guard state.due == due else { return false }
            state.due = nil
            return true
        }
        guard isMeant else { return }
        expire()
        lookLater()
    }
}

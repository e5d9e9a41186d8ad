import Dispatch
import PhotoModel
import Synchronization

/// One handler, called on a serial queue: whatever is committed while it runs, or shortly after it was called, comes in one call.
final class ChangeListener: Sendable {
    /// After a call, the next waits this long, so that a burst of commits is one call at its beginning and one at its end. Far below what a person
    /// notices.
    static let pause = DispatchTimeInterval.milliseconds(20)

    private struct State {
        var told: ChangePosition
        var latest: ChangePosition
        var isWaiting = false
        var isCancelled = false
        /// When the next call may begin.
        var next = DispatchTime.now()
    }

    private let state: Mutex<State>
    private let queue: DispatchQueue
    private let handler: @Sendable (ChangePosition) -> Void

    /// - Parameter position: what the handler's owner knows already.
    init(after position: ChangePosition, on queue: DispatchQueue, _ handler: @escaping @Sendable (ChangePosition) -> Void) {
        state = Mutex(State(told: position, latest: position))
        (self.queue, self.handler) = (queue, handler)
    }

    func note(_ position: ChangePosition) {
        let begins = state.withLock { state -> DispatchTime? in
            guard position > state.latest, !state.isCancelled else { return nil }
            state.latest = position
            guard !state.isWaiting else { return nil }
            state.isWaiting = true
            return state.next
        }
        guard let begins else { return }
        if begins <= .now() {
            queue.async { self.call() }
        } else {
            queue.asyncAfter(deadline: begins) { self.call() }
        }
    }

    func cancel() { state.withLock { $0.isCancelled = true } }

    private func call() {
        let position = state.withLock { state -> ChangePosition? in
            state.isWaiting = false
            guard !state.isCancelled, state.latest > state.told else { return nil }
            state.told = state.latest
            state.next = .now() + Self.pause
            return state.latest
        }
        if let position { handler(position) }
    }
}

import PhotosServer
import Synchronization

/// A server's clock that stands still until a test moves it.
final class HandClock: Sendable {
    private struct State {
        var now = ContinuousClock.now
        var calls: [(due: ContinuousClock.Instant, body: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    var clock: ServerClock {
        ServerClock(
            now: { [self] in state.withLock { $0.now } },
            after: { [self] delay, body in state.withLock { $0.calls.append((due: $0.now + delay, body: body)) } })
    }

    /// How many wait to be called.
    var waiting: Int { state.withLock { $0.calls.count } }

    /// Calls those whose time comes meanwhile, one after the other and each at its own.
    func advance(by duration: Duration) {
        let end = state.withLock { $0.now + duration }
        while let body = next(before: end) { body() }
        state.withLock { $0.now = end }
    }

    private func next(before end: ContinuousClock.Instant) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let first = state.calls.indices.min(by: { state.calls[$0].due < state.calls[$1].due }), state.calls[first].due <= end else { return nil }
            let call = state.calls.remove(at: first)
            state.now = max(state.now, call.due)
            return call.body
        }
    }
}

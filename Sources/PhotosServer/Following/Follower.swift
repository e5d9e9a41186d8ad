import Synchronization

/// One who follows a view: woken by signals, which wait as two marks and never as a queue.
final class Follower: Sendable {
    struct Signals: OptionSet, Sendable {
        let rawValue: Int
        /// Something was committed.
        static let changed = Signals(rawValue: 1)
        /// A heartbeat is due.
        static let beat = Signals(rawValue: 2)
    }

    private struct State {
        var signals: Signals = []
        /// What the client knows, while something is being written to it.
        var lent: ViewList?
        var beatsWhileWriting = 0
    }

    /// Yields when there may be some; ends with `end()`.
    let wakes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let state = Mutex(State())
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void) {
        (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.onEnd = onEnd
    }

    func note(_ signals: Signals) {
        // Let go of outside the lock: it may be the last to hold a million ids.
        let dropped = state.withLock { state -> ViewList? in
            state.signals.formUnion(signals)
            guard signals.contains(.beat), state.lent != nil else { return nil }
            state.beatsWhileWriting += 1
            guard state.beatsWhileWriting > 1 else { return nil }
            defer { state.lent = nil }
            return state.lent
        }
        withExtendedLifetime(dropped) {}
        continuation.yield()
    }

    /// What has been noted since the last call.
    func take() -> Signals {
        state.withLock { state in
            defer { state.signals = [] }
            return state.signals
        }
    }

    /// Keeps a list while its owner writes; whoever reads so slowly that two heartbeats pass loses it, and is told to fetch anew.
    func whileWriting(_ list: inout ViewList?, _ write: () async throws -> Void) async rethrows {
        let lent = list
        list = nil
        state.withLock { ($0.lent, $0.beatsWhileWriting) = (lent, 0) }
        try await write()
        list = state.withLock { state in
            defer { state.lent = nil }
            return state.lent
        }
    }

    func end() {
        continuation.finish()
        onEnd()
    }
}

import Synchronization

/// Collects how far the threads are and tells the caller, a few times a second at most.
final class ProgressReporter: Sendable {
    private struct State {
        var progress = ImportProgress()
        var lastTold: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    private let tell: @Sendable (ImportProgress) -> Void

    init(_ tell: @escaping @Sendable (ImportProgress) -> Void) { self.tell = tell }

    func update(isLast: Bool = false, _ change: (inout ImportProgress) -> Void) {
        let due: ImportProgress? = state.withLock { state in
            change(&state.progress)
            let now = ContinuousClock.now
            if !isLast, let last = state.lastTold, now - last < .milliseconds(50) { return nil }
            state.lastTold = now
            return state.progress
        }
        // Outside of the lock: the handler may take its time.
        if let due { tell(due) }
    }
}

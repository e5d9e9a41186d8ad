import Glibc
import Synchronization

/// Draws a bar for work that reports from any thread, at most ten times a second. Does nothing where no bar can be shown.
final class ProgressReporter: Sendable {
    private struct State {
        var rate = RateEstimate()
        var lastDrawn = -Double.infinity
    }

    private let state = Mutex(State())
    private let console: Console
    private let now: @Sendable () -> Double

    init(_ console: Console, now: @escaping @Sendable () -> Double = monotonicSeconds) {
        self.console = console
        self.now = now
    }

    /// While the count goes on, `found` still grows and nothing is said about the time left.
    func update(found: Int, done: Int, bytesFound: Int64, bytesDone: Int64, isCountComplete: Bool = true, name: String) {
        guard console.showsProgress else { return }
        let time = now()
        let bar = state.withLock { state -> ProgressBar? in
            guard time - state.lastDrawn >= 0.1 else { return nil }
            state.lastDrawn = time
            state.rate.add(time: time, items: done, bytes: bytesDone)
            let fraction = bytesFound > 0 ? Double(bytesDone) / Double(bytesFound) : found > 0 ? Double(done) / Double(found) : 0
            return ProgressBar(
                total: found, done: done, fraction: fraction, rate: state.rate.itemsPerSecond,
                remaining: isCountComplete ? state.rate.remaining(items: found - done, bytes: bytesFound - bytesDone) : nil,
                name: name, unicode: console.usesUnicode)
        }
        // Drawn outside the lock: a terminal that has stopped scrolling must not stop the work's other threads.
        if let bar { console.draw(bar.line(width: console.width - 1)) }
    }

    func finish() { console.draw(nil) }
}

/// Seconds of a clock that never goes back.
@Sendable func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

import Glibc
import Synchronization

/// Draws a bar for work that reports from any thread, at most ten times a second. Does nothing where no bar can be shown.
final class ProgressReporter: Sendable {
    private struct State {
        var rate = RateEstimate()
        var lastDrawn = -Double.infinity
    }

    private let state = Mutex(State())
    private let usesUnicode: Bool
    private let width: @Sendable () -> Int
    /// `nil` where no bar can be shown.
    private let draw: (@Sendable (String?) -> Void)?
    private let now: @Sendable () -> Double

    convenience init(_ console: Console) {
        var draw: (@Sendable (String?) -> Void)?
        if console.showsProgress { draw = { line in console.draw(line) } }
        self.init(usesUnicode: console.usesUnicode, width: { console.width }, draw: draw)
    }

    /// - Parameters:
    ///   - width: columns of the terminal, asked for at each drawing, since windows change.
    ///   - draw: puts a line in the place of the last one; `nil` removes it.
    init(usesUnicode: Bool, width: @escaping @Sendable () -> Int, draw: (@Sendable (String?) -> Void)?, now: @escaping @Sendable () -> Double = monotonicSeconds) {
        (self.usesUnicode, self.width, self.draw, self.now) = (usesUnicode, width, draw, now)
    }

    /// While the count goes on, `found` still grows and nothing is said about the time left.
    func update(found: Int, done: Int, bytesFound: Int64, bytesDone: Int64, isCountComplete: Bool = true, name: String) {
        guard let draw else { return }
        let time = now()
        let bar = state.withLock { state -> ProgressBar? in
            guard time - state.lastDrawn >= 0.1 else { return nil }
            state.lastDrawn = time
            state.rate.add(time: time, items: done, bytes: bytesDone)
            let fraction = bytesFound > 0 ? Double(bytesDone) / Double(bytesFound) : found > 0 ? Double(done) / Double(found) : 0
            return ProgressBar(
                total: found, done: done, fraction: fraction, rate: state.rate.itemsPerSecond,
                remaining: isCountComplete ? state.rate.remaining(items: found - done, bytes: bytesFound - bytesDone) : nil,
                name: name, unicode: usesUnicode)
        }
        // Drawn outside the lock: a terminal that has stopped scrolling must not stop the work's other threads.
        // One column stays free: a terminal that wraps at its edge would scroll.
        if let bar { draw(bar.line(width: width() - 1)) }
    }

    func finish() { draw?(nil) }
}

/// Seconds of a clock that never goes back.
@Sendable func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

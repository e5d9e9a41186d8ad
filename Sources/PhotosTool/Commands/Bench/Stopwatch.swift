/// Times work.
enum Stopwatch {
    /// Milliseconds of the fastest of several runs: what disturbs a run only ever adds to it.
    static func best(of runs: Int, _ work: () throws -> Void) rethrows -> Double {
        var best = Double.infinity
        for _ in 0..<runs {
            let started = monotonicSeconds()
            try work()
            best = min(best, monotonicSeconds() - started)
        }
        return best * 1000
    }
}

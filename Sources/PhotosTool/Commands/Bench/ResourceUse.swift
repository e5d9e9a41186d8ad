import Glibc

/// What this process and the workers it has outlived have used.
struct ResourceUse {
    /// User and system time in seconds.
    var cpu: Double
    /// Most memory this process has held, in bytes.
    var peak: Int
    /// Most memory one child has held, in bytes.
    var peakOfChild: Int

    static func now() -> ResourceUse {
        var own = rusage(), children = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &own)
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &children)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        let cpu = [own, children].reduce(0) { $0 + seconds($1.ru_utime) + seconds($1.ru_stime) }
        // Linux counts ru_maxrss in kilobytes.
        return ResourceUse(cpu: cpu, peak: own.ru_maxrss * 1024, peakOfChild: children.ru_maxrss * 1024)
    }
}

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

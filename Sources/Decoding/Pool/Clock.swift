import CLinux
import Glibc

/// Monotonic time in seconds.
enum Clock {
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    static let cores = Int(clinux_usable_cores())
}

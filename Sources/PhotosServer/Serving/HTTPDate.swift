import Glibc
import Support
import Synchronization

/// The time of the `Date` header, written once a second.
enum HTTPDate {
    private struct Written {
        var second = 0
        var text = ""
    }

    private static let written = Mutex(Written())

    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    static var now: String {
        let second = time(nil)
        return written.withLock { written in
            if written.second != second { written = Written(second: second, text: text(second)) }
            return written.text
        }
    }

    static func text(_ second: Int) -> String {
        var (second, parts) = (time_t(second), tm())
        gmtime_r(&second, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ number: Int32) -> String { Int(number).padded(to: 2) }
        return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
}

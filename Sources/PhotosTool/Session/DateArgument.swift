import ArgumentParser
import Descriptions
import Foundation

/// `2023-11-02T17:04:05.5+01:00`, the same with `Z`, or `none`.
enum DateArgument: ExpressibleByArgument, Equatable {
    case none
    /// Seconds since 2001, and seconds east of UTC; no offset for `Z`, which says when but not where.
    case date(Double, offset: Int?)

    init?(argument: String) {
        if argument.lowercased() == "none" {
            self = .none
            return
        }
        let pattern = /(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})/
        guard let match = argument.wholeMatch(of: pattern), let whole = Self.seconds("\(match.1)T\(match.2)Z") else { return nil }
        let fraction = match.3.flatMap { Double("0\($0)") } ?? 0
        guard match.4 != "Z" else {
            self = .date(whole + fraction, offset: nil)
            return
        }
        let parts = match.4.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard parts[0] <= 18, parts[1] < 60 else { return nil }
        let offset = (parts[0] * 3600 + parts[1] * 60) * (match.4.hasPrefix("-") ? -1 : 1)
        self = .date(whole - Double(offset) + fraction, offset: offset)
    }

    /// The formatter takes 31 February for 3 March; what it writes back shows that.
    private static func seconds(_ text: String) -> Double? {
        guard let date = ISO8601DateFormatter().date(from: text) else { return nil }
        let seconds = date.timeIntervalSinceReferenceDate
        return Timestamp.utc(seconds) == text.dropLast() + ".000Z" ? seconds : nil
    }
}

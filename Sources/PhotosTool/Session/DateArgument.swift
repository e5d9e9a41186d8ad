import ArgumentParser
import Descriptions

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
        guard let moment = StatedTime.moment(argument) else { return nil }
        self = .date(moment.seconds, offset: moment.offset)
    }
}

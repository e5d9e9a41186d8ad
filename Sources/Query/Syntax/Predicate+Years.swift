/// A date that is compared with a number of four digits: a count of seconds since 2001, where a year was most likely meant.
package struct YearForDate: Sendable, Hashable {
    /// The comparison as it stands in the format.
    package let written: String
    /// The same for the year, as a format.
    package let meant: String
}

extension Predicate {
    /// In order of appearance.
    /// - Parameter isDate: whether a key of this name holds a date.
    fileprivate func yearsForDates(_ isDate: (String) -> Bool) -> [YearForDate] {
        switch self {
        case .constant: []
        case .comparison(let comparison): comparison.yearForDate(isDate).map { [$0] } ?? []
        case .and(let parts), .or(let parts): parts.flatMap { $0.yearsForDates(isDate) }
        case .not(let part): part.yearsForDates(isDate)
        }
    }
}

extension KeySpace {
    /// What of a predicate over these keys looks like a date compared with a year.
    package func yearsForDates(in predicate: Predicate) -> [YearForDate] {
        let dates = Set(keys.filter { $0.type == .date }.flatMap { [$0.name] + $0.aliases })
        return predicate.yearsForDates(dates.contains)
    }
}

extension Comparison {
    fileprivate func yearForDate(_ isDate: (String) -> Bool) -> YearForDate? {
        guard quantifier == .direct, case .key(let key) = left, isDate(key.name), case .value(.int(let number)) = right,
            (1_000...9_998).contains(number)
        else { return nil }
        let from = "\(key) >= \"\(number)-01-01\"", until = "\(key) < \"\(number + 1)-01-01\""
        let meant: String
        switch relation {
        case .greater: meant = "\(key) >= \"\(number + 1)-01-01\""
        case .greaterOrEqual: meant = from
        case .less: meant = "\(key) < \"\(number)-01-01\""
        case .lessOrEqual: meant = until
        case .equal: meant = "\(from) AND \(until)"
        case .notEqual: meant = "NOT (\(from) AND \(until))"
        default: return nil
        }
        return YearForDate(written: "\(self)", meant: meant)
    }
}

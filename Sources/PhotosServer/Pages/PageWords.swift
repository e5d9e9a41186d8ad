import Foundation

/// What `js/words.js` gives to the page: its messages, and what ICU knows of a locale's dates and numbers.
struct PageWords: Encodable {
    struct Dates: Encodable {
        var patterns: [String: String]
        var months: [String], shortMonths: [String]
        var weekdays: [String], shortWeekdays: [String]
    }

    struct Numbers: Encodable {
        var grouping: String
        var decimal: String
    }

    var tag: String
    var messages: [String: PageLanguage.Message]
    var dates: Dates
    var numbers: Numbers

    private static let templates = [
        "weekdayDay": "yMMMMEEEEd", "day": "yMMMMd", "month": "yMMMM", "year": "y", "shortWeekdayDay": "yMMMEEEd", "shortDay": "yMMMd",
        "shortMonth": "yMMM", "monthDay": "MMMMd", "monthAlone": "LLLL",
    ]

    init(_ language: PageLanguage, locale identifier: String) {
        let locale = Locale(identifier: identifier)
        let formatter = DateFormatter()
        // The dates of a list are days of one calendar, whatever the locale's own is.
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.locale = locale
        (tag, messages) = (identifier, language.messages)
        dates = Dates(
            patterns: Self.templates.compactMapValues { DateFormatter.dateFormat(fromTemplate: $0, options: 0, locale: locale) },
            months: formatter.monthSymbols, shortMonths: formatter.shortMonthSymbols, weekdays: formatter.weekdaySymbols,
            shortWeekdays: formatter.shortWeekdaySymbols)
        numbers = Numbers(grouping: locale.groupingSeparator ?? ",", decimal: locale.decimalSeparator ?? ".")
    }

    /// As a script writes it.
    var script: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

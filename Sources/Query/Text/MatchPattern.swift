import Foundation

/// A `MATCHES` pattern: an ICU regular expression that must fit the whole text.
///
/// Regular expressions can take time exponential in the text. Three guards: a pattern has at most
/// `QueryLimits.patternLength` bytes; the engine's steps are counted, and beyond `QueryLimits.patternSteps` × 10,000 of
/// them for one text matching ends with an error, as it does when all of a query's texts have used up its budget; the engine keeps its back-tracking state in a heap of limited size.
package struct MatchPattern: Sendable, Hashable {
    /// The pattern as written.
    package let text: String
    package let options: TextOptions
    private let expression: NSRegularExpression

    /// - Throws: `.pattern` when the expression is invalid or too long.
    package init(_ text: String, options: TextOptions = []) throws(QueryError) {
        guard text.utf8.count <= QueryLimits.patternLength else {
            throw QueryError(.pattern, "the pattern of MATCHES is \(text.utf8.count) bytes long, \(QueryLimits.patternLength) are allowed")
        }
        self.text = text
        self.options = options.folding
        // Case is the engine's business, since \D is not \d; marks can be folded, since no operator carries one.
        let source = TextFolding.fold(text, options.intersection([.diacriticInsensitive, .latinLetters]))
        let flags: NSRegularExpression.Options = options.contains(.caseInsensitive) ? [.caseInsensitive] : []
        do {
            // Tried alone first: "a)|(b" must not become valid by the group around it.
            // Foundation refuses the empty pattern, which fits the empty text.
            if !source.isEmpty { _ = try NSRegularExpression(pattern: source, options: flags) }
            expression = try NSRegularExpression(pattern: "\\A(?:\(source))\\z", options: flags)
        } catch {
            throw QueryError(.pattern, "the pattern of MATCHES, \"\(text.prefix(100))\", is no valid regular expression", cause: "\(error)")
        }
    }

    /// Whether the whole text fits.
    /// - Throws: `.patternTooSlow` when this text takes too many steps; `.tooCostly` or `.cancelled` from the query's budget.
    package func matches(_ text: String, _ budget: QueryBudget = QueryBudget()) throws(QueryError) -> Bool {
        try budget.spend(1)
        let text = TextFolding.fold(text, options.intersection([.diacriticInsensitive, .latinLetters]))
        var isMatch = false
        var steps = 0
        expression.enumerateMatches(in: text, options: [.anchored, .reportProgress], range: NSRange(location: 0, length: text.utf16.count)) { result, flags, stop in
            if result != nil {
                isMatch = true
                stop.pointee = true
            } else if flags.contains(.progress) {
                steps += 1
                budget.count(QueryLimits.patternStepWork, on: self.text)
                if steps > QueryLimits.patternSteps || budget.isOver { stop.pointee = true }
            }
        }
        if steps > 0 { try budget.check() }
        guard isMatch || steps <= QueryLimits.patternSteps else {
            throw QueryError(
                .patternTooSlow, "matching \"\(self.text.prefix(100))\" against one text takes too long; repetitions inside repetitions, such as (a+)+, are the usual cause")
        }
        return isMatch
    }

    package static func == (left: MatchPattern, right: MatchPattern) -> Bool {
        left.text == right.text && left.options == right.options
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(options)
    }
}

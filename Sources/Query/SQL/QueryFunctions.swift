import Foundation

/// The functions that translated SQL calls. Whoever runs it registers them as deterministic functions on each connection,
/// under these names; each returns NULL when one of its arguments is NULL. What they cost is spent from `QueryBudget.current`.
///
/// | name | arguments | result |
/// | --- | --- | --- |
/// | `photos_fold` | text, options (integer) | `fold` |
/// | `photos_like` | text, pattern | `like`, as 0 or 1 |
/// | `photos_match` | text, pattern, options (integer) | `match`, as 0 or 1 |
/// | `photos_call` | name, one to four values | `call` |
package enum QueryFunctions {
    package static let foldName = "photos_fold"
    package static let likeName = "photos_like"
    package static let matchName = "photos_match"
    package static let callName = "photos_call"

    private static let likePatterns = PatternCache<LikePattern>()
    private static let matchPatterns = PatternCache<MatchPattern>()

    /// The text as `[c]`, `[d]` or `[cd]` compares it.
    package static func fold(_ text: String, options: Int) -> String {
        TextFolding.fold(text, TextOptions(rawValue: options))
    }

    /// Whether a text fits a `LIKE` pattern; both are folded before.
    /// - Throws: `.tooCostly`, `.cancelled`.
    package static func like(_ text: String, pattern: String) throws(QueryError) -> Bool {
        try likePatterns.pattern("0" + pattern) { LikePattern(pattern) }.matches(text, QueryBudget.current ?? QueryBudget())
    }

    /// Whether a text fits a regular expression.
    /// - Throws: `.pattern`, `.patternTooSlow`, `.tooCostly`, `.cancelled`.
    package static func match(_ text: String, pattern: String, options: Int) throws(QueryError) -> Bool {
        try matchPatterns.pattern("\(options) \(pattern)") { () throws(QueryError) in
            try MatchPattern(pattern, options: TextOptions(rawValue: options))
        }.matches(text, QueryBudget.current ?? QueryBudget())
    }

    /// A function or operator that SQLite lacks or does differently: `abs`, `floor`, `ceiling`, `trunc`, `sqrt`,
    /// `uppercase`, `lowercase`, `distance`, `power`.
    /// - Parameter arguments: `.int`, `.double` or `.string` as SQLite holds them.
    package static func call(_ name: String, _ arguments: [QueryValue]) -> QueryValue {
        if name == "power", arguments.count == 2 { return QueryValue.calculate(.power, arguments[0], arguments[1]) }
        return QueryFunction(rawValue: name)?.call(arguments) ?? .null
    }
}

/// Compiled patterns by their text, since SQL functions get the text anew for each row.
// Its only mutable state, `patterns`, is guarded by `lock`.
final class PatternCache<Pattern: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    /// By bytes: Swift takes two spellings of "é" for one, and they match different texts.
    private var patterns: [BinaryText: Pattern] = [:]

    func pattern<Failure: Error>(_ key: String, _ make: () throws(Failure) -> Pattern) throws(Failure) -> Pattern {
        let key = BinaryText(text: key)
        lock.lock()
        let known = patterns[key]
        lock.unlock()
        if let known { return known }
        let made = try make()
        lock.lock()
        // A query has a handful of patterns; a server's many clients must not fill the memory.
        if patterns.count >= 64 { patterns.removeAll(keepingCapacity: true) }
        patterns[key] = made
        lock.unlock()
        return made
    }
}

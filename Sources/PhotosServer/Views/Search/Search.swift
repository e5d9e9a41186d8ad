import Foundation
import Query

/// What a person typed into the search box: nothing, words, or a condition in the predicate language.
enum Search: Sendable {
    case none
    case words(SearchWords)
    case predicate(Query.Predicate)

    /// - Throws: a `Problem` with the parser's words for what was meant as a predicate and is none.
    init(_ text: String, _ dates: @autoclosure () throws -> SearchDates, now: Date, budget: QueryBudget = QueryBudget()) throws {
        guard !text.isEmpty else {
            self = .none
            return
        }
        do throws(QueryError) {
            let predicate = try Query.Predicate(format: text)
            _ = try KeySpace.assets.resolve(predicate, now: now.timeIntervalSinceReferenceDate, budget: budget)
            self = .predicate(predicate)
        } catch {
            // That is no mistake of writing.
            if error.code == .tooCostly { throw error }
            if error.code == .cancelled { throw CancellationError() }
            guard !PredicateLikeness.isMeant(by: text) else { throw Problem(search: error, text) }
            let words = try SearchWords(text, dates())
            self = words.parts.isEmpty ? .none : .words(words)
        }
    }

    var predicate: Query.Predicate? {
        switch self {
        case .none: nil
        case .words(let words): words.predicate
        case .predicate(let predicate): predicate
        }
    }

    var kind: String {
        switch self {
        case .none: "none"
        case .words: "words"
        case .predicate: "predicate"
        }
    }

    var understandings: [SearchUnderstanding] { if case .words(let words) = self { words.understandings } else { [] } }

    /// Whether what it finds depends on when it is asked.
    var namesNow: Bool {
        switch self {
        case .none: false
        case .words(let words): words.dependOnToday
        case .predicate(let predicate): predicate.description.contains("now()")
        }
    }
}

extension Problem {
    fileprivate init(search error: QueryError, _ text: String) {
        var message = error.message
        if let position = error.position {
            // What stands at the place, for those who don't count characters.
            let rest = text.dropFirst(position).prefix(30)
            message += rest.isEmpty ? " (at the end)" : " (at character \(position + 1): “\(rest)”)"
        }
        self.init(query: error)
        detail = message
        words = SearchWords.quoted(text)
        guard let predicate = try? Query.Predicate(format: text) else { return }
        let years = KeySpace.assets.yearsForDates(in: predicate)
        guard let first = years.first else { return }
        detail = "\(first.written) compares a date with a number. For the year write \(first.meant)."
        instead = years.reduce("\(predicate)") { $0.replacing($1.written, with: "(\($1.meant))") }
    }
}

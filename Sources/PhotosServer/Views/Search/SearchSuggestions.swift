import Descriptions
import Foundation
import LibraryEngine
import PhotoModel
import Query

/// What somebody may be about to type, each with the search that it would make of what is in the box, and how many that would find.
struct SearchSuggestions: Sendable {
    struct Suggestion: Sendable {
        let suggestion: WordSuggestion
        /// The whole search with it.
        let search: String
        var count = 0
    }

    /// More than anybody reads.
    private static let most = 8
    /// What is counted: some of it is hidden, or of another list, and not told.
    private static let mostCounted = 12, mostOfASource = 3
    /// How many of the last words may be one name.
    private static let longestName = 4

    let suggestions: [Suggestion]

    static let none = SearchSuggestions([])

    private init(_ suggestions: [Suggestion]) { self.suggestions = suggestions }

    /// What is typed, as far as it ends with a word or with a phrase that is not closed.
    private struct Typed {
        /// What the end may be meant as, the longest first, and what stands before each.
        var ends: [(text: String, head: String)] = []

        init(_ text: String) {
            let quote = text.lastIndex(where: SearchWords.quotes.contains)
            let isOpen = !text.count(where: SearchWords.quotes.contains).isMultiple(of: 2)
            let tail = quote.map { text[text.index(after: $0)...] } ?? text[...]
            if isOpen, let quote {
                let phrase = tail.trimmingCharacters(in: .whitespaces)
                if !phrase.isEmpty { ends = [(phrase, String(text[..<quote]))] }
                return
            }
            guard tail.last?.isWhitespace == false else { return }
            for word in tail.split(whereSeparator: \.isWhitespace).suffix(longestName) {
                ends.append((tail[word.startIndex...].split(whereSeparator: \.isWhitespace).joined(separator: " "), String(text[..<word.startIndex])))
            }
        }
    }

    init(_ request: ViewRequest, typed: String, _ reader: LibraryReader, now: Date) throws {
        let typed = Typed(typed), dates = try SearchDates(reader, now: now, zone: request.zone)
        guard !typed.ends.isEmpty, try Self.isOfWords(request, dates, now: now) else {
            suggestions = []
            return
        }
        var candidates: [Suggestion] = [], numbers: [WordSuggestion.Source: Int] = [:]
        for suggestion in try reader.wordSuggestions(for: typed.ends.map(\.text)) where numbers[suggestion.source, default: 0] < Self.mostOfASource {
            let name = Self.folded(suggestion.text)
            guard let end = typed.ends.first(where: { name.contains(Self.folded($0.text)) }), let phrase = Self.phrase(suggestion.text, dates) else { continue }
            let search = (end.head + phrase).trimmingCharacters(in: .whitespaces)
            guard !candidates.contains(where: { Self.folded($0.search) == Self.folded(search) }) else { continue }
            candidates.append(Suggestion(suggestion: suggestion, search: search))
            numbers[suggestion.source, default: 0] += 1
        }
        candidates = Array(candidates.prefix(Self.mostCounted))
        let queries = try candidates.map { candidate in
            var wanted = request
            wanted.text = candidate.search
            return try ResolvedView(wanted, reader, now: now).query
        }
        for (index, count) in try reader.assetCounts(queries).enumerated() { candidates[index].count = count }
        suggestions = Array(candidates.filter { $0.count > 0 }.prefix(Self.most))
    }

    private static func folded(_ text: String) -> String { TextFolding.fold(text, [.caseInsensitive, .diacriticInsensitive, .latinLetters]) }

    /// A condition is not finished by names.
    private static func isOfWords(_ request: ViewRequest, _ dates: SearchDates, now: Date) throws -> Bool {
        do {
            guard case .words = try Search(request.text, dates, now: now) else { return false }
            return true
        } catch is Problem { return false }
    }

    /// What finds a name as it stands: in quotation marks where it would be understood as something else; `nil` for a name that nobody can type.
    private static func phrase(_ name: String, _ dates: SearchDates) -> String? {
        let words = name.split { $0.isWhitespace || SearchWords.quotes.contains($0) }
        guard !words.isEmpty else { return nil }
        let text = words.joined(separator: " ")
        if words.count == 1, !PredicateLikeness.isMeant(by: text), (try? Query.Predicate(format: text)) == nil, let understood = try? SearchWords(text, dates),
            understood.parts.count == 1, case .text(text) = understood.parts[0].meaning
        {
            return text
        }
        return "\"\(text)\""
    }

    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.array("suggestions") { json in
                for one in suggestions {
                    json.object { json in
                        json.field("type", one.suggestion.source.rawValue)
                        json.field("text", one.suggestion.text)
                        json.field("search", one.search)
                        json.field("count", one.count)
                    }
                }
            }
        }
        return json.bytes
    }
}

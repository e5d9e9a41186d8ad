import Foundation
import GRDB
import PhotoModel
import Query

extension CatalogReader {
    /// What of one source is looked at further: what somebody types next tells more than the ninth.
    private static let mostOfASource = 6

    /// Names of albums, folders, keywords, places and cameras in which a text stands, those first in which a word begins with it, then the more frequent ones;
    /// then words of titles and captions that begin with it.
    ///
    /// They may be of assets that this reader doesn't show: ask how many assets a search for one finds, and tell of it only where there are some.
    /// - Parameters:
    ///   - texts: what the words that somebody types may be meant as, the longest first; the last is the last word.
    ///   - budget: what it may cost.
    package func wordSuggestions(for texts: [String], _ budget: QueryBudget) throws -> [WordSuggestion] {
        let folded = texts.map(Self.folded).filter { !$0.isEmpty }
        guard let last = folded.last else { return [] }
        var beginnings = WordBeginnings(last), cameras: [[UInt8]: Int] = [:]
        try forEachWordBlock { block, first in
            budget.count(8)
            if budget.isOver { try budget.check() }
            beginnings.look(through: block, first: first)
            for camera in block.cameras { cameras[Array(camera), default: 0] += 1 }
        }
        var suggestions: [WordSuggestion] = []
        func add(_ new: some Sequence<WordSuggestion>) {
            for suggestion in new where !suggestions.contains(where: { $0.source == suggestion.source && $0.text == suggestion.text }) { suggestions.append(suggestion) }
        }
        var names = try names() + Self.names(of: cameras)
        names[.place] = try placeNames(budget)
        let sources = WordSuggestion.Source.allCases.filter { $0 != .word }.map { source in
            (source: source, names: names[source].map { (name: $0.name, folded: Self.folded($0.name), count: $0.count) })
        }
        for text in folded {
            for (source, names) in sources { add(Self.best(names, text).map { WordSuggestion(source, $0) }) }
        }
        let words = beginnings.words.sorted { ($1.value.count, $0.key.count) < ($0.value.count, $1.key.count) }.prefix(Self.mostOfASource)
        add(try words.map { WordSuggestion(.word, try written($0.key, in: $0.value.assetID)) })
        return suggestions
    }

    private static func folded(_ text: String) -> String { TextFolding.fold(text, [.caseInsensitive, .diacriticInsensitive, .latinLetters]) }

    private func names() throws -> NameTable {
        var table = NameTable()
        // Who was given single assets knows of no albums.
        if selection == nil {
            try db.forEach("SELECT kind, title, count FROM collection WHERE title IS NOT NULL") { row in
                table[row.int(0) == CollectionRecord.Kind.album.rawValue ? .album : .folder].append((row.text(1), row.int(2)))
            }
        }
        try db.forEach("SELECT name, (SELECT count(*) FROM asset_keyword WHERE keywordID = keyword.id) FROM keyword") { row in
            table[.keyword].append((row.text(0), row.int(1)))
        }
        return table
    }

    /// A camera is called by its model; who looks for its maker finds it by that as well.
    private static func names(of cameras: [[UInt8]: Int]) -> NameTable {
        var models: [String: Int] = [:], lenses: [String: Int] = [:]
        for (bytes, count) in cameras {
            let names = bytes.split(separator: AssetWords.nameEnd, omittingEmptySubsequences: false).prefix(3).map { name in
                name.first == AssetWords.noName ? nil : String(decoding: name, as: UTF8.self)
            }
            guard names.count == 3 else { continue }
            if let model = names[1] { models[model, default: 0] += count }
            if let make = names[0] { models[make, default: 0] += count }
            if let lens = names[2] { lenses[lens, default: 0] += count }
        }
        var table = NameTable()
        table[.camera] = models.map { ($0.key, $0.value) }
        table[.lens] = lenses.map { ($0.key, $0.value) }
        return table
    }

    private static func best(_ names: [(name: String, folded: String, count: Int)], _ text: String) -> [String] {
        let found = names.compactMap { name, folded, count -> (name: String, begins: Int, count: Int)? in
            guard let range = folded.range(of: text, options: .literal) else { return nil }
            let begins = range.lowerBound == folded.startIndex || !WordBeginnings.isOfWord(folded.unicodeScalars[folded.unicodeScalars.index(before: range.lowerBound)])
            return (name, begins ? 0 : 1, count)
        }
        return found.sorted { ($0.begins, -$0.count, $0.name) < ($1.begins, -$1.count, $1.name) }.prefix(mostOfASource).map(\.name)
    }

    /// A word as it stands in an asset's title or caption.
    private func written(_ bytes: [UInt8], in assetID: Int64) throws -> String {
        let word = String(decoding: bytes, as: UTF8.self)
        let texts = try db.first("SELECT title, caption FROM asset WHERE id = ?", [.int(assetID)]) { [$0.optionalText(0), $0.optionalText(1)] } ?? []
        for text in texts.compactMap(\.self) {
            let words = text.precomposedStringWithCanonicalMapping.unicodeScalars.split { !WordBeginnings.isOfWord($0) }
            if let found = words.first(where: { Self.folded(String($0)) == word }) { return String(found) }
        }
        return word
    }
}

/// Names by where they stand, with how often they do.
private struct NameTable {
    private var names: [WordSuggestion.Source: [(name: String, count: Int)]] = [:]

    subscript(source: WordSuggestion.Source) -> [(name: String, count: Int)] {
        get { names[source] ?? [] }
        set { names[source] = newValue }
    }

    static func + (left: NameTable, right: NameTable) -> NameTable {
        var both = left
        both.names.merge(right.names) { $0 + $1 }
        return both
    }
}

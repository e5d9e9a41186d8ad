/// English sentences of others, with their places: `"There is no library at {1}."`. They are recognised in what is said, and said in the user's language.
struct Phrasebook {
    let phrases: [String]
    /// What stands in their places only: by itself it would be taken for the beginning of another sentence.
    var parts: [String] = []

    /// The text itself where it is none of these, or where the language has no words for it. What stands in a place may be one of them, too.
    func translated(_ text: String, in language: ToolLanguage = .current) -> String { translation(of: text, in: language) ?? text }

    /// The whole text in a language; `nil` where it is none of the phrases.
    func translation(of text: String, in language: ToolLanguage = .current) -> String? { translation(of: text, as: phrases, in: language) }

    private func translation(of text: String, as phrases: [String], in language: ToolLanguage) -> String? {
        guard language.isTranslated else { return nil }
        for phrase in phrases {
            guard let values = Self.values(of: phrase, in: text) else { continue }
            return language.filled(language.phrase(phrase), values.map { value($0, in: language) })
        }
        return nil
    }

    private func value(_ text: String, in language: ToolLanguage) -> String {
        if let known = translation(of: text, as: self.phrases + parts, in: language) { return known }
        // A list of names: creationDate or dateCreated, duration.
        guard text.contains(", "), text.wholeMatch(of: /[\w.]+(?:(?:, | or )[\w.]+)+/) != nil else { return text }
        let names = text.split(separator: ", ").map { translation(of: String($0), as: parts, in: language) ?? String($0) }
        return names.joined(separator: language.phrase(", "))
    }

    /// What stands in the places of a phrase, each up to the first occurrence of what follows it; `nil` where the text is not of that form.
    static func values(of phrase: String, in text: String) -> [String]? {
        var rest = Substring(text), values: [(number: Int, text: Substring)] = []
        var pieces = phrase[...], pending: Int?
        while true {
            let placeholder = pieces.firstMatch(of: /\{([1-9])\}/), literal = placeholder.map { pieces[..<$0.range.lowerBound] } ?? pieces
            if let number = pending {
                // The last piece is the text's end, or it could be taken for one that stands in the middle of a name.
                let isLast = placeholder == nil
                guard
                    let range = isLast && !literal.isEmpty
                        ? (rest.hasSuffix(literal) ? rest.index(rest.endIndex, offsetBy: -literal.count)..<rest.endIndex : nil)
                        : literal.isEmpty ? rest.endIndex..<rest.endIndex : rest.firstRange(of: literal), range.lowerBound > rest.startIndex
                else { return nil }
                values.append((number, rest[..<range.lowerBound]))
                rest = rest[range.upperBound...]
            } else {
                guard rest.hasPrefix(literal) else { return nil }
                rest = rest.dropFirst(literal.count)
            }
            guard let placeholder, let number = Int(placeholder.1) else { break }
            pending = number
            pieces = pieces[placeholder.range.upperBound...]
        }
        guard rest.isEmpty else { return nil }
        return values.sorted { $0.number < $1.number }.map { String($0.text) }
    }
}

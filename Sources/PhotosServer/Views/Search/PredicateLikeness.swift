import Foundation
import Query

/// Whether somebody who typed something that is no predicate meant to write one: operators give it away. Words of plain English, such as “and”,
/// “in” and “like”, do only behind a key of assets. What stands in quotation marks gives nothing away.
enum PredicateLikeness {
    private static let symbols = ["==", "!=", "<>", "<=", ">=", "=<", "=>", "&&", "||"]
    private static let words: Set = ["BETWEEN", "IN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES"]

    static func isMeant(by text: String) -> Bool {
        let text = outsideOfQuotes(text)
        if symbols.contains(where: text.contains) { return true }
        let tokens = text.split(whereSeparator: \.isWhitespace)
        for (index, token) in tokens.enumerated() where index > 0 && index + 1 < tokens.count {
            // `[cd]` and the like may follow the word.
            let word = token.prefix { $0 != "[" }.uppercased()
            if words.contains(word), isKey(tokens[index - 1]) { return true }
        }
        return text.indices.contains { index in
            guard "<>=".contains(text[index]) else { return false }
            let left = text[..<index].reversed().drop(while: \.isWhitespace), right = text[text.index(after: index)...].drop(while: \.isWhitespace)
            return left.first.map { $0.isLetter || $0.isNumber || $0 == ")" || $0 == "\"" } == true && !right.isEmpty
        }
    }

    /// With a word in the place of each that stands in quotation marks.
    private static func outsideOfQuotes(_ text: String) -> String {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated().map { $0.isMultiple(of: 2) ? String($1) : " text " }.joined()
    }

    private static func isKey(_ token: Substring) -> Bool {
        let name = token.drop { $0 == "(" }.lowercased()
        return KeySpace.assets.keys.contains { ([$0.name] + $0.aliases).contains { $0.lowercased() == name } }
    }
}

/// A word of the format language with the byte where it starts.
struct Token {
    enum Kind: Equatable {
        /// A name or a keyword that was not escaped, as written.
        case word(String)
        /// A name behind `#`, never a keyword.
        case escapedWord(String)
        case int(Int64)
        /// A whole number beyond Int64, kept for `-9223372036854775808`.
        case largeInt(UInt64)
        case double(Double)
        case string(String)
        /// `$NAME`, which is refused where it stands.
        case variable(String)
        /// `%@`, `%K`, `%d` …: the letter behind the sign and the size letters.
        case placeholder(Placeholder)
        /// Operators and brackets, as written.
        case symbol(String)
        case end
    }

    enum Placeholder: Equatable {
        case object, keyPath, integer, floating, character, text
    }

    var kind: Kind
    /// Byte offset in the format.
    var start: Int

    /// The token as error messages quote it.
    var displayName: String {
        switch kind {
        case .word(let text), .symbol(let text): "\"\(text.prefix(60))\""
        case .escapedWord(let text): "\"#\(text.prefix(60))\""
        case .int(let value): "\(value)"
        case .largeInt(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let text): "the text \"\(text.prefix(60))\""
        case .variable(let name): "$\(name.prefix(60))"
        case .placeholder: "a placeholder"
        case .end: "the end"
        }
    }
}

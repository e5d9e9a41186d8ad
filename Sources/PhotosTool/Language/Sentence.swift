import ArgumentParser

/// Something that the tool says to a person. It is written in English where it is said, and that text, with its places numbered, is what
/// translations are found by: `"Made the library \(path)."` is “Made the library {1}.” in a language's file.
struct Sentence: ExpressibleByStringInterpolation, Equatable, Sendable {
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = "", values: [Value] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { key += literal }

        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(.text(value.description))
        }

        /// A number with its noun: `1 photo`, `2 photos`.
        mutating func appendInterpolation(counted number: Int, _ singular: String, _ plural: String? = nil) {
            append(.counted(number, singular, plural ?? singular + "s"))
        }

        /// What is said in a sentence of its own.
        mutating func appendInterpolation(_ sentence: Sentence) { append(.sentence(sentence)) }

        private mutating func append(_ value: Value) {
            values.append(value)
            key += "{\(values.count)}"
        }
    }

    /// What stands in a place: it follows the language, too.
    fileprivate indirect enum Value: Equatable, Sendable {
        case text(String), counted(Int, String, String), sentence(Sentence)

        func text(in language: ToolLanguage) -> String {
            switch self {
            case .text(let text): text
            case .counted(let number, let singular, let plural): language.counted(number, singular, plural)
            case .sentence(let sentence): sentence.text(in: language)
            }
        }
    }

    /// As it stands in the code; `nil` for what was said before it came here.
    let key: String?
    fileprivate let values: [Value]

    init(stringLiteral value: String) { (key, values) = (value, []) }

    init(stringInterpolation: StringInterpolation) { (key, values) = (stringInterpolation.key, stringInterpolation.values) }

    /// What somebody else has put into words, such as the engine's errors.
    init(verbatim text: String) { (key, values) = (nil, [.text(text)]) }

    /// What the engine says of a mistake.
    init(ofEngine text: String) { self.init(verbatim: EngineText.translated(text)) }

    /// In the language of the tool's user.
    var text: String { text(in: .current) }

    func text(in language: ToolLanguage) -> String {
        let values = values.map { $0.text(in: language) }
        return key.map { language.filled(language.phrase($0), values) } ?? values[0]
    }

    /// Two halves of one sentence that is too long for a line.
    static func + (_ one: Sentence, _ other: Sentence) -> Sentence {
        var whole = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        whole.values = one.values + other.values
        var rest = other.key ?? "{1}"
        // The highest first, since what {1} becomes may be another's number.
        for number in stride(from: other.values.count, to: 0, by: -1) { rest = rest.replacing("{\(number)}", with: "{\(one.values.count + number)}") }
        whole.key = (one.key ?? "{1}") + rest
        return Sentence(stringInterpolation: whole)
    }
}

extension Sentence: CustomStringConvertible {
    var description: String { text }
}

/// In the language of the tool's user.
func say(_ sentence: Sentence) -> String { sentence.text }

/// A help text of the argument parser.
func said(_ sentence: Sentence, valueName: String? = nil) -> ArgumentHelp { ArgumentHelp(sentence.text, valueName: valueName) }

/// The argument parser's error for arguments that make no sense.
func wrongUsage(_ sentence: Sentence) -> ValidationError { ValidationError(sentence.text) }

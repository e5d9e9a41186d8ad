import Foundation

/// The sentences of Swift sources as translations know them: `"Made \(path)."` is `Made {1}.`; halves joined by `+` are one.
struct SourceSentences {
    struct Literal {
        var text: String
        /// What stands before it on its line or lines.
        var before: Substring
    }

    private(set) var literals: [Literal] = []
    private let source: [Character]
    private var index = 0

    init(_ text: String) {
        source = Array(text)
        var last = 0
        while index < source.count {
            if starts("//") {
                while index < source.count, source[index] != "\n" { index += 1 }
            } else if source[index] == "\"" {
                let start = index
                var (text, places) = literal()
                let between = String(source[last..<start])
                if let joined = literals.last, between.trimmingCharacters(in: .whitespacesAndNewlines) == "+" {
                    let before = Self.places(joined.text)
                    for place in stride(from: places, to: 0, by: -1) { text = text.replacing("{\(place)}", with: "{\(place + before)}") }
                    places += before
                    literals[literals.count - 1].text += text
                } else {
                    literals.append(Literal(text: text, before: Substring(between)))
                }
                last = index
            } else {
                index += 1
            }
        }
    }

    private static func places(_ text: String) -> Int { text.matches(of: /\{\d+\}/).count }

    private func starts(_ text: String) -> Bool { source[index...].starts(with: text) }

    /// Reads one literal, with a number for each interpolation.
    private mutating func literal() -> (String, places: Int) {
        let isLong = starts("\"\"\"")
        index += isLong ? 3 : 1
        var text = "", places = 0
        while true {
            if isLong ? starts("\"\"\"") : source[index] == "\"" {
                index += isLong ? 3 : 1
                break
            }
            guard source[index] == "\\" else {
                text.append(source[index])
                index += 1
                continue
            }
            index += 2
            switch source[index - 1] {
            case "(":
                skipInterpolation()
                places += 1
                text += "{\(places)}"
            // The line goes on; its mark stays until the indentation is gone.
            case "\n": text += "\u{1}\n"
            case "n": text += "\n"
            case "u":
                let end = source[index...].firstIndex(of: "}") ?? index
                text += UInt32(String(source[index + 1..<end]), radix: 16).flatMap(Unicode.Scalar.init).map(String.init) ?? ""
                index = end + 1
            case let other: text.append(other)
            }
        }
        guard isLong else { return (text, places) }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        let indentation = lines.popLast()?.count ?? 0
        return (lines.map { $0.dropFirst(indentation) }.joined(separator: "\n").replacing("\u{1}\n", with: ""), places)
    }

    private mutating func skipInterpolation() {
        var depth = 1
        while depth > 0 {
            switch source[index] {
            case "\"":
                _ = literal()
                continue
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            index += 1
        }
    }
}

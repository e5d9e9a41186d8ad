/// A line of help, or of what is known of an asset, that may be too long for the terminal.
///
/// It is broken at spaces, and between characters of scripts that have none; never within a command in marks, a bracket of a usage, or an example, which
/// somebody wants to copy.
struct HelpLine {
    private let text: String
    /// Columns that the lines below the first leave free.
    private let indentation: Int
    private let mayBreak: Bool

    /// The parser puts what it says of an option here.
    private static let descriptionColumn = 26

    init(_ text: String, labels: [String]) {
        self.text = text
        let spaces = text.prefix { $0 == " " }.count
        let isDescribed = spaces == 2 && text.dropFirst(Self.descriptionColumn - 2).hasPrefix("  ") && text.dropFirst(Self.descriptionColumn).first.map { $0 != " " } == true
        indentation = labels.first(where: text.hasPrefix).map(DisplayText.width) ?? (isDescribed ? Self.descriptionColumn : spaces)
        mayBreak = !text.dropFirst(spaces).hasPrefix("photos ") || spaces == 0
    }

    func broken(at columns: Int) -> [String] {
        // Where there is hardly any room, a line is better broken by the terminal.
        guard mayBreak, DisplayText.width(text) > columns, columns - indentation >= 16 else { return [text] }
        var lines = [""], used = 0
        for (part, isApart) in parts {
            let width = DisplayText.width(part), gap = isApart ? 1 : 0
            if used + gap + width > columns, used > indentation {
                lines.append(String(repeating: " ", count: indentation) + part)
                used = indentation + width
            } else {
                lines[lines.count - 1] += (isApart ? " " : "") + part
                used += gap + width
            }
        }
        return lines
    }

    /// What stays together, and whether a space stands before it. The first has the line's own indentation and label.
    private var parts: [(text: String, isApart: Bool)] {
        let start = text.index(text.startIndex, offsetBy: min(indentation, text.count))
        let hasLabel = indentation > 0 && DisplayText.width(String(text[..<start])) == indentation
        var parts: [(text: String, isApart: Bool)] = [], part = hasLabel ? String(text[..<start]) : "", isApart = false
        var depth = 0, isCommand = false, last: Character?
        var rest = hasLabel ? text[start...] : text[...]
        while let character = rest.first {
            let isHeld = isCommand || depth > 0
            // What may be repeated keeps the dots behind it.
            if character == " ", !isHeld, last != nil, !rest.dropFirst().hasPrefix("...") {
                parts.append((part, isApart))
                (part, isApart) = ("", true)
            } else {
                if let last, !isHeld, !part.isEmpty, Self.mayBreak(between: last, and: character) {
                    parts.append((part, isApart))
                    (part, isApart) = ("", false)
                }
                part.append(character)
            }
            switch character {
            case "`": isCommand.toggle()
            case "[": depth += 1
            // Not the sign of a comparison.
            case "<" where rest.dropFirst().first?.isLetter == true: depth += 1
            case "]", ">": depth = max(0, depth - 1)
            default: break
            }
            last = character
            rest.removeFirst()
        }
        return parts + [(part, isApart)]
    }

    private static func mayBreak(between last: Character, and next: Character) -> Bool {
        (DisplayText.width(last) == 2 || DisplayText.width(next) == 2) && last != " " && !"（「『《〈“‘(`".contains(last) && !"，。、；：！？）」』》〉”’…)`.,:;%".contains(next)
    }
}

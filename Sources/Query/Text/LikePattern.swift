/// A `LIKE` pattern: `*` stands for any number of characters, `?` for one, a backslash takes the next one literally.
/// A character is a Unicode scalar. Matching takes time proportional to text × pattern at worst.
package struct LikePattern: Sendable, Hashable {
    private enum Part: Hashable {
        case literal(UnicodeScalar), one, many
    }

    /// The pattern as written.
    package let text: String
    private let parts: [Part]

    package init(_ text: String) {
        self.text = text
        var parts: [Part] = []
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                parts.append(.literal(scalar))
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "*" {
                if parts.last != .many { parts.append(.many) }
            } else {
                parts.append(scalar == "?" ? .one : .literal(scalar))
            }
        }
        if isEscaped { parts.append(.literal("\\")) }
        self.parts = parts
    }

    /// Characters compared between two checks of the budget, and what they cost.
    private static let stride = 4_096, strideWork = 20

    /// Whether the whole text fits.
    /// - Throws: `.tooCostly` or `.cancelled` in a long text.
    package func matches(_ text: String, _ budget: QueryBudget = QueryBudget()) throws(QueryError) -> Bool {
        let scalars = text.unicodeScalars
        var position = scalars.startIndex
        var part = 0
        // Where the last star is, and how much text it covers. Backtracking only ever concerns the last one.
        var star: (part: Int, position: String.UnicodeScalarView.Index)?
        var looks = 0
        while position < scalars.endIndex {
            looks += 1
            if looks % Self.stride == 0 { try budget.spend(Self.strideWork) }
            if part < parts.count, parts[part] == .many {
                star = (part, position)
                part += 1
            } else if part < parts.count, parts[part] == .one || parts[part] == .literal(scalars[position]) {
                part += 1
                position = scalars.index(after: position)
            } else if let last = star {
                let next = scalars.index(after: last.position)
                star = (last.part, next)
                part = last.part + 1
                position = next
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .many }
    }
}

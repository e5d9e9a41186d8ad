/// An `If` header (RFC 4918, 10.4): lists of conditions, of which one has to hold as a whole.
package struct IfHeader: Equatable, Sendable {
    package enum State: Equatable, Sendable {
        /// Of a lock.
        case token(String)
        /// An entity tag, with its quotation marks.
        case tag(String)
    }

    package struct Condition: Equatable, Sendable {
        package let isNegated: Bool
        package let state: State
    }

    package struct List: Equatable, Sendable {
        /// What it is about, as it was written; `nil` is what the request is about.
        package let resource: String?
        package let conditions: [Condition]
    }

    package let lists: [List]

    /// Locks that whoever sends it says to know, whatever becomes of the conditions.
    package var tokens: Set<String> {
        Set(
            lists.flatMap(\.conditions).compactMap { condition in
                if case .token(let token) = condition.state, !condition.isNegated { token } else { nil }
            })
    }

    /// Whether one of the lists holds.
    /// - Parameters:
    ///   - tag: of a resource, `nil` for the request's own; `nil` where it has none.
    ///   - hasLock: whether a resource is locked with a token.
    package func holds(tag: (_ resource: String?) -> String?, hasLock: (_ resource: String?, _ token: String) -> Bool) -> Bool {
        lists.contains { list in
            list.conditions.allSatisfy { condition in
                let holds =
                    switch condition.state {
                    case .token(let token): hasLock(list.resource, token)
                    case .tag(let wanted): tag(list.resource) == wanted
                    }
                return holds != condition.isNegated
            }
        }
    }
}

extension IfHeader {
    private static let longest = 8 << 10

    /// `nil` for what is none.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        var scanner = IfScanner(text), lists: [List] = [], resource: String?
        while !scanner.isAtEnd {
            if let tagged = scanner.within("<", ">") {
                guard !tagged.isEmpty, lists.isEmpty || resource != nil else { return nil }
                resource = tagged
                // A resource without a list says nothing.
                guard scanner.isAt("(") else { return nil }
            }
            guard let conditions = scanner.list() else { return nil }
            lists.append(List(resource: resource, conditions: conditions))
        }
        guard !lists.isEmpty else { return nil }
        self.lists = lists
    }
}

private struct IfScanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    private mutating func skipSpace() { while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 } }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return index == bytes.count
        }
    }

    mutating func isAt(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        return index < bytes.count && bytes[index] == UInt8(ascii: character)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard isAt(character) else { return false }
        index += 1
        return true
    }

    /// What stands between two characters; `nil` where the first is not here, or the second nowhere.
    mutating func within(_ start: Unicode.Scalar, _ end: Unicode.Scalar) -> String? {
        guard isAt(start), let last = bytes[(index + 1)...].firstIndex(of: UInt8(ascii: end)) else { return nil }
        defer { index = last + 1 }
        return String(decoding: bytes[(index + 1)..<last], as: UTF8.self)
    }

    /// Conditions in parentheses, one at least.
    mutating func list() -> [IfHeader.Condition]? {
        guard take("(") else { return nil }
        var conditions: [IfHeader.Condition] = []
        while !take(")") {
            guard let condition = condition() else { return nil }
            conditions.append(condition)
        }
        return conditions.isEmpty ? nil : conditions
    }

    private mutating func condition() -> IfHeader.Condition? {
        let isNegated = word("not")
        if let token = within("<", ">") { return IfHeader.Condition(isNegated: isNegated, state: .token(token)) }
        guard let tag = within("[", "]") else { return nil }
        // Quotation marks make a tag; a weak one never stands for the same bytes.
        guard tag.utf8.count >= 2, tag.hasSuffix("\""), tag.hasPrefix("\"") || tag.hasPrefix("W/\"") else { return nil }
        return IfHeader.Condition(isNegated: isNegated, state: .tag(tag))
    }

    private mutating func word(_ word: String) -> Bool {
        skipSpace()
        let count = word.utf8.count
        guard index + count < bytes.count, zip(bytes[index..<index + count], word.utf8).allSatisfy({ $0 | 0x20 == $1 }) else { return false }
        index += count
        return true
    }
}

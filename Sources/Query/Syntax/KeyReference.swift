/// A key as a format writes it, with its position for error messages.
///
/// Two references are equal when they name the same key; the position does not count.
package struct KeyReference: Sendable, Hashable {
    /// The name as written, without `SELF.` before it and `.@count` after it.
    package let name: String
    /// Characters from the format's start; nil when the key did not come from a format.
    package let position: Int?

    package init(_ name: String, at position: Int? = nil) {
        self.name = name
        self.position = position
    }

    package static func == (left: KeyReference, right: KeyReference) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension KeyReference: CustomStringConvertible {
    /// The name as a format accepts it: a part that reads like a keyword gets a `#` before it.
    package var description: String {
        name.split(separator: ".", omittingEmptySubsequences: false)
            .map { Keyword.isReserved($0) ? "#" + $0 : String($0) }
            .joined(separator: ".")
    }
}

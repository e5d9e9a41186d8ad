/// A key that predicates and sort keys may name.
package struct QueryKey: Sendable, Hashable {
    /// The name that mappings and evaluations go by.
    package let name: String
    /// Other spellings that mean the same key.
    package let aliases: [String]
    /// What its values are; of a to-many key, what each of them is.
    package let type: KeyType
    /// Whether an object has any number of values for it.
    package let isToMany: Bool
    /// Whether PhotoKit's documentation lists it; the others are additions.
    package let isDocumented: Bool
    /// One line for help texts.
    package let summary: String

    package init(_ name: String, _ aliases: String..., type: KeyType, isToMany: Bool = false, isDocumented: Bool = false, summary: String) {
        self.name = name
        self.aliases = aliases
        self.type = type
        self.isToMany = isToMany
        self.isDocumented = isDocumented
        self.summary = summary
    }
}

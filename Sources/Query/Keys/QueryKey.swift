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

    /// Whether this is its name or another spelling of it.
    func isCalled(_ spelling: String) -> Bool { name == spelling || aliases.contains(spelling) }
}

/// A key that stands for a place whose degrees two other keys hold. It is compared with nil, or measured from:
/// `distance(location, {47.6, 8.5}) < 1000`.
package struct PlaceKey: Sendable {
    package let name: String
    package let latitude: String
    package let longitude: String

    package init(_ name: String, latitude: String, longitude: String) {
        (self.name, self.latitude, self.longitude) = (name, latitude, longitude)
    }
}

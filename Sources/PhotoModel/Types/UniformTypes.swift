/// Look-ups in the table of uniform types.
package enum UniformTypes {
    private static let byIdentifier = Dictionary(uniqueKeysWithValues: all.map { ($0.identifier, $0) })
    /// Identifiers compare without regard to case; this gives the spelling in use.
    private static let spelling = Dictionary(uniqueKeysWithValues: all.map { ($0.identifier.lowercased(), $0.identifier) })
    private static let byExtension = Dictionary(grouping: all.flatMap { type in type.extensions.map { ($0, type) } }, by: \.0)
        .mapValues { $0.map(\.1) }
    private static let byMIMEType = Dictionary(grouping: all.flatMap { type in type.mimeTypes.map { ($0, type) } }, by: \.0)
        .mapValues { $0.map(\.1) }

    /// `nil` for a type that nobody has declared here.
    package static func type(_ identifier: String) -> UniformType? { byIdentifier[identifier] }

    /// The identifier in the spelling in use, whatever its case; `nil` for one that nobody has declared here.
    package static func canonical(_ identifier: String) -> String? { spelling[identifier.lowercased()] }

    /// All types of files with this extension, the commonest first; the case does not matter.
    package static func types(forExtension pathExtension: String) -> [UniformType] { byExtension[pathExtension.lowercased()] ?? [] }

    package static func types(forMIMEType mimeType: String) -> [UniformType] { byMIMEType[mimeType.lowercased()] ?? [] }

    /// Whether `identifier` is `ancestor` or a kind of it.
    package static func conforms(_ identifier: String, to ancestor: String) -> Bool {
        if identifier == ancestor { return true }
        return byIdentifier[identifier]?.parents.contains { conforms($0, to: ancestor) } ?? false
    }
}

/// What a library asks of the types whose files it takes in.
extension UniformTypes {
    /// What an original is called by, without a dot; `nil` for abstract and unknown types.
    package static func preferredExtension(of identifier: String) -> String? { byIdentifier[identifier]?.originalExtension }

    /// `nil` for abstract and unknown types.
    package static func mimeType(of identifier: String) -> String? { byIdentifier[identifier]?.mimeTypes.first }

    /// The type that files with this extension usually have; the case does not matter. `nil` for what no library takes in.
    package static func identifier(forExtension pathExtension: String) -> String? {
        types(forExtension: pathExtension).first(where: \.isImported)?.identifier
    }

    package static func identifier(forMIMEType mimeType: String) -> String? { types(forMIMEType: mimeType).first(where: \.isImported)?.identifier }
}

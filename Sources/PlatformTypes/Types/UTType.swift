import Foundation
import PhotoModel

/// A uniform type: what kind of content something is.
///
/// Known are the types that photo libraries meet; `init?(_:)` gives `nil` for an identifier that is not known and is no dynamic one.
public struct UTType: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Such as `public.jpeg`, spelled as it was declared.
    public let identifier: String

    /// `nil` for an identifier nobody has declared here.
    public init?(_ identifier: String) {
        guard let known = UniformTypes.canonical(identifier) else {
            guard identifier.lowercased().hasPrefix("dyn.") else { return nil }
            self.identifier = identifier
            return
        }
        self.identifier = known
    }

    /// The type that files of this extension have. For an extension nobody knows, a dynamic type that remembers it, where `supertype` is data.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        let lowered = filenameExtension.lowercased()
        if let known = UniformTypes.types(forExtension: lowered).first(where: { UniformTypes.conforms($0.identifier, to: supertype.identifier) }) {
            identifier = known.identifier
        } else if supertype == .data || supertype == .item, !lowered.isEmpty, !lowered.contains("/") {
            identifier = "dyn.ext." + lowered
        } else {
            return nil
        }
    }

    /// The type with this MIME type that is a kind of `supertype`; `nil` where there is none.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        guard let known = UniformTypes.types(forMIMEType: mimeType).first, UniformTypes.conforms(known.identifier, to: supertype.identifier) else { return nil }
        identifier = known.identifier
    }

    /// For types that must exist somewhere else: exported and imported ones keep their identifier whether or not it is known here.
    public init(exportedAs identifier: String, conformingTo parent: UTType? = nil) { self.identifier = identifier }
    /// Keeps the identifier whether or not it is known here. `parent` makes no difference.
    public init(importedAs identifier: String, conformingTo parent: UTType? = nil) { self.identifier = identifier }

    /// For identifiers that come with a record of the library: never fails.
    package init(recorded identifier: String) { self.identifier = UniformTypes.canonical(identifier) ?? identifier }

    /// Without the dot; `nil` where the type has none. A dynamic type gives the extension it was made from.
    public var preferredFilenameExtension: String? {
        UniformTypes.type(identifier)?.extensions.first ?? (isDynamic && identifier.hasPrefix("dyn.ext.") ? String(identifier.dropFirst(8)) : nil)
    }

    /// The first of its MIME types; `nil` where it has none.
    public var preferredMIMEType: String? { UniformTypes.type(identifier)?.mimeTypes.first }

    /// A name for people, in English.
    public var localizedDescription: String? { UniformTypes.type(identifier)?.description }

    /// Whether the type stands for an extension that nobody has declared.
    public var isDynamic: Bool { identifier.hasPrefix("dyn.") }
    /// Whether the type is known here.
    public var isDeclared: Bool { UniformTypes.type(identifier) != nil }
    /// Whether the identifier begins with `public.`.
    public var isPublic: Bool { identifier.hasPrefix("public.") }

    /// All types this one is a kind of, itself not included.
    public var supertypes: Set<UTType> {
        Set(
            (UniformTypes.type(identifier)?.parents ?? []).flatMap { parent in
                let type = UTType(recorded: parent)
                return [type] + type.supertypes
            })
    }

    /// True where this is `type` or a kind of it.
    public func conforms(to type: UTType) -> Bool {
        // Of a dynamic type nothing is known but that it is data.
        UniformTypes.conforms(identifier, to: type.identifier) || identifier.hasPrefix("dyn.") && (type == .data || type == .item)
    }
    /// Whether this is a kind of `type` and not that type itself.
    public func isSubtype(of type: UTType) -> Bool { self != type && conforms(to: type) }
    /// Whether `type` is a kind of this and not this itself.
    public func isSupertype(of type: UTType) -> Bool { self != type && type.conforms(to: self) }

    /// The identifier.
    public var description: String { identifier }
}

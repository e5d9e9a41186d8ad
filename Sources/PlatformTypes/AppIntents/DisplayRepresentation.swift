/// What a kind of thing is called. <https://developer.apple.com/documentation/appintents/typedisplayrepresentation>
public struct TypeDisplayRepresentation: ExpressibleByStringLiteral, Hashable, Sendable {
    /// One of them, such as “Photo”.
    public var name: LocalizedStringResource

    /// A kind by its name.
    public init(name: LocalizedStringResource) { self.name = name }
    /// A kind by its name, as it stands.
    public init(stringLiteral value: String) { self.init(name: LocalizedStringResource(stringLiteral: value)) }
}

/// How one thing is presented among others. <https://developer.apple.com/documentation/appintents/displayrepresentation>
///
/// It has words and no image: pictures of assets come from image managers.
public struct DisplayRepresentation: ExpressibleByStringLiteral, Hashable, Sendable {
    /// What it is called.
    public var title: LocalizedStringResource
    /// What tells it from others of its title. Default `nil`.
    public var subtitle: LocalizedStringResource?

    /// A thing by its words.
    public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil) { (self.title, self.subtitle) = (title, subtitle) }
    /// A thing by its title, as it stands.
    public init(stringLiteral value: String) { self.init(title: LocalizedStringResource(stringLiteral: value)) }
}

/// Says what its kind is called. <https://developer.apple.com/documentation/appintents/typedisplayrepresentable>
public protocol TypeDisplayRepresentable {
    /// What the kind is called.
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

/// Says how it is presented. <https://developer.apple.com/documentation/appintents/instancedisplayrepresentable>
public protocol InstanceDisplayRepresentable {
    /// How it is presented.
    var displayRepresentation: DisplayRepresentation { get }
}

/// Says how it is presented, and what its kind is called. <https://developer.apple.com/documentation/appintents/displayrepresentable>
public protocol DisplayRepresentable: InstanceDisplayRepresentable, TypeDisplayRepresentable {}

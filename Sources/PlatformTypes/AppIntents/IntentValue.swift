/// What an intent takes as a parameter. Nothing here runs intents: it is there for what PhotoKit's signatures name of them.
public protocol _IntentValue {
    /// The type of the value.
    associatedtype ValueType
    /// The same, where the value is an optional one.
    associatedtype UnwrappedType: _IntentValue
    /// What lists the resolvers.
    associatedtype Specification: ResolverSpecification
    /// What makes values of this type of others.
    static var defaultResolverSpecification: Specification { get }
}

/// Makes a value of one type of a value of another. <https://developer.apple.com/documentation/appintents/resolver>
public protocol Resolver: Hashable, Sendable {
    /// What there is.
    associatedtype Input: _IntentValue
    /// What is wanted.
    associatedtype Output: _IntentValue
}

/// A list of resolvers. <https://developer.apple.com/documentation/appintents/resolverspecification>
public protocol ResolverSpecification: Hashable, Sendable, Sequence where Element == any Resolver {
    /// What they make.
    associatedtype Output: _IntentValue
}

/// A list of no resolvers: a value is of its type already. <https://developer.apple.com/documentation/appintents/emptyresolverspecification>
public struct EmptyResolverSpecification<Value: _IntentValue>: ResolverSpecification {
    /// What they would make.
    public typealias Output = Value
    public typealias Element = any Resolver

    /// The list.
    public init() {}

    public func makeIterator() -> EmptyCollection<any Resolver>.Iterator { EmptyCollection<any Resolver>().makeIterator() }
}

/// Names a type in a way that stays, whatever the type is called. <https://developer.apple.com/documentation/appintents/persistentlyidentifiable>
public protocol PersistentlyIdentifiable {
    /// The name.
    static var persistentIdentifier: String { get }
}

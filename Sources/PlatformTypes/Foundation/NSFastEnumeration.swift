import Foundation

/// What can be enumerated: the argument type of PhotoKit's changes.
///
/// Arrays, also of optionals, `NSArray`, `NSSet` and fetch results are it. A type of a client's own becomes it by conforming to `Sequence` too.
public protocol NSFastEnumeration {}

extension Array: NSFastEnumeration {}
extension ArraySlice: NSFastEnumeration {}
extension Set: NSFastEnumeration {}
extension NSArray: NSFastEnumeration {}
extension NSSet: NSFastEnumeration {}
extension NSOrderedSet: NSFastEnumeration {}

/// An enumeration whose elements are made on demand.
package protocol ElementListing {
    var listedElements: [Any] { get }
}

/// The elements of an enumeration in order, without the `nil`s of an array of optionals.
package func elements(of enumeration: any NSFastEnumeration) -> [Any] {
    let all: [Any] =
        switch enumeration {
        case let listing as any ElementListing: listing.listedElements
        case let array as NSArray: array.map { $0 }
        case let set as NSSet: set.map { $0 }
        case let ordered as NSOrderedSet: ordered.map { $0 }
        case let sequence as any Sequence: sequence.map { $0 as Any }
        default: []
        }
    return all.compactMap(unwrapped)
}

private func unwrapped(_ value: Any) -> Any? {
    if value is NSNull { return nil }
    // An optional inside `Any` is no optional to the type checker; only reflection sees it.
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
}

/// Goes through an enumeration once.
public struct NSFastEnumerationIterator: IteratorProtocol {
    private var rest: [Any].Iterator

    /// Lists the elements now: what is added to a collection later is not gone through.
    public init(_ enumerable: any NSFastEnumeration) { rest = elements(of: enumerable).makeIterator() }

    /// The next element; `nil` at the end. The `nil`s of an array of optionals are passed over.
    public mutating func next() -> Any? { rest.next() }
}

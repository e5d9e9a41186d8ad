import Foundation

/// The key that a sort descriptor's key path carries as its argument.
struct SortPathArgument: Hashable {
    let key: String
}

/// What that key path yields for an object: its value for the key, in an order.
struct SortPathValue: Comparable {
    let value: QueryValue

    static func == (left: SortPathValue, right: SortPathValue) -> Bool { left.value.equals(right.value) }

    static func < (left: SortPathValue, right: SortPathValue) -> Bool {
        ResolvedSortKey(key: 0, ascending: true).order(left.value, right.value) < 0
    }
}

/// The key path yields the key itself for this object.
private final class SortProbe: NSObject {}

extension NSObject {
    subscript(querySortKey argument: SortPathArgument) -> SortPathValue {
        if self is SortProbe { return SortPathValue(value: .string(argument.key)) }
        if argument.key == "SELF" || argument.key == "self" { return SortPathValue(value: QueryValue(any: self) ?? .null) }
        return SortPathValue(value: PredicateCarrier.value(of: self, argument.key))
    }
}

extension NSSortDescriptor {
    /// Creates a sort descriptor for a key, as on Apple's platforms:
    /// <https://developer.apple.com/documentation/foundation/nssortdescriptor>. Without a key it orders by the objects themselves.
    ///
    /// Besides fetches it orders arrays of `PredicateEvaluable` objects and of dictionaries.
    public convenience init(key: String?, ascending: Bool) {
        self.init(keyPath: \NSObject[querySortKey: SortPathArgument(key: key ?? "SELF")], ascending: ascending)
    }

    /// The key it was made from; nil for one made from another key path or a comparator.
    public var key: String? {
        guard let path = keyPath as? KeyPath<NSObject, SortPathValue>,
            case .string(let key) = SortProbe()[keyPath: path].value
        else { return nil }
        return key
    }
}

/// Takes the key out of a sort descriptor made by `NSSortDescriptor(key:ascending:)`.
/// - Throws: `.foreignSortDescriptor` for one made from a key path or a comparator.
package func sortKey(of descriptor: NSSortDescriptor) throws(QueryError) -> SortKey {
    guard let key = descriptor.key else {
        throw QueryError(.foreignSortDescriptor, "a sort descriptor made from a key path or a comparator cannot be used in a fetch; use NSSortDescriptor(key:ascending:)")
    }
    return SortKey(key, ascending: descriptor.ascending)
}

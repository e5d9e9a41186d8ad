import Foundation

/// What an `NSPredicate` made from a format holds: the tree, or why there is none.
final class PredicateCarrier: Sendable {
    let content: Result<Predicate, QueryError>
    /// For objects of unknown type: keys go by name, whatever they are.
    private let resolved: Result<(condition: Condition, keys: [String]), QueryError>

    init(_ content: Result<Predicate, QueryError>) {
        self.content = content
        resolved = content.flatMap { predicate in
            let names = predicate.keyNames
            let keys = names.map { QueryKey($0, type: .any, summary: "") } + [QueryKey("SELF", type: .any, summary: "")]
            let space = KeySpace(name: "objects", keys: keys, selfKey: "SELF")
            do throws(QueryError) {
                let now = Date().timeIntervalSinceReferenceDate
                return .success((try space.resolve(predicate, now: now).condition, names))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Whether an object fulfils the predicate; false for a predicate that could not be read, and for objects that yield
    /// no values. `predicateAST(of:)` reports the reason.
    func matches(_ object: Any?) -> Bool {
        guard case .success(let (condition, keys)) = resolved else { return false }
        let matched = try? condition.matches(
            { index in
                index < keys.count ? Self.value(of: object, keys[index]) : QueryValue(any: object) ?? .null
            }, QueryBudget())
        return matched ?? false
    }

    /// The value of a key path, step by step through nested objects.
    static func value(of object: Any?, _ path: String) -> QueryValue {
        if let value = lookUp(object, path) { return QueryValue(any: value) ?? .null }
        guard path.contains(".") else { return .null }
        var current = object
        for part in path.split(separator: ".") {
            guard let next = lookUp(current, String(part)) else { return .null }
            current = next
        }
        return QueryValue(any: current) ?? .null
    }

    private static func lookUp(_ object: Any?, _ key: String) -> Any? {
        switch object {
        case let object as any PredicateEvaluable: object.predicateValue(forKey: key)
        case let dictionary as [String: Any]: dictionary[key]
        case let dictionary as NSDictionary: dictionary.object(forKey: key)
        default: nil
        }
    }
}

/// Evaluating a predicate with this object makes it hand over what it carries.
final class PredicateProbe {
    var carrier: PredicateCarrier?
}

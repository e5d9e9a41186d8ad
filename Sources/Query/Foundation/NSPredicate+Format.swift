import Foundation

// Foundation on Linux marks these initialisers unavailable; ones with the same signature in another module are preferred, so
// that client code compiles as it stands. Arguments are `Any?`, since NSDate and NSNumber are no CVarArg there.
extension NSPredicate {
    /// Creates a predicate from a format, as on Apple's platforms:
    /// <https://developer.apple.com/documentation/foundation/nspredicate>.
    ///
    /// A mistake in the format cannot be thrown from here. Such a predicate matches nothing when evaluated, and a fetch
    /// that is given it reports what is wrong.
    public convenience init(format predicateFormat: String, _ arguments: Any?...) {
        self.init(carrier: PredicateCarrier(format: predicateFormat, arguments))
    }

    /// Creates a predicate from a format and an array with a value for each placeholder. See `init(format:_:)`.
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self.init(carrier: PredicateCarrier(format: predicateFormat, arguments ?? []))
    }

    /// A predicate that holds a tree made elsewhere.
    package convenience init(_ predicate: Predicate) {
        self.init(carrier: PredicateCarrier(.success(predicate)))
    }

    private convenience init(carrier: PredicateCarrier) {
        self.init(block: { object, _ in
            if let probe = object as? PredicateProbe {
                probe.carrier = carrier
                return false
            }
            return carrier.matches(object)
        })
    }
}

extension PredicateCarrier {
    fileprivate convenience init(format: String, _ arguments: [Any?]) {
        self.init(Self.parse(format, arguments))
    }

    private static func parse(_ format: String, _ arguments: [Any?]) -> Result<Predicate, QueryError> {
        do throws(QueryError) {
            var values: [QueryValue] = []
            for (index, argument) in arguments.enumerated() {
                guard let value = QueryValue(any: argument) else {
                    let type = argument.map { String(describing: Swift.type(of: $0)) } ?? "nil"
                    throw QueryError(.argument, "argument \(index + 1) is a \(type); predicates take numbers, texts, dates, UUIDs, Booleans, arrays and sets of them, and nil")
                }
                values.append(value)
            }
            return .success(try Predicate(format: format, arguments: values))
        } catch {
            return .failure(error)
        }
    }
}

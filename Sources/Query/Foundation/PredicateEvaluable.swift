/// An object that a predicate made by `NSPredicate(format:)` can be evaluated with, and that a sort descriptor made by
/// `NSSortDescriptor(key:ascending:)` can order.
///
/// Stands for key-value coding, which Linux does not have. Dictionaries with text keys need nothing of this.
public protocol PredicateEvaluable {
    /// The object's value for a key as the format writes it: a number, `Bool`, `String`, `Date`, `UUID`, an array of them
    /// for a key with several values, nil for none. An unknown key yields nil.
    func predicateValue(forKey key: String) -> Any?
}

/// An object that stands for its identifier where a predicate has it as an argument, as in `SELF IN %@` with assets.
public protocol PredicateIdentifiable {
    /// The local identifier.
    var predicateIdentifier: String { get }
}

/// A place on the globe where a predicate has it as an argument, as in `distance(location, %@) < 1000`.
package protocol PredicatePlace {
    /// Degrees north and east.
    var predicateDegrees: (latitude: Double, longitude: Double) { get }
}

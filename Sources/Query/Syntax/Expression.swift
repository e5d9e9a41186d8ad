/// One side of a comparison.
package indirect enum Expression: Sendable, Hashable {
    case value(QueryValue)
    case key(KeyReference)
    /// The object itself, `SELF`.
    case object
    /// How many values a to-many key has, `KEY.@count`.
    case count(KeyReference)
    case arithmetic(ArithmeticOperator, Expression, Expression)
    /// `-x`
    case negative(Expression)
    /// `~x`
    case complement(Expression)
    case function(QueryFunction, [Expression])
    /// `{a, b}` with at least one member that is not a constant; of constants alone it is a `.value(.list)`.
    case aggregate([Expression])
}

/// An operator between two numbers. Integers stay integers unless they overflow; division of integers truncates, and
/// division by zero yields nil.
package enum ArithmeticOperator: String, Sendable, Hashable, CaseIterable {
    case add = "+", subtract = "-", multiply = "*", divide = "/", remainder = "%%", power = "**"
    case bitAnd = "&", bitOr = "|", bitXor = "^", shiftLeft = "<<", shiftRight = ">>"
}

/// The functions a format may call, written `name(arguments)` or, as Apple prints them, `name:(arguments)`.
package enum QueryFunction: String, Sendable, Hashable, CaseIterable {
    /// The moment the predicate is resolved.
    case now
    case abs, floor, ceiling, trunc, sqrt
    /// Over its arguments, or over the values of one list.
    case sum, min, max, average, count
    /// Of a text: number of Unicode scalars, upper and lower case.
    case length, uppercase, lowercase
    /// Metres between two places, each a key of a place or a list of its degrees north and east, or four numbers.
    /// Also written `distanceToLocation:fromLocation:(…)`, as Apple's CloudKit does. Addition.
    case distance

    /// The function of a name, whose case does not count.
    init?(named name: String) {
        let name = name.lowercased()
        self.init(rawValue: name == "distancetolocation:fromlocation" ? "distance" : name)
    }

    /// How many arguments it takes.
    var arity: ClosedRange<Int> {
        switch self {
        case .now: 0...0
        case .abs, .floor, .ceiling, .trunc, .sqrt, .length, .uppercase, .lowercase: 1...1
        case .distance: 2...4
        case .sum, .min, .max, .average, .count: 1...64
        }
    }
}

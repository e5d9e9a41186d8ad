import Foundation
import Query

/// Something that assets can be asked for in an `AssetCondition`, and be ordered by. Addition.
public struct AssetKey<Value>: Sendable {
    let name: String
    let encode: @Sendable (Value) -> QueryValue

    init(_ name: String, _ encode: @escaping @Sendable (Value) -> QueryValue) { (self.name, self.encode) = (name, encode) }

    private var expression: Query.Expression { .key(KeyReference(name)) }

    private func compare(_ relation: Relation, _ value: Value?) -> AssetCondition {
        AssetCondition(expression, relation, value.map(encode) ?? .null)
    }
}

extension AssetKey where Value: Equatable {
    /// `nil` finds the assets without a value.
    public static func == (key: AssetKey, value: Value?) -> AssetCondition { key.compare(.equal, value) }
    /// `nil` finds the assets that have a value.
    public static func != (key: AssetKey, value: Value?) -> AssetCondition { key.compare(.notEqual, value) }

    /// One of these.
    public func isAny(of values: some Sequence<Value>) -> AssetCondition { AssetCondition(expression, .isIn, .list(values.map(encode))) }
}

extension AssetKey where Value: Comparable {
    /// Assets without a value don't count as less.
    public static func < (key: AssetKey, value: Value) -> AssetCondition { key.compare(.less, value) }
    /// Assets without a value don't count as less.
    public static func <= (key: AssetKey, value: Value) -> AssetCondition { key.compare(.lessOrEqual, value) }
    /// Assets without a value don't count as greater.
    public static func > (key: AssetKey, value: Value) -> AssetCondition { key.compare(.greater, value) }
    /// Assets without a value don't count as greater.
    public static func >= (key: AssetKey, value: Value) -> AssetCondition { key.compare(.greaterOrEqual, value) }

    /// From the range's first to its last value, both included.
    public func isWithin(_ range: ClosedRange<Value>) -> AssetCondition { self >= range.lowerBound && self <= range.upperBound }
}

extension AssetKey where Value == String {
    /// Upper and lower case, and letters with and without accents, are the same.
    public func contains(_ text: String) -> AssetCondition { folded(.contains, text) }
    /// Upper and lower case, and letters with and without accents, are the same.
    public func hasPrefix(_ text: String) -> AssetCondition { folded(.beginsWith, text) }

    private func folded(_ relation: Relation, _ text: String) -> AssetCondition {
        AssetCondition(expression, relation, .string(text), options: [.caseInsensitive, .diacriticInsensitive])
    }
}

extension AssetKey where Value == [String] {
    /// This text is one of them.
    public func contains(_ text: String) -> AssetCondition { AssetCondition(expression, .contains, .string(text)) }
}

extension AssetKey where Value: OptionSet {
    /// All of these are set.
    public func contains(_ members: Value) -> AssetCondition {
        AssetCondition(.arithmetic(.bitAnd, expression, .value(encode(members))), .equal, encode(members))
    }
}

import Foundation
import Query

/// Which assets to fetch, checked by the compiler: made from `AssetKeys`, joined by `&&`, `||` and `!`. Addition.
///
/// `options.predicate = .assets { $0.isFavorite && $0.creationDate >= lastWeek }`
public struct AssetCondition: Sendable {
    let predicate: Query.Predicate

    init(_ predicate: Query.Predicate) { self.predicate = predicate }

    init(_ left: Query.Expression, _ relation: Relation, _ value: QueryValue, options: TextOptions = []) {
        predicate = .comparison(Comparison(left, relation, .value(value), options: options))
    }

    /// Both conditions hold.
    public static func && (left: AssetCondition, right: AssetCondition) -> AssetCondition { AssetCondition(.and([left.predicate, right.predicate])) }
    /// At least one of the conditions holds.
    public static func || (left: AssetCondition, right: AssetCondition) -> AssetCondition { AssetCondition(.or([left.predicate, right.predicate])) }
    /// The condition does not hold.
    public static prefix func ! (condition: AssetCondition) -> AssetCondition { AssetCondition(.not(condition.predicate)) }
}

extension NSPredicate {
    /// A predicate for fetches of assets, checked by the compiler: `.assets { $0.mediaType == .video && $0.duration > 60 }`. Addition.
    public static func assets(_ condition: (AssetKeys) -> AssetCondition) -> NSPredicate { NSPredicate(condition(AssetKeys()).predicate) }
}

extension NSSortDescriptor {
    /// An order for fetches of assets, checked by the compiler: `.assets(\.creationDate, ascending: false)`. Default: smallest first. Addition.
    public static func assets<Value>(_ key: KeyPath<AssetKeys, AssetKey<Value>>, ascending: Bool = true) -> NSSortDescriptor {
        NSSortDescriptor(key: AssetKeys()[keyPath: key].name, ascending: ascending)
    }
}

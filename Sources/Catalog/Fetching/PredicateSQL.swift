import Foundation
import Query

/// Predicates as conditions over our tables.
struct PredicateSQL {
    let space: KeySpace
    let mapping: SQLMapping

    static let assets = PredicateSQL(space: .assets, mapping: SQLMapping(AssetKeys.sources))
    static let limitedAssets = PredicateSQL(space: .assets, mapping: SQLMapping(AssetKeys.limitedSources))
    static let counts = PredicateSQL(space: .assets, mapping: SQLMapping(AssetKeys.countSources))
    static let collections = PredicateSQL(space: .collections, mapping: SQLMapping(CollectionKeys.sources))

    /// - Throws: a `QueryError` for keys and types that don't fit.
    func translate(_ predicate: Query.Predicate, now: Double, _ budget: QueryBudget) throws(QueryError) -> SQLPart {
        let fragment = try resolve(predicate, now: now, budget).sql(mapping)
        return SQLPart(fragment.sql, fragment.arguments.map(SQLValue.init))
    }

    /// `nil` when a key has no column here.
    func translateIfMapped(_ predicate: Query.Predicate, now: Double, _ budget: QueryBudget) throws(QueryError) -> SQLPart? {
        let resolved = try resolve(predicate, now: now, budget)
        do {
            let fragment = try resolved.sql(mapping)
            return SQLPart(fragment.sql, fragment.arguments.map(SQLValue.init))
        } catch {
            guard error.code == .unmapped else { throw error }
            return nil
        }
    }

    private func resolve(_ predicate: Query.Predicate, now: Double, _ budget: QueryBudget) throws(QueryError) -> ResolvedPredicate {
        let resolved = try space.resolve(predicate, now: now, budget: budget)
        return ResolvedPredicate(condition: Self.plain(resolved.condition), keySpace: resolved.keySpace)
    }

    /// Writes every test of a single bit in the one way that the indexes are declared with, `(key & bit) <> 0`; SQLite compares texts.
    private static func plain(_ condition: Condition) -> Condition {
        switch condition {
        case .and(let parts): return .and(parts.map(plain))
        case .or(let parts): return .or(parts.map(plain))
        case .compare(.arithmetic(.bitAnd, .value(.int(let bit)), .key(let key)), let ordering, let right):
            return plain(.compare(.arithmetic(.bitAnd, .key(key), .value(.int(bit))), ordering, right))
        case .compare(.arithmetic(.bitAnd, .key(let key), .value(.int(let bit))), let ordering, .value(.int(let value)))
        where bit > 0 && bit & (bit - 1) == 0:
            guard (ordering, value) == (.equal, bit) || (ordering, value) == (.greater, 0) else { return condition }
            return .compare(.arithmetic(.bitAnd, .key(key), .value(.int(bit))), .notEqual, .value(.int(0)))
        default: return condition
        }
    }
}

extension SQLValue {
    init(_ argument: SQLArgument) {
        switch argument {
        case .text(let text): self = .text(text)
        case .real(let number): self = .double(number)
        case .blob(let bytes): self = .blob(Data(bytes))
        }
    }
}

/// Which column answers which key of albums and folders.
enum CollectionKeys {
    static let sources: [String: SQLMapping.Source] = [
        "localIdentifier": .column("collection.uuid", .uuid, isNullable: false),
        "localizedTitle": .column("collection.title", .text),
        "startDate": .column("collection.startDate", .date),
        "endDate": .column("collection.endDate", .date),
        "estimatedAssetCount": .column("collection.count", .integer, isNullable: false),
    ]
}

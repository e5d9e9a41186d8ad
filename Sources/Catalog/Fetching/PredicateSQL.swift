import Foundation
import Query

/// Predicates as conditions over our tables.
struct PredicateSQL {
    let space: KeySpace
    let mapping: SQLMapping

    static let assets = PredicateSQL(space: .assets, mapping: SQLMapping(AssetKeys.sources))
    static let census = PredicateSQL(space: .assets, mapping: SQLMapping(AssetKeys.censusSources))
    static let collections = PredicateSQL(space: .collections, mapping: SQLMapping(CollectionKeys.sources))

    /// - Throws: a `QueryError` for keys and types that don't fit.
    func translate(_ predicate: Query.Predicate, now: Double) throws(QueryError) -> SQLPart {
        let resolved = try space.resolve(predicate, now: now)
        let fragment = try resolved.sql(mapping)
        let part = SQLPart(fragment.sql, fragment.arguments.map(SQLValue.init))
        return needsSubtypes(resolved.condition) ? SQLPart("asset.mediaSubtypes <> 0 AND " + part.sql, part.arguments) : part
    }

    /// `nil` when a key has no column here.
    func translateIfMapped(_ predicate: Query.Predicate, now: Double) throws(QueryError) -> SQLPart? {
        let resolved = try space.resolve(predicate, now: now)
        do {
            let fragment = try resolved.sql(mapping)
            return SQLPart(fragment.sql, fragment.arguments.map(SQLValue.init))
        } catch {
            guard error.code == .unmapped else { throw error }
            return nil
        }
    }

    /// Whether the condition can only hold where some subtype bit is set. Said aloud, this lets SQLite use the index of those.
    private func needsSubtypes(_ condition: Condition) -> Bool {
        switch condition {
        case .and(let parts): return parts.contains(where: needsSubtypes)
        case .or(let parts): return !parts.isEmpty && parts.allSatisfy(needsSubtypes)
        case .compare(.arithmetic(.bitAnd, .key(let key), .value(.int)), .notEqual, .value(.int(0))):
            return mapping.sources[space.keys[key].name] == AssetKeys.sources["mediaSubtypes"]
        case .compare(.arithmetic(.bitAnd, .key(let key), .value(.int)), .equal, .value(.int(let value))) where value != 0:
            return mapping.sources[space.keys[key].name] == AssetKeys.sources["mediaSubtypes"]
        default: return false
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

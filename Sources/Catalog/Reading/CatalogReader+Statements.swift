import GRDB
import GRDBSQLite
import Query

extension CatalogReader {
    /// The SQL behind a fetch with its values written in, for benchmarks that step the same statement elsewhere, and for `EXPLAIN`.
    /// - Returns: `nil` when nothing can match, so that no statement is run.
    package func statement(of query: AssetQuery) throws -> String? {
        guard let compiled = try query.compiled(now: options.now()) else { return nil }
        return try db.withStatement(compiled.sql, compiled.arguments, cached: false) { statement in
            guard let text = sqlite3_expanded_sql(statement) else { throw CatalogError(.internalFault, "The statement of a fetch is too long to be written out.") }
            defer { sqlite3_free(text) }
            return String(cString: text)
        }
    }

    /// SQLite's plan of a fetch, a line for each step.
    package func plan(of query: AssetQuery) throws -> [String] {
        guard let compiled = try query.compiled(now: options.now()) else { return [] }
        return try db.all("EXPLAIN QUERY PLAN " + compiled.sql, compiled.arguments, cached: false) { $0.text(3) }
    }
}

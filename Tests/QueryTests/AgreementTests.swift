import TestSupport
import Testing
@testable import Query

/// The same predicate over the same rows, in memory and in SQLite.
struct AgreementTests {
    /// Runs predicates over random rows; returns how many resolved and how many of them let some but not all rows through.
    private func compare(seed: UInt64, rows count: Int, predicates: (inout SeededRandom) -> [Query.Predicate]) throws -> (resolved: Int, telling: Int) {
        var random = SeededRandom(seed: seed)
        let rows = (0..<count).map { _ in random.row() }
        let database = try TestDatabase(rows: rows)
        var resolved = 0, telling = 0
        for predicate in predicates(&random) {
            let ready: ResolvedPredicate
            do throws(QueryError) {
                ready = try KeySpace.assets.resolve(predicate, now: 700_000_000)
            } catch {
                #expect(error.code == .typeMismatch, "\(predicate): \(error)")
                continue
            }
            resolved += 1
            let expected = try rows.indices.filter { index in try ready.matches { rows[index][$0] } }
            let sql = try ready.sql(TestDatabase.mapping)
            let found = try database.rows(where: sql)
            #expect(found == expected, "\(predicate)\n\(sql)")
            let opposite = try KeySpace.assets.resolve(.not(predicate), now: 700_000_000)
            let others = try database.rows(where: opposite.sql(TestDatabase.mapping))
            #expect(others == rows.indices.filter { !expected.contains($0) }, "NOT \(predicate)")
            if !expected.isEmpty, expected.count < rows.count { telling += 1 }
        }
        return (resolved, telling)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func randomPredicatesAgree(seed: UInt64) throws {
        let result = try compare(seed: seed, rows: 60) { random in (0..<1_500).map { _ in random.typedPredicate(depth: 2) } }
        #expect(result.resolved > 1_000)
        // Predicates that let everything or nothing through test little.
        #expect(result.telling > 500)
    }

    @Test func everyFormatOfTheCorpusAgrees() throws {
        let predicates = try FormatCorpus.assets.map { try Query.Predicate(format: $0.format, arguments: $0.arguments) }
        let result = try compare(seed: 9, rows: 400) { _ in predicates }
        #expect(result.resolved == FormatCorpus.assets.count)
    }

    @Test func longListsAndChainsFitIntoSQLitesLimits() throws {
        var random = SeededRandom(seed: 11)
        let uuids = (0..<50_000).map { _ in
            QueryValue.uuid(withUnsafeBytes(of: (random.next(), random.next())) { UUIDBytes.uuid($0) })
        }
        let mine = SeededRandom.identifiers.prefix(3).map { QueryValue.uuid($0) }
        let texts = (0..<5_000).map { QueryValue.string("name \($0) \"q\" \\ \n") } + [.string("sea"), .string("🏖")]
        let integers = (0..<40_000).map { QueryValue.int($0) }
        let chain = Query.Predicate.or(
            (0..<3_000).map {
                .comparison(Comparison(.key(KeyReference("pixelWidth")), .equal, .arithmetic(.add, .value(.int($0)), .key(KeyReference("rating")))))
            })
        let result = try compare(seed: 12, rows: 80) { _ in
            [
                .comparison(Comparison(.object, .isIn, .value(.list(uuids + mine)))),
                .comparison(Comparison(.key(KeyReference("title")), .isIn, .value(.list(texts)))),
                .comparison(Comparison(.key(KeyReference("pixelWidth")), .isIn, .value(.list(integers + [.null])))),
                .comparison(Comparison(.key(KeyReference("duration")), .isIn, .value(.list(integers)))),
                chain,
            ]
        }
        #expect(result.resolved == 5)
        #expect(result.telling == 5)
    }
}

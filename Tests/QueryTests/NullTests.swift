import TestSupport
import Testing
@testable import Query

/// What conditions say about nil. Each row: format, whether an asset without a rating fulfils it, and one rated 3.
struct NullTests {
    static let table: [(String, Bool, Bool)] = [
        ("rating == nil", true, false),
        ("rating != nil", false, true),
        ("NOT rating == nil", false, true),
        ("rating == 3", false, true),
        ("rating != 3", true, false),
        ("rating != 4", true, true),
        ("NOT (rating == 3)", true, false),
        ("rating < 5", false, true),
        ("NOT (rating < 5)", true, false),
        ("rating > 5", false, false),
        ("NOT (rating > 5)", true, true),
        ("rating <= nil", false, false),
        ("rating >= nil", false, false),
        ("NOT (rating >= nil)", true, true),
        ("rating BETWEEN {1, 5}", false, true),
        ("NOT (rating BETWEEN {1, 5})", true, false),
        ("rating IN {3}", false, true),
        ("NOT (rating IN {3})", true, false),
        ("rating IN {nil}", true, false),
        ("rating IN {3, nil}", true, true),
        ("NOT (rating IN {3, nil})", false, false),
        ("rating IN {}", false, false),
        ("NOT (rating IN {})", true, true),
        ("rating == latitude", true, false),
        ("rating != latitude", false, true),
        ("rating < latitude", false, false),
        ("rating + 1 == 4", false, true),
        ("rating + 1 == nil", true, false),
        ("rating / 0 == nil", true, true),
        ("rating & 1 != 0", true, true),
        ("(rating & 1) == 0", false, false),
        ("NOT ((rating & 1) == 0)", true, true),
        ("title == nil", true, true),
        ("title CONTAINS 'x'", false, false),
        ("NOT (title CONTAINS 'x')", true, true),
        ("NOT (title LIKE '*')", true, true),
        ("NOT (title MATCHES '.*')", true, true),
        ("title ==[c] nil", true, true),
        ("title CONTAINS ''", false, false),
        ("title BEGINSWITH nil", false, false),
        ("ANY keywords == 'x'", false, false),
        ("ALL keywords == 'x'", true, true),
        ("NONE keywords == 'x'", true, true),
        ("nil == nil", true, true),
        ("nil != nil", false, false),
        ("nil == 1", false, false),
    ]

    @Test(arguments: table.indices)
    func nilFollowsTheRules(_ index: Int) throws {
        let (format, unrated, rated) = Self.table[index]
        let rows: [[QueryValue]] = [QueryValue.null, 3].map { rating in
            KeySpace.assets.keys.map { key in
                switch key.name {
                case "rating": rating
                case "localIdentifier": .uuid(SeededRandom.identifiers[0])
                case _ where key.isToMany: .list([])
                default: SeededRandom.notNull.contains(key.name) ? 0 : .null
                }
            }
        }
        let ready = try KeySpace.assets.resolve(try Query.Predicate(format: format), now: 0)
        #expect(try rows.map { row in try ready.matches { row[$0] } } == [unrated, rated], "\(format) in memory")
        let expected = [unrated, rated].indices.filter { [unrated, rated][$0] }
        #expect(try TestDatabase(rows: rows).rows(where: ready.sql(TestDatabase.mapping)) == expected, "\(format) in SQL")
    }
}

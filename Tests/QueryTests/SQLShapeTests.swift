import TestSupport
import Testing
@testable import Query

/// The SQL stays in a form in which SQLite finds its indexes, and holds no text from a format.
struct SQLShapeTests {
    private func sql(_ format: String, _ arguments: QueryValue...) throws -> SQLFragment {
        try KeySpace.assets.resolve(Query.Predicate(format: format, arguments: arguments), now: 0).sql(TestDatabase.mapping)
    }

    @Test func plainComparisonsStayPlain() throws {
        #expect(try sql("mediaType == %d", 1) == SQLFragment("a.mediaType = 1"))
        #expect(try sql("mediaType == 1 AND (mediaSubtypes & 8) != 0") == SQLFragment("(a.mediaType = 1 AND (a.mediaSubtypes & 8) <> 0)"))
        #expect(try sql("isFavorite == YES") == SQLFragment("a.favorite = 1"))
        #expect(try sql("NOT isFavorite == YES") == SQLFragment("a.favorite <> 1"))
        #expect(
            try sql("creationDate >= %@ AND creationDate < %@", .date(1), .date(2))
                == SQLFragment("(a.creationDate >= ? AND a.creationDate < ?)", [.real(1), .real(2)]))
        #expect(
            try sql("creationDate BETWEEN %@", [.date(1), .date(2)])
                == SQLFragment("(a.creationDate >= ? AND a.creationDate <= ?)", [.real(1), .real(2)]))
        #expect(try sql("rating == 3") == SQLFragment("a.rating = 3"))
        #expect(try sql("rating == nil") == SQLFragment("a.rating IS NULL"))
        #expect(try sql("rating != 3") == SQLFragment("a.rating IS NOT 3"))
        #expect(try sql("NOT rating > 3") == SQLFragment("NOT (IFNULL(a.rating > 3, 0))"))
        #expect(try sql("mediaType IN {2, 1}") == SQLFragment("a.mediaType IN (1, 2)"))
        #expect(try sql("NOT (mediaType IN {1})") == SQLFragment("NOT (a.mediaType IN (1))"))
        #expect(try sql("mediaType == 1 + 2 * 3") == SQLFragment("a.mediaType = 7"))
        #expect(try sql("TRUEPREDICATE AND mediaType == 1") == SQLFragment("a.mediaType = 1"))
        #expect(try sql("title BEGINSWITH %@", "é") == SQLFragment("substr(a.title, 1, 1) = ?", [.text("é")]))
        #expect(try sql("title CONTAINS[cd] %@", "ÉA") == SQLFragment("instr(photos_fold(a.title, 3), ?) > 0", [.text("ea")]))
    }

    @Test func indexesAreFound() throws {
        var random = SeededRandom(seed: 41)
        let database = try TestDatabase(rows: (0..<20).map { _ in random.row() })
        let partial = try database.plan(where: sql("mediaType == %d AND creationDate > %@", 1, .date(0)))
        #expect(partial.contains("asset_images (creationDate>?)"), "\(partial)")
        let one = try database.plan(where: sql("localIdentifier == %@", .uuid(SeededRandom.identifiers[0])))
        #expect(one.contains("asset_on_uuid (localIdentifier=?)"), "\(one)")
        let many = (0..<500).map { _ in QueryValue.uuid(withUnsafeBytes(of: (random.next(), random.next())) { UUIDBytes.uuid($0) }) }
        let list = try database.plan(where: sql("SELF IN %@", .list(many)))
        #expect(list.contains("asset_on_uuid (localIdentifier=?)"), "\(list)")
    }

    @Test func textsNeverReachTheSQL() throws {
        for text in SeededRandom.texts where !text.isEmpty && text.contains(where: { !$0.isLetter }) {
            for format in ["title == %@", "title CONTAINS[c] %@", "title LIKE %@", "title IN {%@, 'b'}", "ANY keywords ENDSWITH %@"] {
                let fragment = try sql(format, .string(text))
                #expect(!fragment.sql.contains(text), "\(format) \(text)")
                #expect(fragment.sql.count { $0 == "?" } == fragment.arguments.count)
            }
        }
    }

    @Test func aKeyWithoutAFittingColumnIsNamed() throws {
        let ready = try KeySpace.assets.resolve(Query.Predicate(format: "title == 'x'"), now: 0)
        for mapping in [SQLMapping([:]), SQLMapping(["title": .column("t", .integer)])] {
            let error = #expect(throws: QueryError.self) { try ready.sql(mapping) }
            #expect(error?.code == .unmapped)
            #expect(error?.message.contains("\"title\"") == true)
        }
    }
}

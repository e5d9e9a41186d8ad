import PhotoModel
import TestSupport
import Testing
@testable import Query

struct ResolutionTests {
    /// Formats whose keys or types do not fit, with what the error must mention.
    static let refused: [(format: String, code: QueryError.Code, position: Int?, message: String)] = [
        ("mediaTyp == 1", .unknownKey, 0, "did you mean mediaType?"),
        ("mediaType == 1 AND fileNam == 'x'", .unknownKey, 19, "did you mean filename?"),
        ("zzzzzz == 1", .unknownKey, 0, "\"zzzzzz\". Known keys: localIdentifier, creationDate"),
        ("favourite == YES", .unknownKey, 0, "did you mean favorite?"),
        ("MEDIATYPE == 1", .unknownKey, 0, "did you mean mediaType?"),
        ("mediaType.value == 1", .unknownKey, 0, "mediaType.value"),
        ("location == 5", .typeMismatch, 0, "distance(location, {47.6, 8.5}) < 1000"),
        ("location < nil", .typeMismatch, 0, "is a place"),
        ("location IN {1, 2}", .typeMismatch, 0, "is a place"),
        ("ANY location == nil", .typeMismatch, 4, "several values"),
        ("distance(location, 5) < 10", .typeMismatch, nil, "between two places"),
        ("distance(location, {1, 2, 3}) < 10", .typeMismatch, nil, "between two places"),
        ("distance(1, 2, 3) < 10", .typeMismatch, nil, "between two places"),
        ("distance(location, {'a', 'b'}) < 10", .typeMismatch, nil, "calculates with numbers"),
        ("distance(location, location) == 'x'", .typeMismatch, nil, "without quotes"),
        ("locatin == nil", .unknownKey, 0, "did you mean location?"),
        ("filename == 5", .typeMismatch, 0, "put it in quotes"),
        ("5 == filename", .typeMismatch, 5, "put it in quotes"),
        ("mediaType == 'image'", .typeMismatch, 0, "without quotes"),
        ("isFavorite == 'YES'", .typeMismatch, 0, "without quotes"),
        ("creationDate > 5", .typeMismatch, 0, "CAST(5, \"NSDate\")"),
        ("creationDate > 'yesterday'", .typeMismatch, 0, "2024-05-31"),
        ("creationDate > '2024-02-30'", .typeMismatch, 0, "2024-05-31"),
        ("creationDate == filename", .typeMismatch, 0, "cannot be compared"),
        ("mediaType CONTAINS 'x'", .typeMismatch, 0, "compare texts"),
        ("localIdentifier CONTAINS 'x'", .typeMismatch, 0, "==, != and IN"),
        ("localIdentifier == 5", .typeMismatch, 0, "cannot be compared"),
        ("filename + 1 == 2", .typeMismatch, 0, "calculates with numbers"),
        ("creationDate * 2 > now()", .typeMismatch, 0, "seconds can be added"),
        ("-filename == 1", .typeMismatch, 1, "calculates with numbers"),
        ("mediaType BETWEEN 5", .typeMismatch, nil, "two values"),
        ("mediaType BETWEEN {1, 2, 3}", .typeMismatch, nil, "two values"),
        ("mediaType IN 5", .typeMismatch, nil, "needs a list"),
        ("mediaType IN {1, 'x'}", .typeMismatch, 0, "without quotes"),
        ("mediaType == {1, 2}", .typeMismatch, nil, "IN and BETWEEN"),
        ("keywords == 'x'", .typeMismatch, 0, "ANY keywords"),
        ("keywords == nil", .typeMismatch, 0, "@count"),
        ("'x' == keywords", .typeMismatch, 7, "ANY keywords"),
        ("ANY mediaType == 1", .typeMismatch, 4, "several values"),
        ("ANY keywords == 5", .typeMismatch, nil, "put it in quotes"),
        ("mediaType.@count == 1", .typeMismatch, 0, "one value"),
        ("filename LIKE title", .typeMismatch, 14, "constant"),
        ("filename LIKE 5", .typeMismatch, nil, "must be a text"),
        ("filename MATCHES '('", .pattern, nil, "no valid regular expression"),
        ("filename MATCHES 'a)|(b'", .pattern, nil, "no valid regular expression"),
        ("filename MATCHES '[z-a]'", .pattern, nil, "no valid regular expression"),
    ]

    @Test(arguments: refused.indices)
    func whatCannotBeMeantIsRefused(_ index: Int) throws {
        let (format, code, position, message) = Self.refused[index]
        let tree = try Query.Predicate(format: format)
        let error = #expect(throws: QueryError.self, "\(format)") { try KeySpace.assets.resolve(tree, now: 0) }
        #expect(error?.code == code, "\(format): \(String(describing: error))")
        #expect(error?.message.contains(message) == true, "\(format): \(String(describing: error))")
        if let position, error?.position != nil { #expect(error?.position == position, "\(format)") }
    }

    @Test func everyDocumentedSpellingIsAKey() {
        for name in [
            "localIdentifier", "creationDate", "modificationDate", "mediaType", "mediaSubtypes", "mediaSubtype", "duration", "pixelWidth",
            "pixelHeight", "favorite", "isFavorite", "hidden", "isHidden", "burstIdentifier",
        ] {
            #expect(KeySpace.assets.index(of: name) != nil, "\(name)")
        }
        for name in ["localIdentifier", "localizedTitle", "title", "startDate", "endDate"] {
            #expect(KeySpace.collections.index(of: name) != nil, "\(name)")
            #expect(KeySpace.collectionLists.index(of: name) != nil, "\(name)")
        }
        #expect(KeySpace.collections.index(of: "estimatedAssetCount") != nil)
    }

    @Test(arguments: [
        "00000001-1234-4ABC-8DEF-0123456789AB", "00000001-1234-4abc-8def-0123456789ab", "00000001-1234-4ABC-8DEF-0123456789AB/L0/001",
        "00000001-1234-4abc-8def-0123456789ab/l0/040", "assets-library://asset/asset.JPG?id=00000001-1234-4ABC-8DEF-0123456789AB&ext=JPG",
        "ASSETS-LIBRARY://asset/asset.mov?ext=mov&ID=00000001-1234-4abc-8def-0123456789ab",
    ])
    func everySpellingOfAnIdentifierIsTheSameAsset(text: String) throws {
        #expect(LocalIdentifier.uuid(from: text) == SeededRandom.identifiers[1])
    }

    @Test(arguments: [
        "", "x", "00000001-1234-4ABC-8DEF-0123456789ABC", "00000001-1234-4ABC-8DEF-0123456789AB.jpg", "http://asset?id=00000001-1234-4ABC-8DEF-0123456789AB",
        "assets-library://asset/asset.JPG", "assets-library://asset/asset.JPG?id=5",
    ])
    func whatIsNoIdentifierMatchesNothing(text: String) throws {
        #expect(LocalIdentifier.uuid(from: text) == nil)
        let tree = try Query.Predicate(format: "localIdentifier == %@", arguments: [.string(text)])
        #expect(try KeySpace.assets.resolve(tree, now: 0).condition == .constant(false))
    }

    @Test func sortKeysResolveByAliasAndRefuseTheRest() throws {
        let keys = try KeySpace.assets.resolve([SortKey("isFavorite", ascending: false), SortKey(parsing: "creationDate:desc"), SortKey("SELF")])
        #expect(keys.map { KeySpace.assets.keys[$0.key].name } == ["favorite", "creationDate", "localIdentifier"])
        #expect(keys.map(\.ascending) == [false, false, true])
        #expect(try KeySpace.assets.orderSQL(keys, TestDatabase.mapping) == "a.favorite DESC, a.creationDate DESC, a.localIdentifier")
        #expect(throws: QueryError.self) { try KeySpace.assets.resolve([SortKey("keywords")]) }
        #expect(throws: QueryError.self) { try KeySpace.assets.resolve([SortKey("nothing")]) }
        for text in ["", ":desc", "a:b", "a:asc:desc"] {
            #expect(throws: QueryError.self, "\(text)") { try SortKey(parsing: text) }
        }
    }

    @Test func nowIsTheMomentOfResolving() throws {
        let tree = try Query.Predicate(format: "creationDate > now() - 60")
        let ready = try KeySpace.assets.resolve(tree, now: 1_000)
        #expect(try ready.matches { _ in .date(941) })
        #expect(try !ready.matches { _ in .date(940) })
    }
}

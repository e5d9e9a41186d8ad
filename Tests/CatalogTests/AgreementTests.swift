import Catalog
import Foundation
import PhotoModel
import Query
import TestSupport
import Testing

/// A fetch through SQL returns what filtering and sorting all records in memory returns.
@Suite struct AgreementTests {
    static let formats = [
        "ANY album == \"Album 1\"", "album CONTAINS \"Album 0\"", "NONE album BEGINSWITH[c] \"ALBUM 1\"", "album.@count == 2", "albums.@count == 0",
        "ANY album.localIdentifier == \"01020304-0506-4708-890A-0B0C00002328/L0/040\"", "ANY album == title", "ANY album != \"Album 1\" AND favorite == YES",
        "distance(location, {10, 20}) < 5000000", "distance(location, {-80, 179}) > 3000000", "distanceToLocation:fromLocation:(location, {0, 0}) <= 4000000",
        "location == nil", "location != nil AND mediaType == 1", "playbackVariation == 2", "originalResourceChoice == 1", "burstSelectionTypes & 2 != 0",
        "adjustmentFormatIdentifier == \"org.example.edit\"", "dateCreated != nil",
        "mediaType == 1", "mediaType != 2", "mediaType IN {1, 3}", "NOT (mediaType IN {1, 3})", "mediaType BETWEEN {1, 2}",
        "mediaType == 1 AND (mediaSubtypes & 8) != 0", "(mediaSubtypes & 4) != 0", "(mediaSubtypes & 2) != 0", "(mediaSubtypes & 12) == 12",
        "(mediaSubtypes & 8) == 0", "(mediaSubtypes & 1024) != 0 OR (mediaSubtypes & 131072) != 0", "mediaSubtypes == 0",
        "favorite == YES", "isFavorite == NO", "favorite == 1 AND mediaType == 1", "hidden == YES", "isHidden == NO", "NOT favorite == YES",
        "creationDate == nil", "creationDate != nil", "creationDate > CAST(500500000, \"NSDate\")", "creationDate <= CAST(500000000, \"NSDate\")",
        "creationDate BETWEEN {CAST(500100000, \"NSDate\"), CAST(501000000, \"NSDate\")}", "NOT (creationDate > CAST(500500000, \"NSDate\"))",
        "localCreationDate >= CAST(500864000, \"NSDate\")", "localCreationDate BETWEEN {\"2016-11-10\", \"2016-11-14\"}", "localCreationDate == nil",
        "localCreationDate < creationDate", "modificationDate > creationDate", "modificationDate == nil OR creationDate == nil", "creationDate < now()",
        "addedDate >= CAST(695000000, \"NSDate\")",
        "duration > 3.5", "duration == 0", "duration BETWEEN {1, 6.25}", "pixelWidth > pixelHeight", "pixelWidth * pixelHeight >= 12000000",
        "pixelWidth == 0", "pixelHeight IN {3024, 1080}", "burstIdentifier != nil", "burstIdentifier == \"burst-1\"", "representsBurst == YES",
        "sourceType == 2", "playbackStyle == 3", "hasAdjustments == YES", "trashed == YES", "isTrashed == NO", "trashedDate == nil",
        "filename ENDSWITH \".HEIC\"", "filename ENDSWITH[c] \".heic\"", "filename BEGINSWITH \"IMG\"", "filename LIKE \"IMG_?.*\"",
        "filename MATCHES \"(?i)img_[0-9]\\\\..*\"", "fileSize >= 2000000", "uniformTypeIdentifier == \"public.heic\"",
        "title == nil", "title == \"sea\"", "title ==[c] \"sea\"", "title ==[cd] \"SEA\"", "title CONTAINS \"e\"", "title CONTAINS[cd] \"ete\"",
        "title LIKE \"a\\\\*b*\"", "title CONTAINS \"%\"", "title < \"sea\"", "title == caption", "caption != nil AND caption != title", "title == \"\"",
        "title.length > 0 OR rating > 2", "ANY keywords == \"sea\"", "ANY keywords CONTAINS[c] \"se\"", "NONE keywords == \"sea\"", "ALL keywords != \"sea\"",
        "keywords.@count == 0", "keywords.@count > 2", "NOT (ANY keywords LIKE[c] \"*a*\")", "rating >= 3", "rating == nil", "rating != 5",
        "cameraMake == \"Apple\"", "camera BEGINSWITH[c] \"iphone\"", "lens != nil", "latitude > 0 AND longitude < 0", "latitude == nil",
        "latitude BETWEEN {-10, 40.5}", "TRUEPREDICATE", "FALSEPREDICATE", "(favorite == YES OR rating >= 4) AND NOT (mediaType == 2)",
        "localIdentifier == \"01020304-0506-4708-890A-0B0C00000007/L0/001\"", "SELF == \"01020304-0506-4708-890A-0B0C00000003\"",
        "localIdentifier IN {\"01020304-0506-4708-890A-0B0C00000001\", \"01020304-0506-4708-890A-0B0C00000005/L0/001\"}",
    ]
    static let sorts: [[SortKey]] = [
        [], [SortKey("localCreationDate")], [SortKey("localCreationDate", ascending: false), SortKey("title")], [SortKey("creationDate")],
        [SortKey("creationDate", ascending: false)], [SortKey("modificationDate", ascending: false), SortKey("title")],
        [SortKey("favorite", ascending: false), SortKey("creationDate")], [SortKey("title")], [SortKey("rating", ascending: false)],
        [SortKey("duration"), SortKey("localIdentifier", ascending: false)], [SortKey("mediaType")],
    ]

    /// Formats this version of the language refuses say nothing about the catalogue.
    static let predicates: [(format: String, predicate: Query.Predicate)] = formats.compactMap { format in
        guard let predicate = try? Query.Predicate(format: format), (try? KeySpace.assets.resolve(predicate, now: 0)) != nil else { return nil }
        return (format, predicate)
    }

    @Test func enoughFormatsAreUnderstood() { #expect(Self.predicates.count >= 92) }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func fetchesAgreeWithMemory(seed: UInt64) throws {
        let library = try TemporaryCatalog()
        let model = try RandomLibrary.fill(library, count: 120, seed: seed)
        var random = SeededRandom(seed: seed &* 77)
        let scopes = Self.scopes(model)
        try library.read { (reader: CatalogReader) throws in
            for (format, predicate) in Self.predicates {
                for _ in 0..<6 {
                    let query = Self.query(random.pick(scopes), predicate, &random)
                    #expect(try Array(reader.assetIDs(query)) == model.ids(query), "\(format) in \(query), seed \(seed)")
                    #expect(try reader.assetCount(query) == model.ids(query).count, "count of \(format) in \(query), seed \(seed)")
                }
            }
        }
    }

    @Test(arguments: [11, 12] as [UInt64])
    func everyScopeAndFlagAgrees(seed: UInt64) throws {
        let library = try TemporaryCatalog()
        let model = try RandomLibrary.fill(library, count: 150, seed: seed)
        try library.read { (reader: CatalogReader) throws in
            for scope in Self.scopes(model) {
                for flags in 0..<4 {
                    for sources in [0, 1, 2, 6] as [UInt] {
                        for sort in Self.sorts {
                            for limit in [0, 1, 7] {
                                var query = AssetQuery(scope: scope, sort: sort, limit: limit)
                                (query.includesHidden, query.includesAllBursts, query.sourceTypes) = (flags & 1 != 0, flags & 2 != 0, SourceTypes(rawValue: sources))
                                #expect(try Array(reader.assetIDs(query)) == model.ids(query), "\(query), seed \(seed)")
                                #expect(try reader.assetCount(query) == model.ids(query).count, "count of \(query), seed \(seed)")
                            }
                        }
                    }
                }
            }
        }
    }

    private static func scopes(_ model: AssetModel) -> [AssetQuery.Scope] {
        [.library, .trash, .burst("burst-1"), .identifiers(model.assets.prefix(30).map(\.uuid) + [UUID()]), .identifiers([])]
            + model.albums.keys.sorted().map { .album($0) } + [.album(4_711)]
    }

    private static func query(_ scope: AssetQuery.Scope, _ predicate: Query.Predicate, _ random: inout SeededRandom) -> AssetQuery {
        var query = AssetQuery(scope: scope, predicate: predicate, sort: random.pick(sorts), limit: random.chance(30) ? random.number(below: 20) : 0)
        query.includesHidden = random.chance(40)
        query.includesAllBursts = random.chance(40)
        query.sourceTypes = random.pick([[], [], .userLibrary, .cloudShared, .all])
        return query
    }

    @Test func unknownKeysAreNamed() throws {
        let library = try TemporaryCatalog()
        try library.read { reader in
            #expect(throws: QueryError.self) { try reader.assetIDs(AssetQuery(sort: [SortKey("creationDat")])) }
            #expect(throws: QueryError.self) { try reader.assetIDs(AssetQuery(sort: [SortKey("keywords")])) }
            #expect(throws: QueryError.self) { try reader.assetIDs(AssetQuery(predicate: try Query.Predicate(format: "colour == 1"))) }
        }
    }
}

@testable import Catalog
import Columns
import Foundation
import PhotoModel
import Query
import TestSupport
import Testing

/// A fetch through columns returns what SQL returns, and what filtering and sorting all records in memory returns.
@Suite struct ColumnAgreementTests {
    /// The keys that Apple documents, apart from identifiers, are all answered by columns.
    static let documented = [
        "mediaType == 1", "mediaType IN {1, 3}", "(mediaSubtypes & 8) != 0", "mediaType == 1 AND (mediaSubtypes & 8) == 0", "favorite == YES",
        "hidden == YES", "creationDate == nil", "creationDate > CAST(500500000, \"NSDate\")", "NOT (creationDate > CAST(500500000, \"NSDate\"))",
        "modificationDate > creationDate", "creationDate BETWEEN {CAST(500100000, \"NSDate\"), CAST(501000000, \"NSDate\")}",
        "duration > 3.5 OR favorite == YES", "pixelWidth > pixelHeight", "pixelWidth * pixelHeight >= 12000000", "pixelHeight IN {3024, 1080}",
        "burstIdentifier != nil", "duration BETWEEN {1, 6.25}", "creationDate < now() AND modificationDate != nil",
        "burstIdentifier == \"burst-1\" OR favorite == YES",
        "NOT (localIdentifier IN {\"01020304-0506-4708-890A-0B0C00000001\", \"01020304-0506-4708-890A-0B0C00000005\"})",
    ]

    /// A library whose column file has rows in order, later changes and dead rows.
    private func library(count: Int, seed: UInt64) throws -> (TemporaryCatalog, AssetModel) {
        let library = try TemporaryCatalog()
        var model = try RandomLibrary.fill(library, count: count, seed: seed)
        #expect(library.catalog.updateColumns())
        var random = SeededRandom(seed: seed &* 13)
        for round in 0..<6 {
            try library.write { writer in
                for _ in 0..<count / 30 {
                    let index = random.number(below: model.assets.count), other = RandomLibrary.asset(10_000, &random)
                    let change = { (asset: inout AssetRecord) in
                        (asset.creationDate, asset.isFavorite, asset.rating) = (other.creationDate, other.isFavorite, other.rating)
                        (asset.isHidden, asset.modificationDate) = (other.isHidden, other.modificationDate)
                    }
                    try writer.update(assetID: model.assets[index].id, change)
                    model.assets[index] = try #require(try writer.asset(id: model.assets[index].id))
                }
                var added = RandomLibrary.asset(5_000 + round, &random)
                added.id = try writer.insert(added, resources: [])
                model.assets.append(added)
            }
        }
        let purged = model.assets.first { $0.isTrashed }
        if let purged {
            try library.write { try $0.purge(assetIDs: [purged.id]) }
            model.assets.removeAll { $0.id == purged.id }
            for album in model.albums.keys { model.albums[album]?.removeAll { $0 == purged.id } }
        }
        return (library, model)
    }

    private func withSQL(_ library: TemporaryCatalog) throws -> Catalog {
        var options = TemporaryCatalog.options()
        options.usesColumns = false
        return try Catalog.open(at: library.file, options: options)
    }

    private func scopes(_ model: AssetModel) -> [AssetQuery.Scope] {
        [.library, .library, .trash, .burst("burst-1"), .identifiers(model.assets.prefix(30).map(\.uuid))]
            + model.albums.keys.sorted().map { .album($0) }
    }

    @Test(arguments: [(1, 150), (2, 150), (3, 150), (4, 1_400)] as [(UInt64, Int)])
    func columnsSQLAndMemoryAgree(seed: UInt64, count: Int) throws {
        let (library, model) = try library(count: count, seed: seed)
        let sql = try withSQL(library)
        var random = SeededRandom(seed: seed &* 7)
        let formats = AgreementTests.formats.filter { format in AgreementTests.predicates.contains { $0.format == format } } + Self.documented
        var answered = 0
        for format in count > 1_000 ? Array(formats.shuffled(using: &random).prefix(30)) : formats {
            let predicate = try Query.Predicate(format: format)
            for _ in 0..<4 {
                var query = AssetQuery(
                    scope: random.pick(scopes(model)), predicate: predicate, sort: random.pick(AgreementTests.sorts),
                    limit: random.chance(30) ? 1 + random.number(below: 20) : 0)
                (query.includesHidden, query.includesAllBursts) = (random.chance(40), random.chance(40))
                query.sourceTypes = random.pick([[], [], .userLibrary, .cloudShared, .all])
                let expected = try model.ids(query)
                try library.read { (reader: CatalogReader) throws in
                    if let ids = try reader.columnIDs(query, now: TemporaryCatalog.now) {
                        answered += 1
                        #expect(Array(ids) == expected, "\(format) in \(query), seed \(seed)")
                    }
                    #expect(try Array(reader.assetIDs(query)) == expected)
                    #expect(try reader.assetCount(query) == expected.count, "count of \(format) in \(query), seed \(seed)")
                }
                #expect(try sql.read { try Array($0.assetIDs(query)) } == expected)
            }
        }
        #expect(answered > 25, "columns answered only \(answered)")
    }

    @Test func columnsAnswerEveryDocumentedKey() throws {
        let (library, model) = try library(count: 200, seed: 9)
        for format in Self.documented {
            for ascending in [true, false] {
                for limit in [0, 5] {
                    let sort = [SortKey("creationDate", ascending: ascending)]
                    let query = AssetQuery(predicate: try Query.Predicate(format: format), sort: sort, limit: limit)
                    try library.read { (reader: CatalogReader) throws in
                        #expect(try reader.columnIDs(query, now: TemporaryCatalog.now).map(Array.init) == model.ids(query), "\(format)")
                    }
                }
            }
        }
    }

    @Test(arguments: [21, 22] as [UInt64])
    func smartAlbumsAgree(seed: UInt64) throws {
        let (library, _) = try library(count: 200, seed: seed)
        let sql = try withSQL(library)
        for subtype in SmartAlbum.offered.map(\.subtype.rawValue) {
            for flags in 0..<4 {
                for sort in [[], [SortKey("creationDate", ascending: false)], [SortKey("duration")]] {
                    var query = AssetQuery(scope: .smartAlbum(AlbumSubtype(rawValue: subtype)), sort: sort)
                    (query.includesHidden, query.includesAllBursts) = (flags & 1 != 0, flags & 2 != 0)
                    let (expected, count) = try sql.read { (try Array($0.assetIDs(query)), try $0.assetCount(query)) }
                    try library.read { (reader: CatalogReader) throws in
                        #expect(try reader.columnIDs(query, now: TemporaryCatalog.now).map(Array.init) == expected, "album \(subtype), \(query)")
                        #expect(try reader.assetCount(query) == count && count == expected.count, "count of album \(subtype), \(query)")
                    }
                }
            }
        }
    }

    /// An application that was given some assets finds those alone, through columns as well.
    @Test func aSelectionLimitsColumns() throws {
        let (library, model) = try library(count: 300, seed: 8)
        let chosen = model.assets.enumerated().filter { $0.offset % 3 == 0 }.map(\.element.id)
        try library.write { try $0.setSelection(of: "org.example.app", to: chosen) }
        let album = try #require(model.albums.keys.first)
        for scope in [AssetQuery.Scope.library, .trash, .smartAlbum(AlbumSubtype(rawValue: 203)), .smartAlbum(AlbumSubtype(rawValue: 206)), .album(album)] {
            for format in ["TRUEPREDICATE", "favorite == YES"] {
                var query = AssetQuery(scope: scope, predicate: try Query.Predicate(format: format), sort: [SortKey("creationDate", ascending: false)])
                let all = try library.read { try $0.assetIDs(query) }
                query.limit = 40
                try library.catalog.read(selection: "org.example.app") { (reader: CatalogReader) throws in
                    var knows = true
                    if case .album = scope { knows = false }
                    let expected = all.filter { knows && chosen.contains($0) }.prefix(40)
                    #expect(try Array(reader.assetIDs(query)) == Array(expected), "\(query)")
                    #expect(try reader.assetCount(query) == expected.count, "\(query)")
                    query.limit = 0
                    let dated = try reader.assets(ids: reader.assetIDs(query)).filter { $0?.creationDate != nil }.count
                    #expect(try reader.assetBuckets(query, by: .year).reduce(0) { $0 + $1.count } == dated, "\(query)")
                    guard knows else { return }
                    query.selection = "org.example.app"
                    #expect(try reader.columnIDs(query, now: TemporaryCatalog.now)?.count == all.filter { chosen.contains($0) }.count, "\(query)")
                }
            }
        }
    }

    @Test func indexesKeepWhatTheyAnswerAtOnce() throws {
        let (library, model) = try library(count: 60, seed: 5)
        let album = try #require(model.albums.keys.first)
        let queries = [
            AssetQuery(predicate: try Query.Predicate(format: "SELF == \"01020304-0506-4708-890A-0B0C00000003\"")),
            AssetQuery(predicate: try Query.Predicate(format: "favorite == YES AND burstIdentifier == \"burst-1\"")),
            AssetQuery(scope: .album(album)), AssetQuery(scope: .burst("burst-1")),
            AssetQuery(predicate: try Query.Predicate(format: "title == \"sea\"")), AssetQuery(sort: [SortKey("title")]),
        ]
        for query in queries { #expect(try library.read { try $0.columnIDs(query, now: TemporaryCatalog.now) } == nil, "\(query)") }
    }

    @Test func aTransactionAsksNoColumns() throws {
        let (library, _) = try library(count: 60, seed: 6)
        try library.write { writer in
            let before = try writer.assetIDs(AssetQuery())
            try writer.trash(assetIDs: [before[0]])
            #expect(try Array(writer.assetIDs(AssetQuery())) == Array(before.dropFirst()))
            #expect(try writer.columnIDs(AssetQuery(), now: TemporaryCatalog.now) == nil)
        }
    }

    @Test(arguments: [31, 32] as [UInt64])
    func timelinesAgree(seed: UInt64) throws {
        let (library, model) = try library(count: 700, seed: seed)
        let sql = try withSQL(library)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let scopes: [AssetQuery.Scope] = [.library, .trash, .smartAlbum(AlbumSubtype(rawValue: 203))] + model.albums.keys.map { .album($0) }
        for scope in scopes {
            for format in ["TRUEPREDICATE", "favorite == YES", "title == nil"] {
                for limit in [0, 9] {
                    let query = AssetQuery(scope: scope, predicate: try Query.Predicate(format: format), limit: limit)
                    let records = try library.read { try $0.assets(ids: $0.assetIDs(query)) }
                    for (unit, component) in [(BucketUnit.day, Calendar.Component.day), (.month, .month), (.year, .year)] {
                        var expected: [Double: Int] = [:]
                        for record in records {
                            guard let record, let key = KeySpace.assets.index(of: "localCreationDate"),
                                case .date(let date) = AssetModel.value(of: record, key: key)
                            else { continue }
                            let interval = try #require(calendar.dateInterval(of: component, for: Date(timeIntervalSinceReferenceDate: date)))
                            expected[interval.start.timeIntervalSinceReferenceDate, default: 0] += 1
                        }
                        for catalog in [library.catalog, sql] {
                            let buckets = try catalog.read { try $0.assetBuckets(query, by: unit) }
                            #expect(buckets.map(\.start) == expected.keys.sorted(), "\(query) by \(unit)")
                            #expect(buckets.map(\.count) == expected.sorted { $0.key < $1.key }.map(\.value), "\(query) by \(unit)")
                        }
                    }
                }
            }
        }
    }
}

import Catalog
import Foundation
import PhotoModel
import Query
import Testing

/// The fetches people wait for are one pass over one index: no sorting, and no row is looked up.
@Suite struct PlanTests {
    private static func predicate(_ format: String) throws -> Query.Predicate { try Query.Predicate(format: format) }

    @Test(arguments: [
        ("TRUEPREDICATE", "asset_listed"),
        ("favorite == YES", "asset_favorites"),
        ("isFavorite == 1", "asset_favorites"),
        ("mediaType == 2", "asset_listed_by_type"),
        ("mediaType == 1", "asset_listed_by_type"),
        ("(mediaSubtypes & 8) != 0", "asset_subtype_8"),
        ("(mediaSubtypes & 8) == 8", "asset_subtype_8"),
        ("(4 & mediaSubtypes) > 0", "asset_subtype_4"),
        ("(mediaSubtypes & 2097152) != 0", "asset_subtype_2097152"),
        ("creationDate >= CAST(500000000, \"NSDate\") AND creationDate < CAST(502000000, \"NSDate\")", "asset_listed"),
        ("burstIdentifier == \"b\"", "asset_bursts"),
        ("SELF == \"01020304-0506-4708-890A-0B0C00000003\"", "sqlite_autoindex_asset_1"),
    ])
    func aPredicateFindsItsIndex(format: String, index: String) throws {
        let library = try TemporaryCatalog()
        for ascending in [true, false] {
            let query = AssetQuery(predicate: try Self.predicate(format), sort: [SortKey("creationDate", ascending: ascending)])
            let plan = try library.read { try $0.plan(of: query) }
            #expect(plan.first?.contains("INDEX \(index)") == true, "\(format): \(plan)")
            if index != "asset_bursts" { Self.expectNoSorting(plan, format, except: index == "sqlite_autoindex_asset_1") }
        }
    }

    private static func expectNoSorting(_ plan: [String], _ what: String, except: Bool) {
        if !except { #expect(plan.count == 1, "\(what): \(plan)") }
    }

    @Test(arguments: [201, 203, 204, 208, 209, 210, 211, 212, 213, 214, 217, 218, 219, 220, 202, 205, 206, 207])
    func aSmartAlbumIsOnePass(subtype: Int) throws {
        let library = try TemporaryCatalog()
        let plan = try library.read { try $0.plan(of: AssetQuery(scope: .smartAlbum(AlbumSubtype(rawValue: subtype)))) }
        #expect(plan.count == 1 && plan[0].contains("INDEX asset_"), "\(plan)")
    }

    @Test func anAlbumIsOnePass() throws {
        let library = try TemporaryCatalog()
        for sort in [[], [SortKey("creationDate")], [SortKey("creationDate", ascending: false)]] {
            let plan = try library.read { try $0.plan(of: AssetQuery(scope: .album(1), sort: sort)) }
            #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH membership USING"), "\(plan)")
        }
    }

    @Test func otherVisibilitiesAreOnePassAsWell() throws {
        let library = try TemporaryCatalog()
        for flags in 1..<4 {
            var query = AssetQuery()
            (query.includesHidden, query.includesAllBursts) = (flags & 1 != 0, flags & 2 != 0)
            let plan = try library.read { try $0.plan(of: query) }
            #expect(plan == ["SCAN asset USING COVERING INDEX asset_alive"] || plan == ["SCAN asset USING INDEX asset_alive"], "\(plan)")
        }
        let plan = try library.read { try $0.plan(of: AssetQuery(scope: .trash)) }
        #expect(plan.count == 1 && plan[0].contains("asset_trashed"), "\(plan)")
    }
}

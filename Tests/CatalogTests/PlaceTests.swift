@testable import Catalog
import Foundation
import Gazetteer
import PhotoModel
import Query
import TestSupport
import Testing

/// Assets are found by the names of where they were taken, from the columns as from SQL.
@Suite struct PlaceTests {
    private let made: MadeGazetteer
    private let library: TemporaryCatalog
    private let ids: [Int64]

    /// Alfama, Lisbon's outskirts, Munich, the ocean, nowhere, and Alfama again.
    private static let places: [(Double, Double)?] = [(38.7118, -9.126), (38.75, -9.2), (48.1, 11.6), (45, -40), nil, (38.7118, -9.126)]

    init() throws {
        let made = try MadeGazetteer()
        self.made = made
        library = try TemporaryCatalog { $0.places = PlaceBook(GazetteerFiles(tables: made.folder.path, translations: made.folder.path)) { Issue.record("\($0)") } }
        ids = try library.write { writer in
            try Self.places.enumerated().map { number, place in
                var asset = Sample.asset(number)
                asset.location = place.map { LocationRecord(latitude: $0.0, longitude: $0.1) }
                return try writer.insert(asset, resources: [])
            }
        }
        library.catalog.updateColumns()
    }

    /// What columns find and what SQL finds, as places in `ids`.
    private func found(_ format: String) throws -> (columns: [Int]?, sql: [Int]) {
        let query = AssetQuery(predicate: try Query.Predicate(format: format), sort: [SortKey("creationDate")])
        func numbers(_ found: some Sequence<Int64>) -> [Int] { found.compactMap { ids.firstIndex(of: $0) } }
        let columns = try library.read { try $0.columnIDs(query, now: TemporaryCatalog.now).map(numbers) }
        var options = library.catalog.options
        options.usesColumns = false
        let other = try Catalog.open(at: library.file, options: options)
        defer { other.close() }
        return (columns, try other.read { numbers(try $0.assetIDs(query)) })
    }

    @Test(
        arguments: [
            ("ANY place ==[c] \"lisbon\"", [0, 1, 5]), ("ANY place CONTAINS[cda] \"munchen\"", [2]), ("ANY place CONTAINS[cda] \"MÜNCH\"", [2]),
            ("ANY place == \"里斯本\"", [0, 1, 5]),
            ("ANY place BEGINSWITH \"Alf\"", [0, 5]), ("ANY place IN {\"Bayern\", \"Portugal\"}", [0, 1, 2, 5]), ("NOT (ANY place == \"Lisboa\")", [2, 3, 4]),
            ("ANY place LIKE \"L*n\"", [0, 1, 5]), ("ANY place == \"Lisbon\" AND ANY place == \"Alfama\"", [0, 5]), ("ANY place == \"Lisbon\" OR pixelWidth < 0", [0, 1, 5]),
            ("ANY place == \"Porto\"", []), ("ANY places MATCHES \"Deutsch.*\"", [2]),
        ] as [(String, [Int])])
    func `a name finds what was taken there`(_ format: String, _ expected: [Int]) throws {
        let (columns, sql) = try found(format)
        #expect(columns == expected)
        #expect(sql == expected)
    }

    @Test func `places are counted in SQL`() throws {
        #expect(try found("place.@count > 5").sql == [0, 1, 2, 5])
        #expect(try found("place.@count == 0").sql == [3, 4])
    }

    @Test func `an asset that is moved is found where it is now`() throws {
        try library.write { try $0.update(assetID: ids[2]) { $0.location = LocationRecord(latitude: 41.15, longitude: -8.61) } }
        library.catalog.updateColumns()
        #expect(try found("ANY place == \"Munich\"").columns == [])
        #expect(try found("ANY place == \"Porto\"").columns == [2])
    }

    /// An asset of another date stands in another row of the columns, and what it leaves behind is nowhere.
    @Test func `an asset whose date changes with its place is found where it is now`() throws {
        try library.write { try $0.update(assetID: ids[2]) { ($0.location, $0.creationDate) = (LocationRecord(latitude: 41.15, longitude: -8.61), 1) } }
        library.catalog.updateColumns()
        #expect(try found("ANY place == \"Munich\"").columns == [])
        #expect(try found("ANY place == \"Porto\"").columns == [2])
        _ = try library.write { try $0.purge(assetIDs: [ids[2]]) }
        let names = try library.read { try $0.placeNames(QueryBudget()) }.map(\.name)
        #expect(!names.contains("Porto") && !names.contains("Munich") && names.contains("Lisbon"), "\(names)")
    }

    @Test func `names of places are offered while somebody types`() throws {
        let texts = try library.read { try $0.wordSuggestions(for: ["lis"], QueryBudget()) }.filter { $0.source == .place }.map(\.text)
        #expect(Set(texts) == ["Lisbon", "Lisboa", "Lissabon", "Lisbon District", "Distrito de Lisboa"])
    }

    @Test func `without a gazetteer nothing is found, and nothing fails`() throws {
        let plain = try TemporaryCatalog()
        try plain.write { writer in
            var asset = Sample.asset(1)
            asset.location = LocationRecord(latitude: 38.71, longitude: -9.13)
            _ = try writer.insert(asset, resources: [])
        }
        plain.catalog.updateColumns()
        let query = AssetQuery(predicate: try Query.Predicate(format: "ANY place == \"Lisbon\""))
        #expect(try plain.read { try $0.assetIDs(query) }.isEmpty)
    }
}

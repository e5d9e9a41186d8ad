import Columns
import Gazetteer
import Query

/// Names of places are in no row of the catalogue: they follow from where an asset was taken. So a search finds them in every library, however old, and in
/// the names of the gazetteer that is there now.
extension CatalogReader {
    static let placeKey = KeySpace.assets.index(of: "place")

    /// The assets of which a condition holds on one of the names of their place; `nil` where the columns can't be asked.
    func placeRows(_ condition: Condition, _ budget: QueryBudget) throws -> RowSet? {
        if let known = foundPlaces[condition] { return known }
        let found = try withColumns { table in try Self.placeRows(condition, table, options.places, budget) }
        if let found { foundPlaces[condition] = found }
        return found
    }

    /// Each place is asked once.
    private static func placeRows(_ condition: Condition, _ table: borrowing ColumnTable, _ places: PlaceBook, _ budget: QueryBudget) throws -> RowSet {
        let table = copy table
        let found = try places.withPlaces { places throws -> RowSet in
            var rows = RowSet(), matches: [Bool?] = []
            try forEachPlace(table, &places, budget) { places, number, id in
                if number >= matches.count { matches += repeatElement(nil, count: number + 1 - matches.count) }
                let isFound = try matches[number] ?? places.names(ofNumber: number).contains { try condition.matches({ _ in .null }, element: .string($0), budget) }
                matches[number] = isFound
                if isFound { rows.insert(Int64(id)) }
            }
            return rows
        }
        return found ?? RowSet()
    }

    /// Calls with the number of the place that each asset lies in, and its row; not for assets in no place that has a name. Pictures that follow each other
    /// mostly lie in the same square.
    @inline(__always)
    private static func forEachPlace(
        _ table: ColumnTable, _ places: inout PlaceNumbers, _ budget: QueryBudget, _ body: (inout PlaceNumbers, Int, UInt32) throws -> Void
    ) throws {
        let count = table.count, id = table.id, flags = table.flags, latitude = table.latitude, longitude = table.longitude
        var lastCell: UInt32?, last = -1
        for index in 0..<count {
            if index & 4095 == 0 { try budget.spend(100) }
            // What was purged, or stands in another row since its date changed, has left its place behind.
            guard AssetFlags(rawValue: flags[index]).contains(.alive), let cell = PlaceNumbers.cell(latitude[index], longitude[index]) else { continue }
            if cell != lastCell { (lastCell, last) = (cell, places.number(ofCell: cell)) }
            if last >= 0 { try body(&places, last, id[index]) }
        }
    }
}

extension CatalogReader {
    /// All names of the places that assets were taken at, with how many were; none where the columns can't be asked.
    func placeNames(_ budget: QueryBudget) throws -> [(name: String, count: Int)] {
        let counts = try withColumns { table in try Self.placeNames(table, options.places, budget) } ?? [:]
        return counts.map { ($0.key, $0.value) }
    }

    private static func placeNames(_ table: borrowing ColumnTable, _ places: PlaceBook, _ budget: QueryBudget) throws -> [String: Int] {
        let table = copy table
        let found = try places.withPlaces { places throws -> [String: Int] in
            var counts: [Int] = []
            try forEachPlace(table, &places, budget) { _, number, _ in
                if number >= counts.count { counts += repeatElement(0, count: number + 1 - counts.count) }
                counts[number] += 1
            }
            var names: [String: Int] = [:]
            for (number, count) in counts.enumerated() where count > 0 {
                for name in places.names(ofNumber: number) { names[name, default: 0] += count }
            }
            return names
        }
        return found ?? [:]
    }
}

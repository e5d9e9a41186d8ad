import Columns
import PhotoModel

extension CatalogReader {
    /// Where the assets of a list were taken, in its order; without those that don't say it.
    /// - Throws: a `CatalogError`.
    package func assetPlaces(of ids: ContiguousArray<Int64>) throws -> ContiguousArray<ListedPlace> {
        if options.usesColumns, let places = try withColumns({ $0.places(of: ids) }) { return places }
        var places: ContiguousArray<ListedPlace> = []
        try db.withStatement("SELECT latitude, longitude FROM asset WHERE id = ?", [], cached: true) { statement in
            for (index, id) in ids.enumerated() {
                let place = try db.step(statement, binding: id) { row -> (Int32, Int32)? in
                    guard let latitude = row.optionalDouble(0), let longitude = row.optionalDouble(1) else { return nil }
                    return (ColumnRow.rounded(latitude), ColumnRow.rounded(longitude))
                }
                guard let place, let (latitude, longitude) = place else { continue }
                places.append(ListedPlace(index: Int32(index), latitude: latitude, longitude: longitude))
            }
        }
        return places
    }
}

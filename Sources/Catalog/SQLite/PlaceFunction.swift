import Foundation
import GRDB
import Gazetteer

/// `photos_places(latitude, longitude)`: all names of a place as an array in JSON, an empty one where it has none.
enum PlaceFunction {
    static let name = "photos_places"
    /// Made for the first place that is asked for, not for each connection.
    private static let encoder = JSONEncoder()

    static func add(to db: Database, _ places: PlaceBook) {
        db.add(
            function: DatabaseFunction(name, argumentCount: 2, pure: true) { values in
                guard let latitude = Double.fromDatabaseValue(values[0]), let longitude = Double.fromDatabaseValue(values[1]) else { return "[]" }
                return String(decoding: try encoder.encode(places.allNames(latitude: latitude, longitude: longitude)), as: UTF8.self)
            })
    }
}

import Columns
import Foundation
import GRDB
import PhotoModel

/// `photos_local_date(creationDate, creationOffset)`: when an asset was taken by the clock at that place, in seconds since 2001-01-01T00:00:00 by that
/// clock, as the columns have it.
enum LocalDateFunction {
    static let name = "photos_local_date"

    /// - Parameter zone: of those that don't say where they were taken.
    static func add(to db: Database, _ zone: @escaping @Sendable () -> TimeZone) {
        db.add(
            function: DatabaseFunction(name, argumentCount: 2, pure: true) { values in
                guard let date = Double.fromDatabaseValue(values[0]) else { return nil }
                return LocalTime.shared(zone()).localDate(date, offset: Int.fromDatabaseValue(values[1]))
            })
    }
}

extension AssetRecord {
    /// When it was taken by the clock at that place, in seconds since 2001-01-01T00:00:00 by that clock.
    /// - Parameter zone: of those that don't say where they were taken.
    package func localCreationDate(_ zone: TimeZone) -> Double? {
        creationDate.map { LocalTime.shared(zone).localDate($0, offset: creationOffset) }
    }

    /// How far the clock at that place is from GMT, in seconds; `nil` for one without a date.
    package func localOffset(_ zone: TimeZone) -> Int? {
        creationOffset ?? creationDate.map { Int((LocalTime.shared(zone).localDate($0, offset: nil) - $0).rounded()) }
    }
}

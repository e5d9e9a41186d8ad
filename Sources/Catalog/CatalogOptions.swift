import Foundation
import Gazetteer
import Query

/// How a catalogue is opened.
package struct CatalogOptions: Sendable {
    /// Seconds that a write waits for another writer before it throws `.busy`.
    package var busyTimeout: TimeInterval = 10
    /// Writes throw `.readOnly`, and nothing is migrated.
    package var readOnly = false
    /// Nothing is written beside the file either, where SQLite keeps what its readers share. For files that nobody changes: where somebody does, reads
    /// throw `.busy`. Together with `readOnly`.
    package var leavesNoTrace = false
    /// What a write says that is refused; `nil` for a text of the catalogue's own.
    package var refusal: String?
    /// Whether that is since the disk is full, which a write that is refused says with `.diskFull` then.
    package var isDiskFull = false
    /// The clock: seconds since 2001-01-01T00:00:00Z.
    package var now: @Sendable () -> Double = { Date().timeIntervalSinceReferenceDate }
    /// By whose clock pictures were taken that don't say it: the zone in which such dates are read at an import. The system's unless it is set.
    package var timeZone: TimeZone {
        get { givenTimeZone ?? .current }
        set { givenTimeZone = newValue }
    }
    /// `nil` for the system's, which whoever needs it looks up: Foundation reads the rules of all zones for it, which takes milliseconds.
    package var givenTimeZone: TimeZone?
    /// Bytes that results of equal fetches may occupy while the library is unchanged; 0 keeps none.
    package var fetchCacheSize = 64 << 20
    /// Whether fetches may be answered from the column file beside the database.
    package var usesColumns = true
    /// Pages of the write-ahead log that the file may lack; when there are more, a thread brings them over.
    package var checkpointPages = 1000
    /// Units of work that a fetch may cost; see `QueryBudget`.
    package var queryWork = QueryLimits.work
    /// What the places are called at which assets were taken. Without one they have no names.
    package var places = PlaceBook.empty

    package init() {}
}

import Foundation
import Metadata

/// When a picture was taken, by these rules:
///
/// - The camera's wall clock with its offset gives the moment. The fraction of a second stays as it is.
/// - Without an offset, the wall clock is read in the importer's own time zone, and no offset is recorded: nobody stated one.
/// - Without any date, a sidecar's date counts, then the file's modification time, without an offset.
/// - Years outside 1 to 9999 count as no date.
package struct CreationDate: Sendable, Equatable {
    /// Seconds since 2001-01-01T00:00:00Z.
    package var seconds: Double
    /// Seconds east of UTC; `nil` where no file stated it.
    package var offset: Int?

    package init(seconds: Double, offset: Int?) { (self.seconds, self.offset) = (seconds, offset) }

    package init(stated: CaptureDate?, orElse other: CaptureDate?, fileModified: Double, timeZone: TimeZone) {
        guard let date = [stated, other].compactMap({ $0 }).first(where: Self.isSane) else {
            (seconds, offset) = (fileModified - Date.timeIntervalBetween1970AndReferenceDate, nil)
            return
        }
        offset = date.utcOffset.flatMap { abs($0) <= 18 * 3600 ? $0 : nil }
        let utc = date.localSeconds - Double(offset ?? Self.assumedOffset(date.localSeconds, timeZone))
        seconds = utc - Date.timeIntervalBetween1970AndReferenceDate
    }

    /// Whether a stated date counts.
    package static func isSane(_ date: CaptureDate) -> Bool {
        // 0001-01-01 up to 10000-01-01; NaN fails both.
        date.localSeconds >= -62_135_596_800 && date.localSeconds < 253_402_300_800
    }

    /// The offset that the zone had at this wall-clock time. An hour that the change of clocks left out is read with the offset before it, one that came
    /// twice as the second.
    private static func assumedOffset(_ localSeconds: Double, _ timeZone: TimeZone) -> Int {
        let guess = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: localSeconds))
        return timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: localSeconds - Double(guess)))
    }
}

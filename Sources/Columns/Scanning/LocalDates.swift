import Foundation
import Synchronization

/// When assets were taken by the clock at that place, worked out for the rows of one table when first asked for. Used by one thread at a time.
final class LocalDates {
    let zone: @Sendable () -> TimeZone
    private var dates: UnsafeMutablePointer<Double>?

    init(_ zone: @escaping @Sendable () -> TimeZone) { self.zone = zone }

    deinit { dates?.deallocate() }

    func values(_ table: ColumnTable) -> UnsafePointer<Double> {
        if let dates { return UnsafePointer(dates) }
        let made = UnsafeMutablePointer<Double>.allocate(capacity: max(1, table.count))
        var time = LocalTime.Ascending(LocalTime.shared(zone()))
        let moments = table.creationDate, flags = table.flags
        for row in 0..<max(0, table.count) {
            (made + row).initialize(to: time.localDate(moments[row], zoneCode: AssetFlags.zone.value(in: flags[row])))
        }
        dates = made
        return UnsafePointer(made)
    }
}

extension LocalTime {
    private static let known = Mutex<[String: LocalTime]>([:])
    /// 1900 to 2100: of years further out the nearest is taken.
    private static let years = -3_187_296_000.0...3_124_224_000.0

    /// A zone's offsets over all the years that pictures are of; kept, as asking for them takes time.
    package static func shared(_ zone: TimeZone) -> LocalTime {
        if let time = known.withLock({ $0[zone.identifier] }) { return time }
        let time = LocalTime(zone, from: years.lowerBound, through: years.upperBound)
        known.withLock { $0[zone.identifier] = time }
        return time
    }

    /// A creation date by the clock where it was taken.
    /// - Parameters:
    ///   - offset: seconds from GMT, as coarse as the columns keep it; `nil` where nobody knows, and then it is this zone's.
    package func localDate(_ date: Double, offset: Int?) -> Double {
        var time = Ascending(self)
        return time.localDate(date, zoneCode: AssetFlags.zoneCode(offset))
    }
}

extension LocalTime.Ascending {
    /// - Parameter zoneCode: what `AssetFlags.zone` holds.
    @inline(__always)
    mutating func localDate(_ date: Double, zoneCode: UInt32) -> Double {
        date + Double(zoneCode == 0 ? offset(at: date) : (Int(zoneCode) - 64) * 900)
    }
}

import Columns
import Foundation
import PhotoModel

extension MomentClustering {
    /// The moments of what is listed and has a date, by the columns: the sorted rows, and between them the few that came later.
    ///
    /// A row that is being written may hold anything; the result is dropped then, and nothing here traps.
    static func moments(in table: borrowing ColumnTable, _ zone: TimeZone) -> [MomentRecord] {
        let table = copy table
        let (dates, ids, flags, latitudes, longitudes) = (table.creationDate, table.id, table.flags, table.latitude, table.longitude)
        let wanted = AssetFlags([.alive, .listed]).rawValue
        func shows(_ row: Int) -> Bool { flags[row] & wanted == wanted && dates[row] > ColumnTable.none }

        var later = (table.sortedCount..<table.count).filter(shows).map { (date: dates[$0], id: ids[$0], row: $0) }
        later.sort { ($0.date, $0.id) < ($1.date, $1.id) }
        let sorted = 0..<table.sortedCount
        let firsts = [sorted.first(where: shows).map { dates[$0] }, later.first?.date].compactMap { $0 }
        let lasts = [sorted.last(where: shows).map { dates[$0] }, later.last?.date].compactMap { $0 }
        guard let first = firsts.min(), let last = lasts.max() else { return [] }

        var clustering = MomentClustering()
        var times = LocalTime.Ascending(LocalTime(zone, from: first, through: last))
        func add(_ row: Int) {
            let date = dates[row]
            let offset = AssetFlags.offset(zoneCode: AssetFlags.zone.value(in: flags[row]))
            let isPlaced = latitudes[row] != ColumnTable.noPlace && longitudes[row] != ColumnTable.noPlace
            clustering.add(
                id: Int64(ids[row]), date: date, offset: offset ?? times.offset(at: date),
                latitude: isPlaced ? ColumnRow.degrees(latitudes[row]) : .nan,
                longitude: isPlaced ? ColumnRow.degrees(longitudes[row]) : .nan)
        }
        var next = 0
        for row in sorted where shows(row) {
            while next < later.count, (later[next].date, later[next].id) < (dates[row], ids[row]) {
                add(later[next].row)
                next += 1
            }
            add(row)
        }
        for late in later[next...] { add(late.row) }
        return clustering.finish()
    }
}

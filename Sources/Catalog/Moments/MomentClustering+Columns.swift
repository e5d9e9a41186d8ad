import Columns
import Foundation

extension MomentClustering {
    /// The moments of what is listed and has a date, by the columns: the sorted rows, and between them the few that came later.
    ///
    /// A row that is being written may hold anything; the result is dropped then, and nothing here traps.
    static func moments(in table: borrowing ColumnTable, _ zone: TimeZone) -> [MomentRecord] {
        let table = copy table
        let wanted = AssetFlags([.alive, .listed]).rawValue
        func shows(_ row: Int) -> Bool { table.flags[row] & wanted == wanted && table.creationDate[row] > ColumnTable.none }

        var later = (table.sortedCount..<table.count).filter(shows).map { (date: table.creationDate[$0], id: table.id[$0], row: $0) }
        later.sort { ($0.date, $0.id) < ($1.date, $1.id) }
        let sorted = 0..<table.sortedCount
        let firsts = [sorted.first(where: shows).map { table.creationDate[$0] }, later.first?.date].compactMap { $0 }
        let lasts = [sorted.last(where: shows).map { table.creationDate[$0] }, later.last?.date].compactMap { $0 }
        guard let first = firsts.min(), let last = lasts.max() else { return [] }

        var clustering = MomentClustering()
        var times = LocalTime.Ascending(LocalTime(zone, from: first, through: last))
        func add(_ row: Int) {
            let date = table.creationDate[row]
            let offset = AssetFlags.offset(zoneCode: AssetFlags.zone.value(in: table.flags[row]))
            let isPlaced = table.latitude[row] != ColumnTable.noPlace && table.longitude[row] != ColumnTable.noPlace
            clustering.add(
                id: Int64(table.id[row]), date: date, offset: offset ?? times.offset(at: date),
                latitude: isPlaced ? ColumnRow.degrees(table.latitude[row]) : .nan,
                longitude: isPlaced ? ColumnRow.degrees(table.longitude[row]) : .nan)
        }
        var next = 0
        for row in sorted where shows(row) {
            while next < later.count, (later[next].date, later[next].id) < (table.creationDate[row], table.id[row]) {
                add(later[next].row)
                next += 1
            }
            add(row)
        }
        for late in later[next...] { add(late.row) }
        return clustering.finish()
    }
}

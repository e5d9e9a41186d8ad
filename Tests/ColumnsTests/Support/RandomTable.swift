import Columns
import Foundation
import Query
import TestSupport

/// One asset as the columns tell of it.
struct TestRow {
    var id: UInt32 = 1
    var creationDate: Double?
    var modificationDate: Double?
    var addedDate: Double = 0
    var duration: Double = 0
    var pixelWidth: UInt32 = 0
    var pixelHeight: UInt32 = 0
    var mediaSubtypes: UInt32 = 0
    var flags: UInt32 = AssetFlags.alive.rawValue

    var isAlive: Bool { flags & AssetFlags.alive.rawValue != 0 }

    /// Seconds from GMT where it was taken, in quarters of an hour.
    var offset: Int? {
        get { AssetFlags.offset(zoneCode: AssetFlags.zone.value(in: flags)) }
        set { flags = flags & ~AssetFlags.zone.bits(127) | AssetFlags.zone.bits(AssetFlags.zoneCode(newValue)) }
    }

    /// - Parameter zone: where it was taken if it doesn't say so.
    func value(_ key: Int, _ zone: TimeZone) -> QueryValue {
        func has(_ flag: AssetFlags) -> QueryValue { .bool(flags & flag.rawValue != 0) }
        func field(_ field: AssetFlags.Field) -> QueryValue { .int(Int64(field.value(in: flags))) }
        switch KeySpace.assets.keys[key].name {
        case "creationDate": return creationDate.map { .date($0) } ?? .null
        case "localCreationDate":
            return creationDate.map { date in
                .date(date + Double(offset ?? zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: date))))
            } ?? .null
        case "modificationDate": return modificationDate.map { .date($0) } ?? .null
        case "addedDate": return .date(addedDate)
        case "duration": return .double(duration)
        case "pixelWidth": return .int(Int64(pixelWidth))
        case "pixelHeight": return .int(Int64(pixelHeight))
        case "mediaSubtypes": return .int(Int64(mediaSubtypes))
        case "mediaType": return field(AssetFlags.mediaType)
        case "playbackStyle": return field(AssetFlags.playbackStyle)
        case "sourceType": return field(AssetFlags.sourceType)
        case "rating": return AssetFlags.rating.value(in: flags) == 0 ? .null : field(AssetFlags.rating)
        case "favorite": return has(.favorite)
        case "hidden": return has(.hidden)
        case "trashed": return has(.trashed)
        case "representsBurst": return has(.representsBurst)
        case "hasAdjustments": return has(.hasAdjustments)
        case "burstIdentifier": return flags & AssetFlags.inBurst.rawValue != 0 ? .string("burst-\(id % 3)") : .null
        case "localIdentifier": return .uuid(Self.uuid(id))
        case let name: preconditionFailure("A row has no value for the key \(name).")
        }
    }

    static func uuid(_ id: UInt32) -> UUID {
        UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 0, 0, UInt8(id >> 24), UInt8(id >> 16 & 255), UInt8(id >> 8 & 255), UInt8(id & 255)))
    }
}

/// Rows in memory as the mapped file holds them: those in order, then the later changes in none, with dead ones among both.
struct TestTable {
    var rows: [TestRow]
    var sortedCount: Int
    var zone = TimeZone(identifier: "America/New_York") ?? .gmt

    /// Values collide on purpose: equal dates, missing dates, every flag with every other.
    static func random(_ count: Int, tail: Int, seed: UInt64, days: Int = 30) -> TestTable {
        var random = SeededRandom(seed: seed)
        var ids = Array(1..<UInt32(count + tail + 1)).shuffled(using: &random)
        var sorted = (0..<count).map { _ in row(id: ids.removeLast(), days, &random) }
        sorted.sort { ($0.creationDate ?? ColumnTable.none, $0.id) < ($1.creationDate ?? ColumnTable.none, $1.id) }
        var later: [TestRow] = []
        for _ in 0..<tail {
            if random.chance(50), let index = sorted.indices.randomElement(using: &random), sorted[index].isAlive {
                // An asset that has changed: its old row is dead, its new one in the tail.
                var moved = row(id: sorted[index].id, days, &random)
                moved.flags |= AssetFlags.alive.rawValue
                sorted[index].flags &= ~AssetFlags.alive.rawValue
                later.append(moved)
            } else {
                later.append(row(id: ids.removeLast(), days, &random))
            }
        }
        return TestTable(rows: sorted + later, sortedCount: count)
    }

    private static func row(id: UInt32, _ days: Int, _ random: inout SeededRandom) -> TestRow {
        var row = TestRow(id: id)
        row.creationDate = random.chance(10) ? nil : 500_000_000 + Double(random.number(below: days)) * 43_200.125
        row.modificationDate = random.chance(20) ? nil : 500_000_000 + Double(random.number(below: 40)) * 40_000
        row.addedDate = 695_000_000 + Double(random.number(below: 12)) * 1_000_000
        row.duration = random.chance(60) ? 0 : Double(random.number(below: 100)) / 8
        (row.pixelWidth, row.pixelHeight) = random.pick([
            (4032, 3024), (3024, 4032), (0, 0), (1920, 1080), (70_000_000, 90_000_000), (.max, .max), (1, 3),
        ])
        row.mediaSubtypes = random.chance(40) ? 0 : random.pick([1, 2, 4, 8, 12, 64, 131_072, 2_097_152, .max])
        var flags: AssetFlags = random.chance(90) ? [.alive] : []
        for flag in [AssetFlags.listed, .visible, .trashed, .hidden, .favorite, .burstVisible, .inBurst, .representsBurst, .raw, .hasAdjustments]
        where random.chance(40) { flags.insert(flag) }
        row.flags =
            flags.rawValue | AssetFlags.mediaType.bits(UInt32(random.number(below: 4)))
            | AssetFlags.playbackStyle.bits(UInt32(random.number(below: 6))) | AssetFlags.sourceType.bits(random.pick([1, 1, 2, 4]))
            | AssetFlags.rating.bits(UInt32(random.number(below: 6)))
        if random.chance(50) { row.offset = random.pick([-36_000, 0, 3_600, 20_700, 43_200]) }
        return row
    }

    func withTable<T>(_ body: (ColumnTable) throws -> T) rethrows -> T {
        func column<V>(_ value: (TestRow) -> V) -> UnsafeMutablePointer<V> {
            let column = UnsafeMutablePointer<V>.allocate(capacity: max(1, rows.count))
            for (index, row) in rows.enumerated() { (column + index).initialize(to: value(row)) }
            return column
        }
        let id = column(\.id)
        let created = column { $0.creationDate ?? ColumnTable.none }, modified = column { $0.modificationDate ?? ColumnTable.none }
        let added = column(\.addedDate), duration = column(\.duration), width = column(\.pixelWidth), height = column(\.pixelHeight)
        let subtypes = column(\.mediaSubtypes), flags = column(\.flags)
        let place = column { _ in ColumnTable.noPlace }
        defer {
            for column in [created, modified, added, duration] { column.deallocate() }
            for column in [id, width, height, subtypes, flags] { column.deallocate() }
            place.deallocate()
        }
        var table = ColumnTable(
            count: rows.count, sortedCount: sortedCount, id: id, creationDate: created, modificationDate: modified, addedDate: added,
            duration: duration,
            pixelWidth: width, pixelHeight: height, mediaSubtypes: subtypes, flags: flags, latitude: place, longitude: place)
        table.zone = { [zone] in zone }
        return try body(table)
    }

    /// The answer worked out on whole rows: filter all, sort all, cut.
    func ids(_ condition: Condition, _ sort: [ResolvedSortKey], limit: Int) throws -> [Int64] {
        let found = try rows.filter { row in try row.isAlive && condition.matches { row.value($0, zone) } }
        let ordered = found.sorted { a, b in
            for key in sort {
                let order = key.order(a.value(key.key, zone), b.value(key.key, zone))
                if order != 0 { return order < 0 }
            }
            return sort[0].ascending ? a.id < b.id : a.id > b.id
        }
        return ordered.prefix(limit > 0 ? limit : .max).map { Int64($0.id) }
    }
}

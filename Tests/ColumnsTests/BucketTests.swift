@testable import Columns
import Foundation
import PhotoModel
import Query
import TestSupport
import Testing

/// Days, months and years are those of Foundation's calendar, by the clock where each was taken.
@Suite struct BucketTests {
    static let zones = [
        "GMT", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/Sao_Paulo", "Pacific/Apia", "Africa/Casablanca",
        "America/St_Johns", "Asia/Tehran", "Africa/Cairo",
    ]

    private func expected(_ rows: [TestRow], _ unit: BucketUnit, _ zone: TimeZone) throws -> [DateBucket] {
        var counts: [[Int]: Int] = [:]
        for row in rows {
            guard let date = row.creationDate else { continue }
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try #require(row.offset.map { TimeZone(secondsFromGMT: $0) } ?? zone)
            let parts = calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSinceReferenceDate: date))
            counts[[parts.year ?? 0, unit == .year ? 1 : parts.month ?? 0, unit == .day ? parts.day ?? 0 : 1], default: 0] += 1
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return try counts.map { parts, count in
            let start = try #require(calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2])))
            return DateBucket(start: start.timeIntervalSinceReferenceDate, count: count)
        }.sorted { $0.start < $1.start }
    }

    @Test(arguments: zones)
    func bucketsAreTheCalendars(zone name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        var random = SeededRandom(seed: 5)
        // Years with changes of the clock, some dates just at midnight, some alone in their year; many say by which clock.
        var dates = (0..<1_500).map { _ in 300_000_000 + Double(random.number(below: 4_000)) * 86_400 / 2 + random.pick([0, 0.5, 3_599, 10_000.25]) }
        dates += [-2_000_000_000, -900_000_000.5, 0, 1_900_000_000, 86_399.999, 86_400]
        func row(_ id: Int, _ date: Double?) -> TestRow {
            var row = TestRow(id: UInt32(id), creationDate: date)
            if random.chance(50) { row.offset = random.pick([-36_000, -12_600, 0, 3_600, 20_700, 50_400]) }
            return row
        }
        let sorted = dates.sorted().enumerated().map { row($0 + 1, $1) }
        var rows = TestTable(rows: [row(9_000, nil)] + sorted, sortedCount: dates.count + 1)
        rows.zone = zone
        rows.rows += [400_000_000.0, 350_000_000, 410_000_000].enumerated().map { row(9_100 + $0, $1) } + [row(9_200, nil)]
        try rows.withTable { (table: ColumnTable) throws in
            for unit in BucketUnit.allCases {
                #expect(try ColumnProgram([]).buckets(in: table, by: unit) == expected(rows.rows, unit, zone), "\(name) by \(unit)")
            }
        }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func onlyWhatPassesIsCounted(seed: UInt64) throws {
        var rows = TestTable.random(900, tail: 80, seed: seed)
        rows.zone = try #require(TimeZone(secondsFromGMT: 19_800))
        for format in [
            "favorite == YES", "creationDate > CAST(500432001.25, \"NSDate\")", "creationDate == nil",
            "creationDate < CAST(500432001.25, \"NSDate\")", "localCreationDate < CAST(500432001.25, \"NSDate\")", "FALSEPREDICATE",
        ] {
            let condition = try RandomFormats.condition(format)
            let program = ColumnProgram([try #require(try ColumnCompiler().test(condition))])
            let passed = try rows.rows.filter { row in try row.isAlive && condition.matches { row.value($0, rows.zone) } }
            for unit in BucketUnit.allCases {
                #expect(try rows.withTable { program.buckets(in: $0, by: unit) } == expected(passed, unit, rows.zone), "\(format) by \(unit)")
            }
        }
    }

    @Test(arguments: zones)
    func besideAChangeOfClocksTheOffsetOfTheMomentCounts(zone name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        var rows = TestTable(rows: [], sortedCount: 0)
        rows.zone = zone
        var next = Date(timeIntervalSinceReferenceDate: 300_000_000)
        while let change = zone.nextDaylightSavingTimeTransition(after: next), change.timeIntervalSinceReferenceDate < 400_000_000 {
            for seconds in [-0.5, 0, 0.5] {
                rows.rows.append(TestRow(id: UInt32(rows.rows.count + 1), creationDate: change.timeIntervalSinceReferenceDate + seconds))
            }
            next = change
        }
        rows.sortedCount = rows.rows.count
        rows.withTable { table in
            for (index, row) in rows.rows.enumerated() {
                guard let date = row.creationDate else { continue }
                let offset = zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: date))
                #expect(table.localCreationDate[index] == date + Double(offset), "\(name), \(date)")
            }
        }
    }

    @Test func whatLiesFarOutHasABucketToo() {
        var buckets = DateBuckets(.year)
        for date in [1e300, -1e300, .infinity, 0, -3_200_000_000, 3_300_000_000, .nan] { buckets.add(date) }
        let found = buckets.buckets()
        #expect(found.map(\.count) == [2, 1, 1, 1, 2])
        #expect(found.map(\.start) == found.map(\.start).sorted())
        #expect(found[2].start == 0)
    }

    @Test func monthsAndDaysAreEachOthersInverse() {
        for month in -30_000..<15_000 {
            let day = CivilDate.day(ofMonth: month)
            #expect(CivilDate.month(ofDay: day) == month && CivilDate.month(ofDay: day - 1) == month - 1)
        }
        #expect(CivilDate.day(ofMonth: 0) == 0 && CivilDate.day(ofMonth: 12) == 365 && CivilDate.day(ofMonth: -12) == -366)
    }

    @Test func datesAndDaysAreEachOthersInverse() {
        for days in stride(from: -800_000, to: 3_000_000, by: 97) {
            let date = CivilDate(daysSince1970: days)
            #expect(date.daysSince1970 == days && date.exists, "\(days)")
        }
        #expect(CivilDate(year: 1970, month: 1, day: 1).daysSince1970 == 0 && CivilDate(daysSince1970: 11_016) == CivilDate(year: 2000, month: 2, day: 29))
    }

    @Test(arguments: [(2000, 2, 29, true), (1900, 2, 29, false), (2024, 2, 29, true), (2023, 2, 29, false), (0, 2, 29, true), (2023, 4, 31, false), (2023, 12, 31, true)])
    func aMonthsLastDayExists(_ year: Int, _ month: Int, _ day: Int, _ exists: Bool) {
        #expect(CivilDate(year: year, month: month, day: day).exists == exists)
    }

    @Test func whatTheCalendarLacksDoesNotExist() {
        for (month, day) in [(0, 1), (13, 1), (1, 0), (1, 32), (-1, -1)] { #expect(!CivilDate(year: 2023, month: month, day: day).exists, "\(month) \(day)") }
    }
}

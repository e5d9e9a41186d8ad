@testable import Columns
import Foundation
import Query
import Testing

/// Days, months and years are those of Foundation's calendar.
@Suite struct BucketTests {
    private static let zones = [
        "GMT", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/Sao_Paulo", "Pacific/Apia", "Africa/Casablanca",
        "America/St_Johns", "Asia/Tehran", "Africa/Cairo",
    ]

    private func expected(_ dates: [Double], _ unit: BucketUnit, _ zone: TimeZone) throws -> [DateBucket] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        var counts: [[Int]: (first: Double, count: Int)] = [:]
        for date in dates {
            let parts = calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSinceReferenceDate: date))
            let names = [parts.year ?? 0, unit == .year ? 0 : parts.month ?? 0, unit == .day ? parts.day ?? 0 : 0]
            counts[names, default: (date, 0)].count += 1
        }
        let component: Calendar.Component = unit == .day ? .day : unit == .month ? .month : .year
        return try counts.values.map { entry in
            let interval = try #require(calendar.dateInterval(of: component, for: Date(timeIntervalSinceReferenceDate: entry.first)))
            return DateBucket(start: interval.start.timeIntervalSinceReferenceDate, count: entry.count)
        }.sorted { $0.start < $1.start }
    }

    @Test(arguments: zones)
    func bucketsAreTheCalendars(zone name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        var random = TestRandom(seed: 5)
        // Years with changes of the clock, some dates just at midnight, some alone in their year.
        var dates = (0..<1_500).map { _ in 300_000_000 + Double(random.number(below: 4_000)) * 86_400 / 2 + random.pick([0, 0.5, 3_599, 10_000.25]) }
        dates += [-2_000_000_000, -900_000_000.5, 0, 1_900_000_000, 86_399.999, 86_400]
        let sorted = dates.sorted().enumerated().map { index, date in TestRow(id: UInt32(index + 1), creationDate: date) }
        var rows = TestTable(rows: [TestRow(id: 9_000)] + sorted, sortedCount: dates.count + 1)
        for (index, date) in [400_000_000.0, 350_000_000, 410_000_000].enumerated() {
            rows.rows.append(TestRow(id: UInt32(9_100 + index), creationDate: date))
        }
        rows.rows.append(TestRow(id: 9_200))
        let all = rows.rows.compactMap(\.creationDate)
        try rows.withTable { (table: ColumnTable) throws in
            for unit in BucketUnit.allCases {
                #expect(try ColumnProgram([]).buckets(in: table, by: unit, zone) == expected(all, unit, zone), "\(name) by \(unit)")
            }
        }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func onlyWhatPassesIsCounted(seed: UInt64) throws {
        let rows = TestTable.random(900, tail: 80, seed: seed)
        let zone = try #require(TimeZone(secondsFromGMT: 19_800))
        for format in ["favorite == YES", "creationDate > CAST(500432001.25, \"NSDate\")", "creationDate == nil",
                       "creationDate < CAST(500432001.25, \"NSDate\")", "FALSEPREDICATE"] {
            let condition = try RandomFormats.condition(format)
            let program = ColumnProgram([try #require(try ColumnCompiler().test(condition))])
            let dates = try rows.rows.filter { row in try row.isAlive && condition.matches { row.value($0) } }.compactMap(\.creationDate)
            for unit in BucketUnit.allCases {
                #expect(try rows.withTable { program.buckets(in: $0, by: unit, zone) } == expected(dates, unit, zone), "\(format) by \(unit)")
            }
        }
    }

    @Test func aClockSetBackOverMidnightMakesNoSecondDay() {
        // Until 100,000 an hour ahead, then behind: the day before comes once more.
        let time = LocalTime(spans: [
            LocalTime.Span(start: -.infinity, end: 86_460, offset: 0), LocalTime.Span(start: 86_460, end: .infinity, offset: -3_600),
        ])
        var buckets = DateBuckets(.day, time)
        for date in [86_000.0, 86_410, 86_470, 89_000, 90_001] { buckets.add(date) }
        #expect(buckets.buckets() == [DateBucket(start: 0, count: 3), DateBucket(start: 86_400, count: 2)])
    }

    @Test func monthsAndDaysAreEachOthersInverse() {
        for month in -30_000..<15_000 {
            let day = CivilDate.day(ofMonth: month)
            #expect(CivilDate.month(ofDay: day) == month && CivilDate.month(ofDay: day - 1) == month - 1)
        }
        #expect(CivilDate.day(ofMonth: 0) == 0 && CivilDate.day(ofMonth: 12) == 365 && CivilDate.day(ofMonth: -12) == -366)
    }
}

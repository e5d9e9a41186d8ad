import Testing

@testable import Metadata

@Suite struct DateTextTests {
    @Test(
        arguments: [
            ("1970:01:01 00:00:00", 0, nil), ("2023:11:02 17:04:05", 1_698_944_645, nil), ("2000-02-29T12:00:00Z", 951_825_600, 0),
            ("2023-11-02T17:04:05.123+01:00", 1_698_944_645.123, 3600), ("2020-01-05T14:13:13-0800", 1_578_233_593, -28_800),
            ("2023-11-02T17:04", 1_698_944_640, nil), ("2023-11-02", 1_698_883_200, nil), ("  2023:11:02 17:04:05\u{20}", 1_698_944_645, nil),
            ("0001:01:01 00:00:00", -62_135_596_800, nil), ("9999:12:31 23:59:59", 253_402_300_799, nil), ("1969-12-31T23:59:59Z", -1, 0),
            ("2023-11-02T17:04:05+05:45", 1_698_944_645, 20_700), ("2025-06-01T10:11:12.000000Z", 1_748_772_672, 0),
        ] as [(String, Double, Int?)])
    func readsEverySpelling(text: String, seconds: Double, offset: Int?) throws {
        let date = try #require(DateText(text))
        #expect(abs(date.localSeconds - seconds) < 0.000_5)
        #expect(date.offset == offset)
    }

    @Test(arguments: [
        "", "0000:00:00 00:00:00", "    :  :     :  :  ", "0000:01:01 00:00:00", "2023:13:01 00:00:00", "2023:00:10 00:00:00", "2023:02:29 00:00:00",
        "1900:02:29 00:00:00", "2023:04:31 00:00:00", "2023:01:01 24:00:00", "2023:01:01 12:60:00", "2023:01:01 12:00:60", "10000:01:01 00:00:00",
        "2023:01:01 12:00:00 nonsense", "2023", "2023-11", "yesterday", "2023:01:01 12:00:00+16:00", "2023:01:01T", "-2023:01:01",
    ])
    func whatIsNoDateIsNil(text: String) { #expect(DateText(text) == nil) }

    @Test func daysAgreeWithACalendarWalkedByHand() {
        // Walks every day of 1..9999 with its own small calendar, so that the arithmetic has something to agree with.
        var expected = -719_162
        for year in 1...9999 {
            let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
            for (month, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                #expect(DateText.daysSince1970(year: year, month: month + 1, day: 1) == expected)
                expected += length
                #expect(DateText.daysSince1970(year: year, month: month + 1, day: length) == expected - 1)
                #expect(DateText.daysSince1970(year: year, month: month + 1, day: length + 1) == nil)
            }
        }
    }

    @Test(arguments: [("+01:00", 3600), ("-07:30", -27_000), ("Z", 0), ("+0545", 20_700), (" -08:00 ", -28_800), ("+14", 50_400)] as [(String, Int)])
    func readsOffsets(text: String, seconds: Int) { #expect(DateText.offset(text) == seconds) }

    @Test(arguments: ["", "   :  ", "+1", "01:00", "+16:00", "+01:60", "+01:00x"])
    func whatIsNoOffsetIsNil(text: String) { #expect(DateText.offset(text) == nil) }

    @Test(arguments: [("5", 0.5), ("603", 0.603), ("016", 0.016), ("12  ", 0.12), ("000", 0)] as [(String, Double)])
    func readsFractions(text: String, value: Double) { #expect(DateText.fraction(text) == value) }

    @Test(arguments: ["", "   ", "-5", "1.5", "x"])
    func whatIsNoFractionIsNil(text: String) { #expect(DateText.fraction(text) == nil) }
}

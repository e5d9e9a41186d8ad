import Foundation
import PhotoModel
import Testing
@testable import PhotosTool

/// `--shift` and `--time-zone` of `photos edit`.
struct ClockTests {
    /// Seconds since 2001.
    private static func utc(_ text: String) -> Double { (try? Date(text, strategy: .iso8601).timeIntervalSinceReferenceDate) ?? .nan }

    private static func asset(_ date: String?, offset: Int?) -> AssetRecord {
        var asset = AssetRecord(uuid: UUID(), mediaType: .image, addedDate: 0, filename: "a.jpg", uniformType: "public.jpeg")
        (asset.creationDate, asset.creationOffset) = (date.map(utc), offset)
        return asset
    }

    @Test(arguments: [
        ("+1h", 3_600.0), ("-30m", -1_800), ("+1d2h30m", 95_400), ("-1h30m15s", -5_415), ("+90s", 90), ("+0s", 0), ("+2H", 7_200),
    ])
    func aShiftIsASignAndUnitsFromDaysToSeconds(text: String, seconds: Double) {
        #expect(ShiftArgument(argument: text)?.seconds == seconds)
    }

    @Test(arguments: ["", "1h", "+", "+h", "+1", "+1h-2m", "+2m1h", "+1w", "+1.5h", "+999999999999d", "+1h "])
    func anythingElseIsNoShift(text: String) { #expect(ShiftArgument(argument: text) == nil) }

    @Test(arguments: ["Berlin", "", "+2", "+02", "+19:00", "+02:60", "GMT+1", "Mars/Base", "02:00", "CET"])
    func anythingButAPlaceOrAnOffsetIsNoZone(text: String) { #expect(ZoneArgument(argument: text) == nil) }

    @Test func aShiftMovesTheMomentAndKeepsTheZone() {
        var asset = Self.asset("2023-07-01T10:00:00Z", offset: 7_200)
        asset.correctClock(by: ShiftArgument(argument: "-1d1h"), to: nil)
        #expect(asset.creationDate == Self.utc("2023-06-30T09:00:00Z") && asset.creationOffset == 7_200)
    }

    @Test(
        arguments: [
            // Summer and winter; a stated offset; one that the machine's own zone stood for; both.
            ("2023-07-01T10:00:00Z", 0, "Europe/Berlin", nil, "2023-07-01T08:00:00Z", 7_200), ("2023-12-01T10:00:00Z", 0, "Europe/Berlin", nil, "2023-12-01T09:00:00Z", 3_600),
            ("2023-07-01T10:00:00Z", -18_000, "+09:00", nil, "2023-06-30T20:00:00Z", 32_400), ("2023-07-01T10:00:00Z", nil, "UTC", nil, "2023-07-01T15:30:00Z", 0),
            ("2023-07-01T10:00:00Z", 0, "Europe/Berlin", "+2h", "2023-07-01T10:00:00Z", 7_200),
            // 02:30 is passed over on the first of these days, and is there twice on the second.
            ("2023-03-26T02:30:00Z", 0, "Europe/Berlin", nil, "2023-03-26T01:30:00Z", 3_600), ("2023-10-29T02:30:00Z", 0, "Europe/Berlin", nil, "2023-10-29T00:30:00Z", 7_200),
        ] as [(String, Int?, String, String?, String, Int)])
    func aZoneKeepsWhatTheClockShowed(date: String, offset: Int?, zone: String, shift: String?, expected: String, new: Int) throws {
        var asset = Self.asset(date, offset: offset)
        let ours = try #require(TimeZone(secondsFromGMT: 19_800))
        let theirs: ZoneArgument = try #require(ZoneArgument(argument: zone))
        asset.correctClock(by: shift.flatMap { ShiftArgument(argument: $0) }, to: theirs, ours: ours)
        #expect(asset.creationDate == Self.utc(expected) && asset.creationOffset == new)
    }

    @Test func whatHasNoDateGetsNone() {
        var asset = Self.asset(nil, offset: nil)
        asset.correctClock(by: ShiftArgument(argument: "+1h"), to: ZoneArgument(argument: "UTC"))
        #expect(asset.creationDate == nil && asset.creationOffset == nil)
    }
}

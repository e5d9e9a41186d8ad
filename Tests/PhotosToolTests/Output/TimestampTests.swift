import Descriptions
import Foundation
import PhotosServer
import Testing
@testable import PhotosTool

struct TimestampTests {
    @Test(arguments: [
        (0.0, "2001-01-01T00:00:00.000Z"),
        (720_637_445.123, "2023-11-02T17:04:05.123Z"),
        (-978_307_200.0, "1970-01-01T00:00:00.000Z"),
        (-978_307_200.001, "1969-12-31T23:59:59.999Z"),
        (0.9996, "2001-01-01T00:00:01.000Z"),
        (-63_113_904_000.0, "0001-01-01T00:00:00.000Z"),
        (-63_145_526_400.0, "0000-01-01T00:00:00.000Z"),
        (252_423_993_599.0, "9999-12-31T23:59:59.000Z"),
        (252_423_993_600.0, "+10000-01-01T00:00:00.000Z"),
        (.nan, "invalid"), (.infinity, "invalid"), (1e300, "invalid"),
    ])
    func utc(_ seconds: Double, _ expected: String) {
        #expect(Timestamp.utc(seconds) == expected)
    }

    @Test func agreesWithFoundationOverFourHundredYears() {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        for day in stride(from: -73_000, through: 73_000, by: 97) {
            let seconds = Double(day) * 86_400 + 12_345.5
            #expect(Timestamp.utc(seconds) == formatter.string(from: Date(timeIntervalSinceReferenceDate: seconds)))
        }
    }

    @Test func aDateWithoutAnOffsetIsOnThisMachinesClock() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Zurich"))
        #expect(Timestamp.taken(720_637_445, offset: nil, timeZone: zone) == "2023-11-02 18:04:05")
        #expect(Timestamp.taken(720_637_445 - 100 * 86_400, offset: nil, timeZone: zone) == "2023-07-25 19:04:05", "in summer")
        #expect(Timestamp.taken(720_637_445, offset: -3600, timeZone: zone) == "2023-11-02 16:04:05")
        #expect(Timestamp.taken(.infinity, offset: nil, timeZone: zone) == "invalid")
    }

    @Test func wallClockIsTheOneWhereThePictureWasTaken() {
        #expect(Timestamp.wallClock(720_637_445.999, offset: 3600) == "2023-11-02 18:04:05")
        #expect(Timestamp.wallClock(720_637_445.999, offset: nil) == "2023-11-02 17:04:05Z")
        #expect(Timestamp.offset(3600) == "+01:00")
        #expect(Timestamp.offset(0) == "+00:00")
        #expect(Timestamp.offset(-12_600) == "-03:30")
    }
}

import Foundation
import Metadata
import Testing

@testable import Importing

@Suite("When a picture was taken") struct CreationDateTests {
    private let berlin = TimeZone(identifier: "Europe/Berlin")

    private func date(_ local: Double?, _ offset: Int?, modified: Double = 1_600_000_000) throws -> CreationDate {
        CreationDate(
            stated: local.map { CaptureDate(localSeconds: $0, utcOffset: offset, source: "") }, orElse: nil, fileModified: modified, timeZone: try #require(berlin))
    }

    @Test func statedOffsetsCount() throws {
        let found = try date(1_700_000_000.5, -5 * 3600)
        #expect(found.seconds == 721_710_800.5)
        #expect(found.offset == -5 * 3600)
    }

    @Test func withoutAnOffsetTheClockIsReadHere() throws {
        // 2023-11-14 22:13:20 in winter, 2023-07-04 12:00:00 in summer.
        #expect(try date(1_700_000_000, nil) == CreationDate(seconds: 721_689_200, offset: nil))
        #expect(try date(1_688_472_000, nil) == CreationDate(seconds: 710_157_600, offset: nil))
    }

    /// In March the clock of Berlin went from 2 to 3 at 1 UTC, in October from 3 to 2 at 1 UTC: by a clock that is taken for UTC, the change is an hour or two away.
    @Test(arguments: [
        ("2023-03-26T00:30:00Z", "2023-03-25T23:30:00Z"), ("2023-03-26T01:30:00Z", "2023-03-26T00:30:00Z"), ("2023-03-26T01:59:59Z", "2023-03-26T00:59:59Z"),
        ("2023-03-26T03:00:00Z", "2023-03-26T01:00:00Z"), ("2023-03-26T03:30:00Z", "2023-03-26T01:30:00Z"),
        ("2023-10-29T00:30:00Z", "2023-10-28T22:30:00Z"), ("2023-10-29T01:30:00Z", "2023-10-28T23:30:00Z"), ("2023-10-29T01:59:59Z", "2023-10-28T23:59:59Z"),
        ("2023-10-29T03:00:00Z", "2023-10-29T02:00:00Z"), ("2023-10-29T03:30:00Z", "2023-10-29T02:30:00Z"),
    ])
    func besideAChangeOfClocksTheOffsetOfTheMomentCounts(_ clock: String, _ moment: String) throws {
        let found = try date(try Date(clock, strategy: .iso8601).timeIntervalSince1970, nil)
        #expect(Date(timeIntervalSinceReferenceDate: found.seconds) == (try Date(moment, strategy: .iso8601)))
    }

    @Test(arguments: [-1e18, 1e18, .infinity, .nan, -62_135_596_801, 253_402_300_800] as [Double]) func impossibleYearsCountAsNoDate(_ local: Double) throws {
        #expect(try date(local, 0) == CreationDate(seconds: 621_692_800, offset: nil))
    }

    @Test func theYears1And9999AreDates() throws {
        #expect(try date(-62_135_596_800, 0).seconds == -63_113_904_000)
        #expect(try date(253_402_300_799, 0).seconds == 252_423_993_599)
    }

    @Test func aBurstIsRepresentedByTheUsersPickElseTheEarliest() {
        typealias Member = BurstChoice.Member
        let a = Member(id: 3, date: 2, filename: "a", isUserPick: false)
        let b = Member(id: 2, date: 1, filename: "b", isUserPick: false)
        let c = Member(id: 1, date: 1, filename: "c", isUserPick: false)
        #expect(BurstChoice.representative(of: [a, b, c]) == 2)
        #expect(BurstChoice.representative(of: [c, b, a]) == 2)
        #expect(BurstChoice.representative(of: [Member(id: 9, date: nil, filename: "z", isUserPick: true), a]) == 9)
        // Another library's word goes before dates, and the user's before that.
        let d = Member(id: 5, date: 9, filename: "d", isUserPick: false, isSaid: true)
        #expect(BurstChoice.representative(of: [a, b, d]) == 5)
        #expect(BurstChoice.representative(of: [d, Member(id: 9, date: nil, filename: "z", isUserPick: true), a]) == 9)
        #expect(BurstChoice.representative(of: []) == nil)
    }
}

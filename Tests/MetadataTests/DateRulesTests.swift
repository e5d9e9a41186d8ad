import Testing

@testable import Metadata

@Suite struct DateRulesTests {
    private static let all: [MetadataTag] = [
        MetadataTag("Exif.Photo.DateTimeOriginal", "2001:01:01 00:00:00"), MetadataTag("Exif.Photo.DateTimeDigitized", "2002:01:01 00:00:00"),
        MetadataTag("Xmp.exif.DateTimeOriginal", "2003-01-01T00:00:00"), MetadataTag("Xmp.photoshop.DateCreated", "2004-01-01T00:00:00"),
        MetadataTag("Xmp.xmp.CreateDate", "2005-01-01T00:00:00"), MetadataTag("Iptc.Application2.DateCreated", "2006-01-01"),
        MetadataTag("QuickTime.com.apple.quicktime.creationdate", "2007-01-01T00:00:00-0800"), MetadataTag("QuickTime.creation_time", "2008-01-01T00:00:00.000000Z"),
        MetadataTag("Exif.Image.DateTime", "2009:01:01 00:00:00"),
    ]

    @Test func theBestSourceWinsAndEachFollowsInTurn() {
        for skipped in Self.all.indices {
            #expect(DateRules.captureDate(TagList(Array(Self.all[skipped...])))?.source == Self.all[skipped].key)
        }
    }

    @Test func aFieldThatIsNoDateIsPassedOver() {
        let tags = TagList([MetadataTag("Exif.Photo.DateTimeOriginal", "0000:00:00 00:00:00"), MetadataTag("Exif.Photo.DateTimeDigitized", "2002:01:01 00:00:00")])
        #expect(DateRules.captureDate(tags)?.source == "Exif.Photo.DateTimeDigitized")
    }

    @Test func noDateIsNil() { #expect(DateRules.captureDate(TagList([MetadataTag("Exif.Image.DateTime", "2023:13:45 00:00:00")])) == nil) }

    @Test func fractionAndOffsetBelongToTheirOwnDate() throws {
        let own = TagList([
            MetadataTag("Exif.Photo.DateTimeOriginal", "2023:11:02 17:04:05"), MetadataTag("Exif.Photo.SubSecTimeOriginal", "123"),
            MetadataTag("Exif.Photo.OffsetTimeOriginal", "+05:30"),
        ])
        let date = try #require(DateRules.captureDate(own))
        #expect(date.localSeconds == 1_698_944_645.123)
        #expect(date.utcOffset == 19_800)

        let foreign = TagList([
            MetadataTag("Exif.Photo.DateTimeOriginal", "2023:11:02 17:04:05"), MetadataTag("Exif.Photo.SubSecTimeDigitized", "123"),
            MetadataTag("Exif.Photo.OffsetTimeDigitized", "+05:30"), MetadataTag("Exif.Photo.OffsetTime", "+05:30"),
        ])
        let other = try #require(DateRules.captureDate(foreign))
        #expect(other.localSeconds == 1_698_944_645)
        #expect(other.utcOffset == nil)
    }

    @Test func theDayOfDigitisingHasAnOffsetAndAFractionOfItsOwn() throws {
        let date = MetadataTag("Exif.Photo.DateTimeDigitized", "2023:11:02 17:04:05")
        let own = [MetadataTag("Exif.Photo.SubSecTimeDigitized", "5"), MetadataTag("Exif.Photo.OffsetTimeDigitized", "+05:30")]
        let foreign = [MetadataTag("Exif.Photo.SubSecTimeOriginal", "25"), MetadataTag("Exif.Photo.OffsetTimeOriginal", "-03:00")]
        let source = "Exif.Photo.DateTimeDigitized"
        #expect(DateRules.captureDate(TagList([date] + own + foreign)) == CaptureDate(localSeconds: 1_698_944_645.5, utcOffset: 19_800, source: source))
        #expect(DateRules.captureDate(TagList([date] + foreign)) == CaptureDate(localSeconds: 1_698_944_645, utcOffset: nil, source: source))
    }

    @Test func iptcTimeAndOffsetJoinTheDay() {
        let tags = TagList([MetadataTag("Iptc.Application2.DateCreated", "2021-04-08"), MetadataTag("Iptc.Application2.TimeCreated", "16:04:55-07:00")])
        #expect(DateRules.captureDate(tags) == CaptureDate(localSeconds: 1_617_897_895, utcOffset: -25_200, source: "Iptc.Application2.DateCreated"))
    }

    @Test(arguments: ["1970-01-01T00:00:00.000000Z", "1904-01-01T00:00:00.000000Z"])
    func aContainerWhoseClockWasNeverSetHasNoDate(text: String) {
        #expect(DateRules.captureDate(TagList([MetadataTag("QuickTime.creation_time", text)])) == nil)
    }

    @Test func theContainersTimeIsUTC() {
        let date = DateRules.captureDate(TagList([MetadataTag("QuickTime.creation_time", "2022-08-20T14:36:17.000000Z")]))
        #expect(date == CaptureDate(localSeconds: 1_661_006_177, utcOffset: 0, source: "QuickTime.creation_time"))
    }
}

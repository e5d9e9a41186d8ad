import Testing

@testable import Metadata

@Suite struct LocationRulesTests {
    private func exif(_ latitude: String, _ latitudeRef: String?, _ longitude: String, _ longitudeRef: String?, _ more: [MetadataTag] = []) -> GeoLocation? {
        var tags = [MetadataTag("Exif.GPSInfo.GPSLatitude", latitude), MetadataTag("Exif.GPSInfo.GPSLongitude", longitude)] + more
        if let latitudeRef { tags.append(MetadataTag("Exif.GPSInfo.GPSLatitudeRef", latitudeRef)) }
        if let longitudeRef { tags.append(MetadataTag("Exif.GPSInfo.GPSLongitudeRef", longitudeRef)) }
        return LocationRules.location(TagList(tags))
    }

    @Test(
        arguments: [("N", "E", 1.0, 1.0), ("S", "E", -1, 1), ("N", "W", 1, -1), ("S", "W", -1, -1), ("s", "w", -1, -1), (nil, nil, 1, 1), ("?", "?", 1, 1)]
            as [(String?, String?, Double, Double)])
    func referencesGiveTheSign(latitudeRef: String?, longitudeRef: String?, latitudeSign: Double, longitudeSign: Double) throws {
        let place = try #require(exif("34/1 39/1 5318/100", latitudeRef, "86/1 28/1 1338/100", longitudeRef))
        #expect(abs(place.latitude - latitudeSign * 34.664_772_222) < 1e-8)
        #expect(abs(place.longitude - longitudeSign * 86.470_383_333) < 1e-8)
    }

    @Test func minutesAndSecondsMayBeLeftOut() throws {
        let place = try #require(exif("345/10", "N", "86/1 30/1", "E"))
        #expect(place.latitude == 34.5)
        #expect(place.longitude == 86.5)
    }

    @Test(arguments: [
        ("0/0 0/0 0/0", "1/1 0/1 0/1"), ("1/1 0/1 0/0", "1/1 0/1 0/1"), ("91/1 0/1 0/1", "1/1 0/1 0/1"), ("90/1 0/1 1/1", "1/1 0/1 0/1"),
        ("1/1 0/1 0/1", "181/1 0/1 0/1"), ("", "1/1 0/1 0/1"), ("1/1 0/1 0/1 0/1", "1/1 0/1 0/1"), ("nan", "1/1"), ("inf", "1/1"), ("-95/1", "1/1"),
    ])
    func whatIsNotOnTheGlobeIsNoPlace(latitude: String, longitude: String) { #expect(exif(latitude, "N", longitude, "E") == nil) }

    @Test func thePolesAndTheDateLineArePlaces() {
        #expect(exif("90/1 0/1 0/1", "S", "180/1 0/1 0/1", "W") == GeoLocation(latitude: -90, longitude: -180))
        #expect(exif("0/1 0/1 0/1", "N", "0/1 0/1 0/1", "E") == GeoLocation(latitude: 0, longitude: 0))
    }

    @Test(arguments: [("0", 12.5), ("1", -12.5), ("2", 12.5), ("3", -12.5)] as [(String, Double)])
    func altitudeHasItsReference(reference: String, altitude: Double) {
        let more = [MetadataTag("Exif.GPSInfo.GPSAltitude", "25/2"), MetadataTag("Exif.GPSInfo.GPSAltitudeRef", reference)]
        #expect(exif("1/1", "N", "1/1", "E", more)?.altitude == altitude)
    }

    @Test(arguments: [("K", 10.0), ("M", 16.093_44), ("N", 18.52), (nil, 10)] as [(String?, Double)])
    func speedIsInMetresPerSecond(unit: String?, expected: Double) throws {
        var more = [MetadataTag("Exif.GPSInfo.GPSSpeed", "36/1")]
        if let unit { more.append(MetadataTag("Exif.GPSInfo.GPSSpeedRef", unit)) }
        let speed = try #require(exif("1/1", "N", "1/1", "E", more)?.speed)
        #expect(abs(speed - expected) < 1e-9)
    }

    @Test func directionsThatCannotBeAreLeftOutAlone() {
        func direction(_ text: String, _ reference: String) -> Double? {
            exif("1/1", "N", "1/1", "E", [MetadataTag("Exif.GPSInfo.GPSImgDirection", text), MetadataTag("Exif.GPSInfo.GPSImgDirectionRef", reference)])?.direction
        }
        #expect(direction("221/1", "T") == 221)
        #expect(direction("221/1", "M") == nil)
        #expect(direction("361/1", "T") == nil)
        #expect(direction("1/0", "T") == nil)
    }

    @Test(arguments: [("T", 221), ("M", nil), (nil, 221)] as [(String?, Double?)])
    func onlyTrueDirectionsOfXMPCount(reference: String?, direction: Double?) {
        let place = [MetadataTag("Xmp.exif.GPSLatitude", "2,0N"), MetadataTag("Xmp.exif.GPSLongitude", "2,0E"), MetadataTag("Xmp.exif.GPSImgDirection", "221/1")]
        let tags = TagList(place + (reference.map { [MetadataTag("Xmp.exif.GPSImgDirectionRef", $0)] } ?? []))
        #expect(LocationRules.location(tags)?.latitude == 2)
        #expect(LocationRules.location(tags)?.direction == direction)
    }

    @Test(
        arguments: [
            ("+34.0533-118.2423+010.000/", 34.0533, -118.2423, 10), ("+34.0533-118.2423/", 34.0533, -118.2423, nil), ("-00.5000+000.2500", -0.5, 0.25, nil),
            ("+3403.198-11814.538/", 34.0533, -118.242_3, nil), ("+340311.88-1181432.28/", 34.053_3, -118.242_3, nil), ("+90-180/", 90, -180, nil),
        ] as [(String, Double, Double, Double?)])
    func readsISO6709(text: String, latitude: Double, longitude: Double, altitude: Double?) throws {
        let place = try #require(LocationRules.iso6709(text))
        #expect(abs(place.latitude - latitude) < 1e-6)
        #expect(abs(place.longitude - longitude) < 1e-6)
        #expect(place.altitude == altitude)
    }

    @Test(arguments: ["", "+", "+34.0", "34.0-118.0", "+91.0+000.0/", "+12345+12345", "+1.2.3+4.5", "+34.0-118.0+1+2", "++--"])
    func whatIsNoISO6709IsNil(text: String) { #expect(LocationRules.iso6709(text) == nil) }

    @Test(arguments: [("33,42.9036N", 33.715_06), ("33,42,54S", -33.715), ("33.5", 33.5), ("-33.5", -33.5)] as [(String, Double)])
    func readsXMPCoordinates(text: String, degrees: Double) throws {
        let value = try #require(LocationRules.xmpDegrees(text, positive: "N", negative: "S"))
        #expect(abs(value - degrees) < 1e-9)
    }

    @Test func exifComesBeforeXMPBeforeQuickTime() {
        let quickTime = MetadataTag("QuickTime.location", "+03.0+003.0/")
        let xmp = [MetadataTag("Xmp.exif.GPSLatitude", "2,0N"), MetadataTag("Xmp.exif.GPSLongitude", "2,0E")]
        #expect(LocationRules.location(TagList([quickTime]))?.latitude == 3)
        #expect(LocationRules.location(TagList([quickTime] + xmp))?.latitude == 2)
        #expect(exif("1/1", "N", "1/1", "E", [quickTime] + xmp)?.latitude == 1)
        #expect(exif("0/0", "N", "1/1", "E", [quickTime] + xmp)?.latitude == 2)
    }
}

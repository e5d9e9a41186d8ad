/// Where a picture was taken: EXIF's GPS tags, then XMP's, then QuickTime's.
///
/// Both coordinates must be numbers on the globe, else there is no location; a direction or altitude that can't be is left out alone.
enum LocationRules {
    static func location(_ tags: TagList) -> GeoLocation? {
        exif(tags) ?? xmp(tags) ?? quickTime(tags)
    }

    private static func exif(_ tags: TagList) -> GeoLocation? {
        let group = "Exif.GPSInfo."
        guard let latitude = degrees(tags.numbers(group + "GPSLatitude"), reference: tags.text(group + "GPSLatitudeRef"), negative: "S"),
            let longitude = degrees(tags.numbers(group + "GPSLongitude"), reference: tags.text(group + "GPSLongitudeRef"), negative: "W"),
            var location = valid(latitude, longitude)
        else { return nil }
        if let altitude = tags.number(group + "GPSAltitude") {
            // 0 and 1 of EXIF 2, 2 and 3 of EXIF 3 (above and below the ellipsoid or the sea).
            let isBelow = ["1", "3"].contains(tags.text(group + "GPSAltitudeRef") ?? "")
            location.altitude = self.altitude(isBelow ? -altitude : altitude)
        }
        location.horizontalAccuracy = tags.number(group + "GPSHPositioningError").flatMap { $0 >= 0 ? $0 : nil }
        // A magnetic direction is not a true one.
        if tags.text(group + "GPSImgDirectionRef")?.uppercased() != "M" { location.direction = direction(tags.number(group + "GPSImgDirection")) }
        location.speed = speed(tags.number(group + "GPSSpeed"), unit: tags.text(group + "GPSSpeedRef"))
        return location
    }

    private static func xmp(_ tags: TagList) -> GeoLocation? {
        guard let latitude = tags.text("Xmp.exif.GPSLatitude").flatMap({ xmpDegrees($0, positive: "N", negative: "S") }),
            let longitude = tags.text("Xmp.exif.GPSLongitude").flatMap({ xmpDegrees($0, positive: "E", negative: "W") }),
            var location = valid(latitude, longitude)
        else { return nil }
        if let altitude = tags.number("Xmp.exif.GPSAltitude") {
            location.altitude = self.altitude(tags.text("Xmp.exif.GPSAltitudeRef") == "1" ? -altitude : altitude)
        }
        if tags.text("Xmp.exif.GPSImgDirectionRef") != "M" { location.direction = direction(tags.number("Xmp.exif.GPSImgDirection")) }
        location.speed = speed(tags.number("Xmp.exif.GPSSpeed"), unit: tags.text("Xmp.exif.GPSSpeedRef"))
        location.horizontalAccuracy = tags.number("Xmp.exif.GPSHPositioningError").flatMap { $0 >= 0 ? $0 : nil }
        return location
    }

    private static func quickTime(_ tags: TagList) -> GeoLocation? {
        guard let text = tags.text(["QuickTime.com.apple.quicktime.location.ISO6709", "QuickTime.location"]), var location = iso6709(text) else { return nil }
        location.horizontalAccuracy = tags.number("QuickTime.com.apple.quicktime.location.accuracy.horizontal").flatMap { $0 >= 0 ? $0 : nil }
        location.direction = direction(tags.number("QuickTime.com.apple.quicktime.direction.facing"))
        return location
    }

    /// Degrees, or degrees and minutes, or all three. A missing or foreign reference is read as the positive one, as exiftool does.
    static func degrees(_ numbers: [Double]?, reference: String?, negative: Character) -> Double? {
        guard let numbers, (1...3).contains(numbers.count) else { return nil }
        let value = numbers[0] + (numbers.count > 1 ? numbers[1] / 60 : 0) + (numbers.count > 2 ? numbers[2] / 3600 : 0)
        return reference?.uppercased().first == negative ? -value : value
    }

    /// XMP's `33,42.9036N` or `33,42,54N`, and plain degrees with a sign, as some programs write them.
    static func xmpDegrees(_ text: String, positive: Character, negative: Character) -> Double? {
        var body = Substring(text)
        var sign = 1.0
        if let last = body.last?.uppercased().first, last == positive || last == negative {
            sign = last == negative ? -1 : 1
            body.removeLast()
        }
        let parts = body.split(separator: ",", omittingEmptySubsequences: false).map { TagList.number($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var value = 0.0
        for (part, unit) in zip(parts, [1.0, 60, 3600]) {
            guard let part else { return nil }
            value += part / unit
        }
        return sign * value
    }

    /// `+34.0533-118.2423+010.000/`: degrees, or degrees and minutes, or all three, told apart by the number of digits.
    static func iso6709(_ text: String) -> GeoLocation? {
        var numbers: [Substring] = []
        var rest = text.prefix(128)
        while let sign = rest.first, sign == "+" || sign == "-" {
            let body = rest.dropFirst().prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            numbers.append(rest[rest.startIndex..<body.endIndex])
            rest = rest[body.endIndex...]
        }
        guard numbers.count == 2 || numbers.count == 3, let latitude = iso6709Degrees(numbers[0], degreeDigits: 2),
            let longitude = iso6709Degrees(numbers[1], degreeDigits: 3), var location = valid(latitude, longitude)
        else { return nil }
        location.altitude = numbers.count == 3 ? Double(numbers[2]).flatMap { altitude($0) } : nil
        return location
    }

    private static func iso6709Degrees(_ text: Substring, degreeDigits: Int) -> Double? {
        let digits = text.dropFirst()
        let whole = digits.prefix { $0 != "." }.count
        guard let value = Double(digits) else { return nil }
        let sign: Double = text.first == "-" ? -1 : 1
        switch whole {
        case ...degreeDigits: return sign * value
        case degreeDigits + 2:
            let degrees = (value / 100).rounded(.down)
            return sign * (degrees + (value - degrees * 100) / 60)
        case degreeDigits + 4:
            let degrees = (value / 10_000).rounded(.down)
            let minutes = ((value - degrees * 10_000) / 100).rounded(.down)
            return sign * (degrees + minutes / 60 + (value - degrees * 10_000 - minutes * 100) / 3600)
        default: return nil
        }
    }

    private static func valid(_ latitude: Double, _ longitude: Double) -> GeoLocation? {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        return GeoLocation(latitude: latitude, longitude: longitude)
    }

    /// Between the deepest trench, with room, and where satellites fly.
    private static func altitude(_ value: Double) -> Double? { (-20_000...2_000_000).contains(value) ? value : nil }

    private static func direction(_ value: Double?) -> Double? { value.flatMap { (0...360).contains($0) ? $0 : nil } }

    private static func speed(_ value: Double?, unit: String?) -> Double? {
        guard let value, value >= 0, value.isFinite else { return nil }
        switch unit?.uppercased() {
        case "M": return value * 0.44704
        case "N": return value * 1852 / 3600
        default: return value / 3.6
        }
    }
}

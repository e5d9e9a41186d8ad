import Metadata
import PhotoModel
import Pixels
import Support

extension WrittenMetadata {
    /// The keys of EXIF, XMP and IPTC that say these things, so that no program reads an older answer from one of them.
    ///
    /// - Parameter former: where the file says that it was taken.
    func changes(from former: GeoLocation?) -> [TagChange] {
        if let properties { return properties.changes }
        return isIdentifierOnly
            ? []
            : dates + (Place.isSame(place, former) ? [] : places) + [
                TagChange("Xmp.dc.title", title), TagChange("Iptc.Application2.ObjectName", title), TagChange("Exif.Image.XPTitle", nil),
                TagChange("Xmp.dc.description", caption), TagChange("Iptc.Application2.Caption", caption), TagChange("Exif.Image.ImageDescription", caption),
                TagChange("Exif.Image.XPComment", nil), TagChange("Exif.Image.XPSubject", nil),
                TagChange("Xmp.dc.subject", keywords), TagChange("Iptc.Application2.Keywords", keywords), TagChange("Exif.Image.XPKeywords", nil),
                TagChange("Xmp.xmp.Rating", stars), TagChange("Exif.Image.Rating", stars), TagChange("Exif.Image.RatingPercent", nil),
                TagChange("Xmp.MicrosoftPhoto.Rating", nil),
            ]
    }

    /// Degrees, minutes and seconds. A ten-thousandth of a second is three millimetres.
    static func angle(_ degrees: Double) -> String {
        let parts = Int((degrees.magnitude * 36_000_000).rounded())
        return "\(parts / 36_000_000)/1 \(parts / 600_000 % 60)/1 \(parts % 600_000)/10000"
    }

    private var stars: String? { rating == 0 ? nil : String(rating) }

    private var dates: [TagChange] {
        let taken: DateWords?, digitized: [TagChange]
        switch date {
        case .asItIs: return []
        case .none:
            taken = nil
            digitized = ["Exif.Photo.DateTimeDigitized", "Exif.Photo.SubSecTimeDigitized", "Exif.Photo.OffsetTimeDigitized", "Xmp.exif.DateTimeDigitized", "Xmp.xmp.CreateDate"]
                .map { TagChange($0, nil) }
        case .taken(let seconds, let offset):
            // A year that four digits can't say has no words in a file.
            guard let words = DateWords(localSeconds: seconds, offset: offset) else { return [] }
            // When a picture was scanned stays true, whenever it was taken.
            (taken, digitized) = (words, [])
        }
        return digitized + [
            TagChange("Exif.Photo.DateTimeOriginal", taken.map { $0.day(":") + " " + $0.time }), TagChange("Exif.Photo.SubSecTimeOriginal", taken?.fraction),
            TagChange("Exif.Photo.OffsetTimeOriginal", taken?.offset), TagChange("Exif.Image.DateTimeOriginal", nil), TagChange("Xmp.exif.DateTimeOriginal", nil),
            TagChange("Xmp.photoshop.DateCreated", taken?.whole), TagChange("Iptc.Application2.DateCreated", taken?.day("-")),
            // IPTC's time has an offset always: one that nobody knows is not invented.
            TagChange("Iptc.Application2.TimeCreated", taken.flatMap { words in words.offset.map { words.time + $0 } }),
        ]
    }

    /// A number that is not below 0, in thousandths; `nil` for one that no tag holds.
    private static func thousandths(_ number: Double?) -> String? {
        number.flatMap { (0..<1_000_000).contains($0) ? "\(Int(($0 * 1000).rounded()))/1000" : nil }
    }

    private var places: [TagChange] {
        var changes = [TagChange("Exif.GPSInfo.*", nil), TagChange("Xmp.exif.GPS*", nil)]
        guard let place else { return changes }
        changes += [
            TagChange("Exif.GPSInfo.GPSVersionID", "2 3 0 0"),
            TagChange("Exif.GPSInfo.GPSLatitudeRef", place.latitude < 0 ? "S" : "N"), TagChange("Exif.GPSInfo.GPSLatitude", Self.angle(place.latitude)),
            TagChange("Exif.GPSInfo.GPSLongitudeRef", place.longitude < 0 ? "W" : "E"), TagChange("Exif.GPSInfo.GPSLongitude", Self.angle(place.longitude)),
        ]
        if let altitude = place.altitude, altitude.magnitude < 1_000_000 {
            changes += [
                TagChange("Exif.GPSInfo.GPSAltitudeRef", altitude < 0 ? "1" : "0"),
                TagChange("Exif.GPSInfo.GPSAltitude", "\(Int((altitude.magnitude * 100).rounded()))/100"),
            ]
        }
        if let speed = Self.thousandths(place.speed.map { $0 * 3.6 }) { changes += [TagChange("Exif.GPSInfo.GPSSpeedRef", "K"), TagChange("Exif.GPSInfo.GPSSpeed", speed)] }
        if let direction = Self.thousandths(place.direction) {
            changes += [TagChange("Exif.GPSInfo.GPSImgDirectionRef", "T"), TagChange("Exif.GPSInfo.GPSImgDirection", direction)]
        }
        if let accuracy = Self.thousandths(place.horizontalAccuracy) { changes.append(TagChange("Exif.GPSInfo.GPSHPositioningError", accuracy)) }
        return changes
    }
}

/// A date in the words that files have for it.
struct DateWords {
    let time: String
    /// Digits behind the seconds' point; `nil` for a whole second.
    let fraction: String?
    /// `+02:00`.
    let offset: String?
    private let parts: [String]

    /// `nil` for a year outside of 1 to 9999.
    init?(localSeconds: Double, offset: Int?) {
        // Microseconds first: what is rounded later could be a minute's 60th second.
        guard localSeconds.magnitude < 1e12 else { return nil }
        let micros = Int((localSeconds * 1e6).rounded())
        let seconds = Int((Double(micros) / 1e6).rounded(.down)), rest = micros - seconds * 1_000_000
        let days = Int((Double(seconds) / 86_400).rounded(.down)), second = seconds - days * 86_400
        let date = CivilDate(daysSince1970: days)
        guard (1...9999).contains(date.year) else { return nil }
        parts = [date.year.padded(to: 4), date.month.padded(to: 2), date.day.padded(to: 2)]
        time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }.joined(separator: ":")
        var digits = rest.padded(to: 6)[...]
        while digits.last == "0" { digits.removeLast() }
        fraction = digits.isEmpty ? nil : String(digits)
        self.offset = offset.map { ($0 < 0 ? "-" : "+") + (abs($0) / 3600).padded(to: 2) + ":" + (abs($0) / 60 % 60).padded(to: 2) }
    }

    func day(_ separator: String) -> String { parts.joined(separator: separator) }

    var whole: String { day("-") + "T" + time + (fraction.map { "." + $0 } ?? "") + (offset ?? "") }
}

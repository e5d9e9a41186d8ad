import Metadata
import Pixels

extension WrittenProperties {
    /// How a value is said in EXIF.
    private enum Kind {
        case text, date, comment, clock
        case byte, short, long
        case fraction, signedFraction
    }

    private struct Row {
        let part: String, name: String, key: String, kind: Kind
        /// How many numbers it has; `nil`: any.
        var count: Int? = 1
    }

    /// ImageIO's names and EXIF's, where both have the value. What the file's pixels are is not asked of a dictionary.
    private static let rows: [Row] = {
        func same(_ part: String, _ prefix: String, _ kind: Kind, _ names: String, count: Int? = 1) -> [Row] {
            names.split(separator: " ").map { Row(part: part, name: String($0), key: prefix + $0, kind: kind, count: count) }
        }
        var rows = same("{TIFF}", "Exif.Image.", .text, "ImageDescription Make Model Software Artist Copyright HostComputer DocumentName")
        rows += same("{TIFF}", "Exif.Image.", .date, "DateTime") + same("{TIFF}", "Exif.Image.", .fraction, "XResolution YResolution")
        rows += same("{TIFF}", "Exif.Image.", .short, "ResolutionUnit")
        let photo = "Exif.Photo."
        rows += same("{Exif}", photo, .date, "DateTimeOriginal DateTimeDigitized") + same("{Exif}", photo, .comment, "UserComment")
        rows += same(
            "{Exif}", photo, .text, "OffsetTime OffsetTimeOriginal OffsetTimeDigitized SpectralSensitivity ImageUniqueID BodySerialNumber LensMake LensModel LensSerialNumber")
        rows += same(
            "{Exif}", photo, .fraction,
            "ExposureTime FNumber FocalLength ApertureValue MaxApertureValue SubjectDistance DigitalZoomRatio ExposureIndex FlashEnergy FocalPlaneXResolution FocalPlaneYResolution CompressedBitsPerPixel Gamma"
        )
        rows += same("{Exif}", photo, .fraction, "LensSpecification", count: 4)
        rows += same("{Exif}", photo, .signedFraction, "ShutterSpeedValue BrightnessValue ExposureBiasValue")
        rows += same(
            "{Exif}", photo, .short,
            "ExposureProgram SensitivityType MeteringMode LightSource Flash ColorSpace FocalPlaneResolutionUnit SensingMethod CustomRendered ExposureMode WhiteBalance SceneCaptureType GainControl Contrast Saturation Sharpness CompositeImage"
        )
        rows += same("{Exif}", photo, .short, "ISOSpeedRatings SubjectArea SubjectLocation", count: nil) + same("{Exif}", photo, .long, "RecommendedExposureIndex")
        rows += [
            Row(part: "{Exif}", name: "SubsecTime", key: photo + "SubSecTime", kind: .text),
            Row(part: "{Exif}", name: "SubsecTimeOriginal", key: photo + "SubSecTimeOriginal", kind: .text),
            Row(part: "{Exif}", name: "SubsecTimeDigitized", key: photo + "SubSecTimeDigitized", kind: .text),
            Row(part: "{Exif}", name: "FocalLenIn35mmFilm", key: photo + "FocalLengthIn35mmFilm", kind: .short),
            Row(part: "{Exif}", name: "SubjectDistRange", key: photo + "SubjectDistanceRange", kind: .short),
            Row(part: "{Exif}", name: "CameraOwnerName", key: photo + "CameraOwnerName", kind: .text),
        ]
        let place = "Exif.GPSInfo.GPS"
        rows += same("{GPS}", place, .text, "SpeedRef TrackRef ImgDirectionRef MapDatum Satellites Status MeasureMode DestBearingRef DestDistanceRef DateStamp")
        rows += same("{GPS}", place, .fraction, "Altitude DOP Speed Track ImgDirection DestBearing DestDistance")
        rows +=
            same("{GPS}", place, .byte, "AltitudeRef")
            + same("{GPS}", place, .short, "Differental", count: 1).map { Row(part: $0.part, name: $0.name, key: place + "Differential", kind: $0.kind) }
        rows += [
            Row(part: "{GPS}", name: "HPositioningError", key: place + "HPositioningError", kind: .fraction),
            Row(part: "{GPS}", name: "TimeStamp", key: place + "TimeStamp", kind: .clock),
        ]
        return rows
    }()

    /// The tags that say this. Values of other kinds than a tag has, and those out of its range, say nothing.
    var changes: [TagChange] { exifChanges + orientationChange + placeChanges + descriptionChanges }

    private subscript(part: String, name: String) -> Value? { parts[part]?[name] }

    private var exifChanges: [TagChange] {
        Self.rows.compactMap { row in
            switch self[row.part, row.name] {
            case .removed: TagChange(row.key, nil)
            case let value?: Self.text(value, row).map { TagChange(row.key, $0) }
            case nil: nil
            }
        }
    }

    private static func text(_ value: Value, _ row: Row) -> String? {
        if case .text(let text) = value {
            guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
            switch row.kind {
            case .text: return text
            case .date: return isDate(text) ? text : nil
            // exiv2 takes the beginning for the name of an encoding.
            case .comment: return (text.utf8.allSatisfy { $0 < 0x80 } ? "charset=Ascii " : "charset=Unicode ") + text
            case .clock: return clock(text)
            default: return nil
            }
        }
        guard case .numbers(let numbers) = value, let first = numbers.first else { return nil }
        // A list counts by its first number where the tag has one.
        let wanted = row.count.map { $0 == 1 ? [first] : numbers } ?? numbers
        if let count = row.count, wanted.count != count { return nil }
        let words = wanted.compactMap { word($0, row.kind) }
        return words.count == wanted.count ? words.joined(separator: " ") : nil
    }

    private static func word(_ number: Double, _ kind: Kind) -> String? {
        guard number.isFinite else { return nil }
        switch kind {
        case .byte: return UInt8(exactly: number.rounded()).map { String($0) }
        case .short: return UInt16(exactly: number.rounded()).map { String($0) }
        case .long: return UInt32(exactly: number.rounded()).map { String($0) }
        case .fraction: return number < 0 ? nil : fraction(number)
        case .signedFraction: return fraction(number.magnitude).map { number < 0 ? "-" + $0 : $0 }
        case .text, .date, .comment, .clock: return nil
        }
    }

    private static func fraction(_ number: Double) -> String? {
        // Short exposures are parts of one: 1/250 is exact so.
        if number > 0, number < 1, let part = Int32(exactly: (1 / number).rounded()), abs(1 / Double(part) - number) < 1e-9 { return "1/\(part)" }
        return [10_000, 1].lazy.compactMap { denominator in Int32(exactly: (number * Double(denominator)).rounded()).map { "\($0)/\(denominator)" } }.first
    }

    /// `2012:09:12 10:00:00`.
    private static func isDate(_ text: String) -> Bool {
        let pattern = Array("0000:00:00 00:00:00".utf8)
        return text.utf8.count == pattern.count && zip(text.utf8, pattern).allSatisfy { byte, place in place == UInt8(ascii: "0") ? (48...57).contains(byte) : byte == place }
    }

    /// `10:00:00.5` as three fractions.
    private static func clock(_ text: String) -> String? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).compactMap { Double($0) }
        guard parts.count == 3, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]), (0..<61).contains(parts[2]) else { return nil }
        return "\(Int(parts[0]))/1 \(Int(parts[1]))/1 \(Int((parts[2] * 1000).rounded()))/1000"
    }

    /// The one of the whole picture goes before TIFF's.
    private var orientationChange: [TagChange] {
        for value in [self["", "Orientation"], self["{TIFF}", "Orientation"]] {
            guard case .numbers(let numbers)? = value, let number = numbers.first, (1...8).contains(number), let whole = Int(exactly: number) else { continue }
            return [TagChange("Exif.Image.Orientation", String(whole))]
        }
        return []
    }

    private var placeChanges: [TagChange] {
        func signed(_ name: String, _ negative: String, _ most: Double) -> Double? {
            guard case .numbers(let numbers)? = self["{GPS}", name], let number = numbers.first, number.magnitude <= most else { return nil }
            if case .text(let reference)? = self["{GPS}", name + "Ref"] { return reference.uppercased() == negative ? -number.magnitude : number }
            return number
        }
        let names = ["Latitude", "LatitudeRef", "Longitude", "LongitudeRef"].map { "Exif.GPSInfo.GPS" + $0 }
        if self["{GPS}", "Latitude"] == .removed || self["{GPS}", "Longitude"] == .removed { return names.map { TagChange($0, nil) } }
        guard let latitude = signed("Latitude", "S", 90), let longitude = signed("Longitude", "W", 180) else { return [] }
        let values = [WrittenMetadata.angle(latitude), latitude < 0 ? "S" : "N", WrittenMetadata.angle(longitude), longitude < 0 ? "W" : "E"]
        return zip(names, values).map { TagChange($0, $1) } + [TagChange("Exif.GPSInfo.GPSVersionID", "2 3 0 0")]
    }

    /// IPTC's words, which XMP has too: an IPTC block is written into only where a file has one.
    private var descriptionChanges: [TagChange] {
        let rows: [(name: String, keys: [String])] = [
            ("ObjectName", ["Xmp.dc.title", "Iptc.Application2.ObjectName"]), ("Caption/Abstract", ["Xmp.dc.description", "Iptc.Application2.Caption"]),
            ("Keywords", ["Xmp.dc.subject", "Iptc.Application2.Keywords"]), ("Byline", ["Xmp.dc.creator", "Iptc.Application2.Byline"]),
            ("CopyrightNotice", ["Xmp.dc.rights", "Iptc.Application2.Copyright"]), ("City", ["Xmp.photoshop.City", "Iptc.Application2.City"]),
            ("Country/PrimaryLocationName", ["Xmp.photoshop.Country", "Iptc.Application2.CountryName"]), ("Headline", ["Xmp.photoshop.Headline", "Iptc.Application2.Headline"]),
        ]
        var changes: [TagChange] = []
        for row in rows {
            switch self["{IPTC}", row.name] {
            case .removed: changes += row.keys.map { TagChange($0, nil) }
            case .text(let text)? where !text.isEmpty && row.name != "Keywords": changes += row.keys.map { TagChange($0, text) }
            case .texts(let texts)? where row.name == "Keywords" || row.name == "Byline":
                let texts = texts.filter { !$0.isEmpty }
                if !texts.isEmpty { changes += row.keys.map { TagChange($0, texts) } }
            default: break
            }
        }
        if case .numbers(let numbers)? = self["{IPTC}", "StarRating"], let stars = numbers.first, (0...5).contains(stars) {
            changes.append(TagChange("Xmp.xmp.Rating", stars == 0 ? nil : String(Int(stars))))
        }
        return changes
    }
}

import Photos

/// One tag of a TIFF directory, as it is to be written.
struct ExifField {
    enum Directory: CaseIterable { case main, exif, place }

    /// Types of values, with TIFF's numbers.
    enum Kind: UInt16 {
        case byte = 1, text, short, long, rational
        case undefined = 7
    }

    let tag: UInt16
    let kind: Kind
    /// In big-endian order, elements of the kind's size.
    let value: [UInt8]

    var count: Int { value.count / Self.size(kind) }

    static func size(_ kind: Kind) -> Int {
        switch kind {
        case .byte, .text, .undefined: 1
        case .short: 2
        case .long: 4
        case .rational: 8
        }
    }

    /// In the byte order of the file.
    func value(bigEndian: Bool) -> [UInt8] {
        let step = kind == .rational ? 4 : Self.size(kind)
        guard !bigEndian, step > 1 else { return value }
        return stride(from: 0, to: value.count, by: step).flatMap { value[$0..<($0 + step)].reversed() }
    }
}

extension ExifField {
    private struct Row {
        let directory: Directory, name: String, tag: UInt16, kind: Kind
    }

    /// What of ImageIO's dictionaries has a tag here.
    private static let rows: [Row] = {
        func rows(_ directory: Directory, _ kind: Kind, _ tags: KeyValuePairs<String, UInt16>) -> [Row] {
            tags.map { Row(directory: directory, name: $0.key, tag: $0.value, kind: kind) }
        }
        return rows(.main, .text, ["ImageDescription": 0x010E, "Make": 0x010F, "Model": 0x0110, "Software": 0x0131, "DateTime": 0x0132, "Artist": 0x013B, "Copyright": 0x8298])
            + rows(
                .exif, .text,
                [
                    "DateTimeOriginal": 0x9003, "DateTimeDigitized": 0x9004, "OffsetTime": 0x9010, "OffsetTimeOriginal": 0x9011, "OffsetTimeDigitized": 0x9012,
                    "SubsecTimeOriginal": 0x9291, "LensMake": 0xA433, "LensModel": 0xA434,
                ])
            + rows(.exif, .rational, ["ExposureTime": 0x829A, "FNumber": 0x829D, "FocalLength": 0x920A])
            + rows(.exif, .short, ["ISOSpeedRatings": 0x8827, "Flash": 0x9209, "FocalLenIn35mmFilm": 0xA405])
            + rows(.place, .text, ["LatitudeRef": 1, "LongitudeRef": 3, "SpeedRef": 12, "ImgDirectionRef": 16, "DateStamp": 29])
            + rows(.place, .rational, ["Altitude": 6, "Speed": 13, "ImgDirection": 17, "HPositioningError": 31])
            + rows(.place, .byte, ["AltitudeRef": 5])
    }()

    private static let dictionaries: [Directory: String] = [.main: "{TIFF}", .exif: "{Exif}", .place: "{GPS}"]

    /// The tags that a dictionary says, directory by directory; `nil` for one that is to go (`NSNull`).
    static func fields(_ metadata: ImageMetadata) -> [Directory: [UInt16: ExifField?]] {
        var found: [Directory: [UInt16: ExifField?]] = [:]
        for row in rows {
            guard let value = metadata.part(dictionaries[row.directory] ?? "")[row.name] else { continue }
            if value is NSNull {
                found[row.directory, default: [:]][row.tag] = .some(nil)
            } else if row.name.hasPrefix("DateTime"), (value as? String).flatMap(ImageMetadata.dateParts) == nil {
                continue
            } else if let bytes = bytes(value, row.kind) {
                found[row.directory, default: [:]][row.tag] = ExifField(tag: row.tag, kind: row.kind, value: bytes)
            }
        }
        if let orientation = metadata.orientation {
            found[.main, default: [:]][0x0112] = ExifField(tag: 0x0112, kind: .short, value: big(UInt16(orientation.rawValue)))
        }
        if let place = metadata.location?.coordinate {
            for (tag, degrees, reference) in [(2, place.latitude, place.latitude < 0 ? "S" : "N"), (4, place.longitude, place.longitude < 0 ? "W" : "E")]
                as [(UInt16, Double, String)]
            {
                found[.place, default: [:]][tag - 1] = ExifField(tag: tag - 1, kind: .text, value: Array(reference.utf8) + [0])
                found[.place, default: [:]][tag] = ExifField(tag: tag, kind: .rational, value: angle(degrees))
            }
        }
        return found
    }

    /// The most that a text may take, so that a segment's length fits into 16 bits.
    private static let longestText = 1_000

    /// `nil` for a value of another type, or out of range.
    private static func bytes(_ value: Any, _ kind: Kind) -> [UInt8]? {
        if kind == .text {
            guard let text = value as? String, !text.utf8.contains(0) else { return nil }
            return Array(text.utf8.prefix(longestText)) + [0]
        }
        // A list counts by its first number, as that of sensitivities does.
        guard let number = (value as? NSNumber ?? (value as? [Any])?.first as? NSNumber)?.doubleValue, number.isFinite, number >= 0 else { return nil }
        switch kind {
        case .byte: return UInt8(exactly: number).map { [$0] }
        case .short: return UInt16(exactly: number.rounded()).map(big)
        case .rational: return rational(number)
        case .text, .long, .undefined: return nil
        }
    }

    private static func rational(_ number: Double) -> [UInt8]? {
        // Short exposures are parts of one: 1/250 is exact so.
        if number > 0, number < 1, let part = UInt32(exactly: (1 / number).rounded()), abs(1 / Double(part) - number) < 1e-9 { return big(UInt32(1)) + big(part) }
        return UInt32(exactly: (number * 10_000).rounded()).map { big($0) + big(UInt32(10_000)) }
    }

    /// Degrees, minutes and ten-thousandths of seconds, which are three millimetres.
    private static func angle(_ degrees: Double) -> [UInt8] {
        let parts = UInt64((abs(degrees) * 36_000_000).rounded())
        let numbers: [(UInt64, UInt32)] = [(parts / 36_000_000, 1), (parts / 600_000 % 60, 1), (parts % 600_000, 10_000)]
        return numbers.flatMap { big(UInt32($0.0)) + big($0.1) }
    }

    private static func big(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}

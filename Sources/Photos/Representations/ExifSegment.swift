import Foundation
import LibraryEngine
import PhotoModel
import Support

/// What a JPEG tells of a picture: the segment that stands behind the file's first two bytes. A big-endian TIFF, as EXIF 2.32 has it.
struct ExifSegment {
    let bytes: [UInt8]

    /// - Parameters:
    ///   - zone: of pictures that don't say where they were taken.
    ///   - width: pixels.
    init(_ asset: AssetRecord, zone: TimeZone, includesLocation: Bool, width: Int, height: Int) {
        var exif: [Entry] = [
            .undefined(.exifVersion, Array("0232".utf8)), .short(.colorSpace, Self.sRGB), .long(.pixelWidth, width), .long(.pixelHeight, height),
        ]
        if let date = asset.localCreationDate(zone).flatMap(Self.dateText) { exif.append(.text(.originalDate, date)) }
        if let offset = asset.creationOffset { exif.append(.text(.originalOffset, Self.offsetText(offset))) }
        if let lens = asset.lens { exif.append(.text(.lens, lens)) }
        var main: [Entry] = [.short(.orientation, Self.upright)]
        if let make = asset.cameraMake { main.append(.text(.make, make)) }
        if let model = asset.cameraModel { main.append(.text(.model, model)) }
        let place = includesLocation ? asset.location : nil
        // Offsets count from the TIFF's beginning, so the main directory's length is needed before it is written.
        func directory(_ exif: Int, _ gps: Int) -> [UInt8] {
            Self.directory(main + [.long(.exifDirectory, exif)] + (place == nil ? [] : [.long(.gpsDirectory, gps)]), at: 8)
        }
        let exifStart = 8 + directory(0, 0).count
        let exifBytes = Self.directory(exif, at: exifStart), gpsStart = exifStart + exifBytes.count
        let gpsBytes = place.map { Self.directory(Self.entries($0), at: gpsStart) } ?? []
        let tiff = Array("MM\0*".utf8) + big(8, 4) + directory(exifStart, gpsStart) + exifBytes + gpsBytes
        bytes = [0xFF, 0xE1] + big(tiff.count + 8, 2) + Array("Exif\0\0".utf8) + tiff
    }

    /// A file that an encoder wrote, with this in it.
    func inserted(in jpeg: [UInt8]) -> Data {
        var data = Data(capacity: jpeg.count + bytes.count)
        data.append(contentsOf: jpeg.prefix(2))
        data.append(contentsOf: bytes)
        data.append(contentsOf: jpeg.dropFirst(2))
        return data
    }

    private enum Tag: Int {
        case make = 0x010F, model = 0x0110, orientation = 0x0112, exifDirectory = 0x8769, gpsDirectory = 0x8825
        case exifVersion = 0x9000, originalDate = 0x9003, originalOffset = 0x9011, colorSpace = 0xA001, pixelWidth = 0xA002, pixelHeight = 0xA003, lens = 0xA434
        case gpsVersion = 0, latitudeReference = 1, latitude = 2, longitudeReference = 3, longitude = 4, altitudeReference = 5, altitude = 6
    }

    /// Values of `colorSpace` and `orientation`.
    private static let sRGB = 1, upright = 1

    private struct Entry {
        let tag: Tag, type: Int, count: Int, value: [UInt8]

        /// The most that a text may take, so that the segment's length fits into 16 bits.
        private static let longestText = 1_000

        static func text(_ tag: Tag, _ text: String) -> Entry {
            let value = Array(text.utf8.prefix(longestText)) + [0]
            return Entry(tag: tag, type: 2, count: value.count, value: value)
        }
        static func short(_ tag: Tag, _ number: Int) -> Entry { Entry(tag: tag, type: 3, count: 1, value: big(number, 2)) }
        static func long(_ tag: Tag, _ number: Int) -> Entry { Entry(tag: tag, type: 4, count: 1, value: big(number, 4)) }
        static func byte(_ tag: Tag, _ values: [UInt8]) -> Entry { Entry(tag: tag, type: 1, count: values.count, value: values) }
        static func undefined(_ tag: Tag, _ values: [UInt8]) -> Entry { Entry(tag: tag, type: 7, count: values.count, value: values) }
        static func fractions(_ tag: Tag, _ values: [(Int, Int)]) -> Entry {
            Entry(tag: tag, type: 5, count: values.count, value: values.flatMap { big($0.0, 4) + big($0.1, 4) })
        }
    }

    /// A directory that begins at `offset`; what does not fit into four bytes follows it.
    private static func directory(_ entries: [Entry], at offset: Int) -> [UInt8] {
        var table = big(entries.count, 2), values: [UInt8] = []
        let end = offset + 2 + entries.count * 12 + 4
        for entry in entries.sorted(by: { $0.tag.rawValue < $1.tag.rawValue }) {
            table += big(entry.tag.rawValue, 2) + big(entry.type, 2) + big(entry.count, 4)
            if entry.value.count <= 4 {
                table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                table += big(end + values.count, 4)
                values += entry.value + (entry.value.count.isMultiple(of: 2) ? [] : [0])
            }
        }
        return table + big(0, 4) + values
    }

    private static func entries(_ place: LocationRecord) -> [Entry] {
        // A ten-thousandth of a second is three millimetres.
        func angle(_ degrees: Double) -> [(Int, Int)] {
            let parts = Int((abs(degrees) * 36_000_000).rounded())
            return [(parts / 36_000_000, 1), (parts / 600_000 % 60, 1), (parts % 600_000, 10_000)]
        }
        var entries: [Entry] = [
            .byte(.gpsVersion, [2, 3, 0, 0]), .text(.latitudeReference, place.latitude < 0 ? "S" : "N"), .fractions(.latitude, angle(place.latitude)),
            .text(.longitudeReference, place.longitude < 0 ? "W" : "E"), .fractions(.longitude, angle(place.longitude)),
        ]
        if let altitude = place.altitude, abs(altitude) < 1_000_000 {
            entries += [.byte(.altitudeReference, [altitude < 0 ? 1 : 0]), .fractions(.altitude, [(Int((abs(altitude) * 100).rounded()), 100)])]
        }
        return entries
    }

    /// `2021:10:13 14:05:09`; `nil` for a year that four digits can't say.
    static func dateText(_ seconds: Double) -> String? {
        guard abs(seconds) < 1e12 else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        let date = Date(timeIntervalSinceReferenceDate: seconds.rounded(.down))
        let parts = calendar.dateComponents([.era, .year, .month, .day, .hour, .minute, .second], from: date)
        guard parts.era == 1, let year = parts.year, (1...9999).contains(year) else { return nil }
        func two(_ part: Int?) -> String { (part ?? 0).padded(to: 2) }
        return "\(year.padded(to: 4)):\(two(parts.month)):\(two(parts.day)) \(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
    }

    /// `+02:00`.
    static func offsetText(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        return (seconds < 0 ? "-" : "+") + (minutes / 60).padded(to: 2) + ":" + (minutes % 60).padded(to: 2)
    }
}

private func big(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

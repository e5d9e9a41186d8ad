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
        var exif: [TIFFBlock.Entry] = [
            .bytes(Tag.exifVersion, Array("0232".utf8), type: 7), .shorts(Tag.colorSpace, [Self.sRGB]), .longs(Tag.pixelWidth, [width]), .longs(Tag.pixelHeight, [height]),
        ]
        if let date = asset.localCreationDate(zone).flatMap(Self.dateText) { exif.append(.text(Tag.originalDate, date)) }
        if let offset = asset.creationOffset { exif.append(.text(Tag.originalOffset, Self.offsetText(offset))) }
        if let lens = asset.lens { exif.append(Self.text(Tag.lens, lens)) }
        var main: [TIFFBlock.Entry] = [.shorts(Tag.orientation, [Self.upright])]
        if let make = asset.cameraMake { main.append(Self.text(Tag.make, make)) }
        if let model = asset.cameraModel { main.append(Self.text(Tag.model, model)) }
        let place = includesLocation ? asset.location : nil
        let tiff = TIFFBlock.bigEndian.file(main, exif: exif, gps: place.map(Self.entries) ?? [])
        bytes = [0xFF, 0xE1] + TIFFBlock.big(tiff.count + 8, 2) + Array("Exif\0\0".utf8) + tiff
    }

    /// A file that an encoder wrote, with this in it.
    func inserted(in jpeg: [UInt8]) -> Data {
        var data = Data(capacity: jpeg.count + bytes.count)
        data.append(contentsOf: jpeg.prefix(2))
        data.append(contentsOf: bytes)
        data.append(contentsOf: jpeg.dropFirst(2))
        return data
    }

    private enum Tag {
        static let make = 0x010F, model = 0x0110, orientation = 0x0112
        static let exifVersion = 0x9000, originalDate = 0x9003, originalOffset = 0x9011, colorSpace = 0xA001, pixelWidth = 0xA002, pixelHeight = 0xA003, lens = 0xA434
        static let gpsVersion = 0, latitudeReference = 1, latitude = 2, longitudeReference = 3, longitude = 4, altitudeReference = 5, altitude = 6
    }

    /// Values of `colorSpace` and `orientation`.
    private static let sRGB = 1, upright = 1

    /// The most that a text may take, so that the segment's length fits into 16 bits.
    private static let longestText = 1_000

    private static func text(_ tag: Int, _ text: String) -> TIFFBlock.Entry { .bytes(tag, Array(text.utf8.prefix(longestText)) + [0], type: 2) }

    private static func entries(_ place: LocationRecord) -> [TIFFBlock.Entry] {
        // A ten-thousandth of a second is three millimetres.
        func angle(_ degrees: Double) -> [(Int, Int)] {
            let parts = Int((abs(degrees) * 36_000_000).rounded())
            return [(parts / 36_000_000, 1), (parts / 600_000 % 60, 1), (parts % 600_000, 10_000)]
        }
        var entries: [TIFFBlock.Entry] = [
            .bytes(Tag.gpsVersion, [2, 3, 0, 0]), .text(Tag.latitudeReference, place.latitude < 0 ? "S" : "N"), .fractions(Tag.latitude, angle(place.latitude)),
            .text(Tag.longitudeReference, place.longitude < 0 ? "W" : "E"), .fractions(Tag.longitude, angle(place.longitude)),
        ]
        if let altitude = place.altitude, abs(altitude) < 1_000_000 {
            entries += [.bytes(Tag.altitudeReference, [altitude < 0 ? 1 : 0]), .fractions(Tag.altitude, [(Int((abs(altitude) * 100).rounded()), 100)])]
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

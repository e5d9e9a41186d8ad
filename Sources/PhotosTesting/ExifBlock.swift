import Foundation
import Photos
import Support

/// The EXIF segment of a JPEG, big-endian, with the few fields that fixtures need.
struct ExifBlock {
    private let metadata: FixtureImages.Metadata

    init(_ metadata: FixtureImages.Metadata) { self.metadata = metadata }

    /// The JPEG with the segment behind its start marker; unchanged where there is nothing to say.
    func inserted(into jpeg: Data) -> Data {
        let tiff = tiffBlock()
        guard let tiff, jpeg.count > 2 else { return jpeg }
        let content = Array("Exif\0\0".utf8) + tiff
        return jpeg.prefix(2) + Data([0xFF, 0xE1] + TIFFBlock.big(content.count + 2, 2) + content) + jpeg.dropFirst(2)
    }

    private func tiffBlock() -> [UInt8]? {
        var main: [TIFFBlock.Entry] = [], exif: [TIFFBlock.Entry] = [], gps: [TIFFBlock.Entry] = []
        if let make = metadata.make { main.append(.text(0x010F, make)) }
        if let model = metadata.model { main.append(.text(0x0110, model)) }
        if let orientation = metadata.orientation { main.append(.shorts(0x0112, [Int(orientation.rawValue)])) }
        if let date = metadata.dateTimeOriginal { exif.append(.text(0x9003, date)) }
        if let offset = metadata.offset { exif.append(.text(0x9011, offset)) }
        if let subSeconds = metadata.subSeconds { exif.append(.text(0x9291, subSeconds)) }
        if let exposure = metadata.exposure {
            exif += [
                .fractions(0x829A, [(1, Int(exposure.divisor))]), .fractions(0x829D, [(Int((exposure.fNumber * 100).rounded()), 100)]), .shorts(0x8827, [Int(exposure.iso)]),
                .shorts(0x9209, [exposure.flashFired ? 1 : 0]), .fractions(0x920A, [(Int((exposure.focalLength * 100).rounded()), 100)]),
                .shorts(0xA405, [Int(exposure.focalLengthIn35mm)]),
            ]
        }
        let identifiers = [(0x000B, metadata.burstIdentifier), (0x0011, metadata.contentIdentifier)] as [(Int, String?)]
        let note = identifiers.compactMap { tag, text in text.map { TIFFBlock.Entry.text(tag, $0) } }
        if !note.isEmpty { exif.append(Self.appleNote(note)) }
        if let place = metadata.coordinate {
            gps = [
                .text(0x0001, place.latitude < 0 ? "S" : "N"), .fractions(0x0002, Self.degrees(place.latitude)),
                .text(0x0003, place.longitude < 0 ? "W" : "E"), .fractions(0x0004, Self.degrees(place.longitude)),
            ]
        }
        guard !main.isEmpty || !exif.isEmpty || !gps.isEmpty else { return nil }
        return TIFFBlock.bigEndian.file(main, exif: exif, gps: gps)
    }

    /// The maker's note of Apple's cameras.
    private static func appleNote(_ entries: [TIFFBlock.Entry]) -> TIFFBlock.Entry {
        let note = Array("Apple iOS".utf8) + [0, 0, 1] + Array("MM".utf8)
        return .bytes(0x927C, note + TIFFBlock.bigEndian.directory(entries, at: note.count), type: 7)
    }

    private static func degrees(_ degrees: Double) -> [(Int, Int)] {
        let total = abs(degrees), whole = Int(total), minutes = (total - Double(whole)) * 60
        let seconds = Int(((minutes - minutes.rounded(.down)) * 60 * 10_000).rounded())
        return [(whole, 1), (Int(minutes), 1), (seconds, 10_000)]
    }
}

import Foundation
import Photos

/// The EXIF segment of a JPEG, big-endian, with the few fields that fixtures need.
struct ExifBlock {
    private struct Entry {
        let tag: UInt16, type: UInt16, count: UInt32, value: [UInt8]
    }

    private let metadata: FixtureImages.Metadata

    init(_ metadata: FixtureImages.Metadata) { self.metadata = metadata }

    /// The JPEG with the segment behind its start marker; unchanged where there is nothing to say.
    func inserted(into jpeg: Data) -> Data {
        let tiff = tiffBlock()
        guard let tiff, jpeg.count > 2 else { return jpeg }
        let content = Array("Exif\0\0".utf8) + tiff
        return jpeg.prefix(2) + Data([0xFF, 0xE1] + Self.bytes(UInt16(content.count + 2)) + content) + jpeg.dropFirst(2)
    }

    private func tiffBlock() -> [UInt8]? {
        var main: [Entry] = [], exif: [Entry] = [], gps: [Entry] = []
        if let make = metadata.make { main.append(Self.text(0x010F, make)) }
        if let model = metadata.model { main.append(Self.text(0x0110, model)) }
        if let orientation = metadata.orientation { main.append(Self.short(0x0112, UInt16(orientation.rawValue))) }
        if let date = metadata.dateTimeOriginal { exif.append(Self.text(0x9003, date)) }
        if let offset = metadata.offset { exif.append(Self.text(0x9011, offset)) }
        if let subSeconds = metadata.subSeconds { exif.append(Self.text(0x9291, subSeconds)) }
        if let exposure = metadata.exposure {
            exif += [
                Self.rational(0x829A, 1, exposure.divisor), Self.rational(0x829D, UInt32((exposure.fNumber * 100).rounded()), 100), Self.short(0x8827, exposure.iso),
                Self.short(0x9209, exposure.flashFired ? 1 : 0), Self.rational(0x920A, UInt32((exposure.focalLength * 100).rounded()), 100),
                Self.short(0xA405, exposure.focalLengthIn35mm),
            ]
        }
        let identifiers = [(0x000B, metadata.burstIdentifier), (0x0011, metadata.contentIdentifier)] as [(UInt16, String?)]
        let note = identifiers.compactMap { tag, text in text.map { Self.text(tag, $0) } }
        if !note.isEmpty { exif.append(Self.appleNote(note)) }
        if let place = metadata.coordinate {
            gps = [
                Self.text(0x0001, place.latitude < 0 ? "S" : "N"), Self.degrees(0x0002, place.latitude),
                Self.text(0x0003, place.longitude < 0 ? "W" : "E"), Self.degrees(0x0004, place.longitude),
            ]
        }
        guard !main.isEmpty || !exif.isEmpty || !gps.isEmpty else { return nil }
        // Pointers first with a zero, to know the size of the main directory; then with what they point to.
        func directory(_ exifOffset: UInt32, _ gpsOffset: UInt32) -> [UInt8] {
            var entries = main
            if !exif.isEmpty { entries.append(Self.long(0x8769, exifOffset)) }
            if !gps.isEmpty { entries.append(Self.long(0x8825, gpsOffset)) }
            return Self.directory(entries, at: 8)
        }
        let exifOffset = 8 + directory(0, 0).count
        let exifBytes = exif.isEmpty ? [] : Self.directory(exif, at: exifOffset)
        let gpsOffset = exifOffset + exifBytes.count
        let gpsBytes = gps.isEmpty ? [] : Self.directory(gps, at: gpsOffset)
        let header: [UInt8] = [0x4D, 0x4D, 0x00, 0x2A, 0x00, 0x00, 0x00, 0x08]
        return header + directory(UInt32(exifOffset), UInt32(gpsOffset)) + exifBytes + gpsBytes
    }

    /// A directory that begins at `offset` of the block; values that don't fit into four bytes follow it.
    private static func directory(_ entries: [Entry], at offset: Int) -> [UInt8] {
        var table = bytes(UInt16(entries.count)), values: [UInt8] = []
        let valuesOffset = offset + 2 + entries.count * 12 + 4
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            table += bytes(entry.tag) + bytes(entry.type) + bytes(entry.count)
            if entry.value.count <= 4 {
                table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                table += bytes(UInt32(valuesOffset + values.count))
                values += entry.value + (entry.value.count % 2 == 1 ? [0] : [])
            }
        }
        return table + bytes(UInt32(0)) + values
    }

    /// The maker's note of Apple's cameras.
    private static func appleNote(_ entries: [Entry]) -> Entry {
        let note = Array("Apple iOS".utf8) + [0, 0, 1] + Array("MM".utf8)
        let value = note + directory(entries, at: note.count)
        return Entry(tag: 0x927C, type: 7, count: UInt32(value.count), value: value)
    }

    private static func text(_ tag: UInt16, _ text: String) -> Entry {
        let value = Array(text.utf8) + [0]
        return Entry(tag: tag, type: 2, count: UInt32(value.count), value: value)
    }

    private static func short(_ tag: UInt16, _ value: UInt16) -> Entry { Entry(tag: tag, type: 3, count: 1, value: bytes(value)) }
    private static func long(_ tag: UInt16, _ value: UInt32) -> Entry { Entry(tag: tag, type: 4, count: 1, value: bytes(value)) }
    private static func rational(_ tag: UInt16, _ numerator: UInt32, _ denominator: UInt32) -> Entry {
        Entry(tag: tag, type: 5, count: 1, value: bytes(numerator) + bytes(denominator))
    }

    private static func degrees(_ tag: UInt16, _ degrees: Double) -> Entry {
        let total = abs(degrees), whole = UInt32(total), minutes = (total - Double(whole)) * 60
        let seconds = UInt32(((minutes - minutes.rounded(.down)) * 60 * 10_000).rounded())
        let parts: [(UInt32, UInt32)] = [(whole, 1), (UInt32(minutes), 1), (seconds, 10_000)]
        return Entry(tag: tag, type: 5, count: 3, value: parts.flatMap { bytes($0.0) + bytes($0.1) })
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}

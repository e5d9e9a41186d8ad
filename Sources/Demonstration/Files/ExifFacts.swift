import Support

/// What a shot says of itself, as EXIF's entries.
struct ExifFacts {
    private typealias Entry = TIFFBlock.Entry
    let shot: Shot
    /// Joins the two halves of a Live Photo.
    var contentIdentifier: String?

    init(_ shot: Shot, contentIdentifier: String? = nil) { (self.shot, self.contentIdentifier) = (shot, contentIdentifier) }

    /// The block that a JPEG's segment holds.
    func block() -> [UInt8] { TIFFBlock.littleEndian.file(main(), exif: exif(), gps: gps()) }

    func main() -> [TIFFBlock.Entry] {
        [
            .text(0x010F, shot.camera.make), .text(0x0110, shot.camera.model), .shorts(0x0112, [shot.orientation]),
            .text(0x0131, shot.camera.software),
            .text(0x0132, shot.date.exif),
        ]
    }

    func exif() -> [TIFFBlock.Entry] {
        let offset = WallClock.offset(shot.offset), exposure = shot.exposure, lens = shot.lens
        var entries: [TIFFBlock.Entry] = [
            .fractions(0x829A, [(exposure.numerator, exposure.denominator)]), .fractions(0x829D, [(Int((exposure.aperture * 100).rounded()), 100)]),
            .shorts(0x8827, [exposure.iso]), .bytes(0x9000, Array("0232".utf8), type: 7), .text(0x9003, shot.date.exif),
            .text(0x9004, shot.date.exif),
            .text(0x9010, offset), .text(0x9011, offset), .text(0x9012, offset), .shorts(0x9209, [16]),
            .fractions(0x920A, [(Int((lens.focal * 1000).rounded()), 1000)]),
            .text(0x9291, shot.date.fraction), .shorts(0xA405, [lens.equivalent]), .text(0xA433, shot.camera.make), .text(0xA434, lens.name),
        ]
        if let note = makerNote() { entries.append(.bytes(0x927C, note, type: 7)) }
        return entries
    }

    func gps() -> [TIFFBlock.Entry] {
        guard let place = shot.place else { return [] }
        func degrees(_ value: Double) -> [(Int, Int)] {
            let all = Int((abs(value) * 3600 * 100).rounded())
            return [(all / 360_000, 1), (all / 6000 % 60, 1), (all % 6000, 100)]
        }
        return [
            .bytes(0, [2, 3, 0, 0]), .text(1, shot.latitude < 0 ? "S" : "N"), .fractions(2, degrees(shot.latitude)),
            .text(3, shot.longitude < 0 ? "W" : "E"),
            .fractions(4, degrees(shot.longitude)), .bytes(5, [0]), .fractions(6, [(Int(place.altitude), 1)]), .fractions(31, [(5, 1)]),
        ]
    }

    /// Apple's note, big-endian with offsets of its own: the only place where a burst or the still of a Live Photo is marked.
    private func makerNote() -> [UInt8]? {
        var texts: [(tag: Int, text: String)] = []
        if case .burst(let identifier, _) = shot.kind { texts.append((0x0B, identifier)) }
        if let contentIdentifier { texts.append((0x11, contentIdentifier)) }
        guard !texts.isEmpty else { return nil }
        var note: [UInt8] = Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8) + TIFFBlock.big(texts.count, 2)
        var values: [UInt8] = []
        let after = note.count + texts.count * 12 + 4
        for (tag, text) in texts {
            let value = Array(text.utf8) + [0]
            note += TIFFBlock.big(tag, 2) + TIFFBlock.big(2, 2) + TIFFBlock.big(value.count, 4) + TIFFBlock.big(after + values.count, 4)
            values += value
        }
        return note + TIFFBlock.big(0, 4) + values
    }
}

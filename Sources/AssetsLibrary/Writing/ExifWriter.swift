import Photos

/// Puts tags into a JPEG. What is there already stays byte for byte, makers' notes with their offsets too: new directories are written behind it, and only the
/// numbers that lead to them are changed.
struct ExifWriter {
    /// The JPEG with these tags, or as it is where it is none, where there is nothing to say, and where the segment would be too long.
    static func written(_ metadata: ImageMetadata, into data: Data) -> Data {
        let fields = ExifField.fields(metadata)
        guard !fields.isEmpty, data.starts(with: [0xFF, 0xD8, 0xFF]) else { return data }
        let jpeg = [UInt8](data), place = segment(jpeg)
        let block = place.map { Array(jpeg[($0.lowerBound + 10)..<$0.upperBound]) } ?? Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
        guard let changed = ExifWriter(block)?.with(fields), changed.count + 8 <= 0xFFFF else { return data }
        let length = changed.count + 8
        let new = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array("Exif\0\0".utf8) + changed
        let range = place ?? 2..<2
        return Data(jpeg[..<range.lowerBound]) + new + jpeg[range.upperBound...]
    }

    /// Where EXIF's segment is, its marker included.
    private static func segment(_ jpeg: [UInt8]) -> Range<Int>? {
        var at = 2
        while at + 4 <= jpeg.count, jpeg[at] == 0xFF, jpeg[at + 1] != 0xDA {
            let end = at + 2 + Int(jpeg[at + 2]) << 8 + Int(jpeg[at + 3])
            guard end > at + 3, end <= jpeg.count else { return nil }
            if jpeg[at + 1] == 0xE1, end - at >= 18, jpeg[(at + 4)..<(at + 10)].elementsEqual("Exif\0\0".utf8) { return at..<end }
            at = end
        }
        return nil
    }

    private var block: [UInt8]
    private let isBigEndian: Bool

    /// `nil` for what is no TIFF.
    private init?(_ block: [UInt8]) {
        guard block.count >= 14, block.starts(with: "MM\0*".utf8) || block.starts(with: "II*\0".utf8) else { return nil }
        (self.block, isBigEndian) = (block, block[0] == UInt8(ascii: "M"))
    }

    private func number(_ at: Int, _ count: Int) -> Int? {
        guard at >= 0, at + count <= block.count else { return nil }
        let bytes = isBigEndian ? Array(block[at..<(at + count)]) : block[at..<(at + count)].reversed()
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private func bytes(_ value: Int, _ count: Int) -> [UInt8] {
        let bytes = (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? bytes : bytes.reversed()
    }

    /// The entries of a directory, 12 bytes each, and where the next one is; `nil` for one that is broken.
    private func directory(at offset: Int) -> (entries: [[UInt8]], next: Int)? {
        guard let count = number(offset, 2), let next = number(offset + 2 + count * 12, 4) else { return nil }
        return ((0..<count).map { Array(block[(offset + 2 + $0 * 12)..<(offset + 14 + $0 * 12)]) }, next)
    }

    private static let pointers: [ExifField.Directory: UInt16] = [.exif: 0x8769, .place: 0x8825]

    private func with(_ fields: [ExifField.Directory: [UInt16: ExifField?]]) -> [UInt8]? {
        var result = self
        guard let first = number(4, 4), let main = directory(at: first) else { return nil }
        var mainFields = fields[.main] ?? [:]
        for (kind, pointer) in Self.pointers {
            guard let changes = fields[kind] else { continue }
            let old = main.entries.first { tag($0) == Int(pointer) }.flatMap { value($0) }.flatMap { directory(at: $0) }
            let offset = result.append(old?.entries ?? [], changes, next: 0)
            // Big-endian as all fields are, and turned with them.
            mainFields[pointer] = ExifField(tag: pointer, kind: .long, value: (0..<4).reversed().map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) })
        }
        let offset = result.append(main.entries, mainFields, next: main.next)
        result.block.replaceSubrange(4..<8, with: bytes(offset, 4))
        return result.block
    }

    private func tag(_ entry: [UInt8]) -> Int { isBigEndian ? Int(entry[0]) << 8 | Int(entry[1]) : Int(entry[1]) << 8 | Int(entry[0]) }

    /// The number that an entry holds itself.
    private func value(_ entry: [UInt8]) -> Int? {
        let bytes = isBigEndian ? Array(entry[8...]) : entry[8...].reversed()
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Writes a directory with its changes behind everything else.
    /// - Returns: where it begins.
    private mutating func append(_ old: [[UInt8]], _ changes: [UInt16: ExifField?], next: Int) -> Int {
        var entries = Dictionary(old.map { (tag($0), $0) }, uniquingKeysWith: { first, _ in first })
        for (number, change) in changes {
            guard let field = change else {
                entries[Int(number)] = nil
                continue
            }
            var value = field.value(bigEndian: isBigEndian)
            if value.count > 4 {
                if block.count % 2 == 1 { block.append(0) }
                let offset = block.count
                block += value
                value = bytes(offset, 4)
            }
            entries[Int(number)] = bytes(Int(number), 2) + bytes(Int(field.kind.rawValue), 2) + bytes(field.count, 4) + value + [UInt8](repeating: 0, count: 4 - value.count)
        }
        if block.count % 2 == 1 { block.append(0) }
        let offset = block.count
        block += bytes(entries.count, 2) + entries.sorted { $0.key < $1.key }.flatMap(\.value) + bytes(next, 4)
        return offset
    }
}

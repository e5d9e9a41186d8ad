import Foundation

extension FixtureImages {
    /// A RAW file as a camera writes it that knows no compression: a DNG of 16 bits a sample with the colours of `quarters`, and no preview.
    ///
    /// Width and height are pixels, even and at least 32.
    public static func raw(width: Int = 64, height: Int = 48, seed: Int = 0) -> Data {
        let colours = quarters(width: width, height: height, seed: seed)
        var sensor = Data(capacity: width * height * 2)
        for y in 0..<height {
            for x in 0..<width {
                // Red and green by turns, then green and blue.
                let sample = UInt16(colours.pixels[y * colours.bytesPerRow + x * 4 + y % 2 + x % 2]) * 200
                sensor.append(contentsOf: [UInt8(sample & 255), UInt8(sample >> 8)])
            }
        }
        let one = [1, 1], zero = [0, 1]
        let identity = one + zero + zero + zero + one + zero + zero + zero + one
        func directory(_ start: Int) -> Data {
            TIFFDirectory([
                (254, .long, [0]), (256, .long, [width]), (257, .long, [height]), (258, .short, [16]), (259, .short, [1]), (262, .short, [32803]),
                (271, .text, "Test\0".utf8.map(Int.init)), (272, .text, "Camera\0".utf8.map(Int.init)), (273, .long, [start]), (274, .short, [1]),
                (277, .short, [1]), (278, .long, [height]), (279, .long, [sensor.count]), (33421, .short, [2, 2]), (33422, .byte, [0, 1, 1, 2]),
                (50706, .byte, [1, 4, 0, 0]), (50708, .text, "Test Camera\0".utf8.map(Int.init)), (50714, .short, [0]), (50717, .long, [51000]),
                (50721, .rational, identity), (50728, .rational, one + one + one), (50778, .short, [21]),
            ]).bytes
        }
        let head = Data("II*\0".utf8) + Data([8, 0, 0, 0])
        return head + directory(head.count + directory(0).count) + sensor
    }
}

/// A TIFF directory of little-endian numbers that begins at byte 8 of its file.
private struct TIFFDirectory {
    enum Kind: Int {
        case byte = 1, text, short, long, rational

        var size: Int { [1, 1, 2, 4, 4][rawValue - 1] }
    }

    let bytes: Data

    /// Tags ascend.
    init(_ tags: [(number: Int, kind: Kind, values: [Int])]) {
        func little(_ value: Int, _ count: Int) -> Data { Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }) }
        let behind = 8 + 2 + tags.count * 12 + 4
        var entries = little(tags.count, 2), rest = Data()
        for tag in tags {
            let data = tag.values.reduce(Data()) { $0 + little($1, tag.kind.size) }
            entries += little(tag.number, 2) + little(tag.kind.rawValue, 2) + little(tag.values.count / (tag.kind == .rational ? 2 : 1), 4)
            guard data.count > 4 else {
                entries += data + Data(count: 4 - data.count)
                continue
            }
            entries += little(behind + rest.count, 4)
            rest += data + Data(count: data.count % 2)
        }
        bytes = entries + little(0, 4) + rest
    }
}

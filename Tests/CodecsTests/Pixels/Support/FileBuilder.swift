/// Writes the files that no encoder here writes, byte by byte.
enum FileBuilder {
    static func big(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) } }
    static func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    // MARK: JPEG

    /// `jpeg` with an EXIF segment that holds nothing but an orientation.
    static func withOrientation(_ orientation: Int, _ jpeg: [UInt8]) -> [UInt8] {
        let tiff = Array("MM\0*".utf8) + big(8, 4) + big(1, 2) + big(0x0112, 2) + big(3, 2) + big(1, 4) + big(orientation, 2) + big(0, 2) + big(0, 4)
        let payload = Array("Exif\0\0".utf8) + tiff
        return Array(jpeg[..<2]) + [0xFF, 0xE1] + big(payload.count + 2, 2) + payload + jpeg[2...]
    }

    /// `jpeg` with another size in its frame header.
    static func withSize(_ width: Int, _ height: Int, _ jpeg: [UInt8]) -> [UInt8] {
        var result = jpeg, at = 2
        while at + 9 < result.count {
            if (0xC0...0xC2).contains(result[at + 1]) {
                result.replaceSubrange(at + 5..<at + 9, with: big(height, 2) + big(width, 2))
                break
            }
            at += 2 + Int(result[at + 2]) << 8 + Int(result[at + 3])
        }
        return result
    }

    // MARK: PNG

    enum PNGColor: Int {
        case grey = 0, rgb = 2, palette = 3, greyAlpha = 4, rgba = 6
    }

    /// `rows` are raw samples without filter bytes; `declared` is what the header says where it shall lie.
    static func png(
        _ width: Int, _ height: Int, depth: Int, _ color: PNGColor, palette: [UInt8] = [], rows: [[UInt8]], declared: (Int, Int)? = nil
    ) -> [UInt8] {
        let size = declared ?? (width, height)
        var result: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
        result += chunk("IHDR", big(size.0, 4) + big(size.1, 4) + [UInt8(depth), UInt8(color.rawValue), 0, 0, 0])
        if !palette.isEmpty { result += chunk("PLTE", palette) }
        result += chunk("IDAT", zlib(rows.flatMap { [0] + $0 }))
        return result + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + payload
        return big(payload.count, 4) + body + big(Int(crc32(body)), 4)
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 } }
    }

    /// Stored, not compressed.
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01], at = 0
        repeat {
            let end = min(at + 65535, bytes.count), count = end - at
            result += [end == bytes.count ? 1 : 0] + little(count, 2) + little(~count & 0xFFFF, 2) + bytes[at..<end]
            at = end
        } while at < bytes.count
        var a = 1, b = 0
        for byte in bytes {
            a = (a + Int(byte)) % 65521
            b = (b + a) % 65521
        }
        return result + big(b << 16 | a, 4)
    }

    // MARK: TIFF and DNG

    typealias Entry = (tag: Int, type: Int, values: [Int])

    /// An uncompressed TIFF in one strip. Each entry is tag, type (1 byte, 2 text, 3 short, 4 long, 5 rational) and values.
    static func tiff(_ entries: [Entry], pixels: [UInt8]) -> [UInt8] {
        let strip: [Entry] = [(273, 4, [0]), (279, 4, [pixels.count])]
        let data = 8 + directory(entries + strip, at: 8).count
        return Array("II*\0".utf8) + little(8, 4) + directory(entries + [(273, 4, [data]), strip[1]], at: 8) + pixels
    }

    /// A directory that lies at this place in the file, and behind it what does not fit into its entries.
    static func directory(_ entries: [Entry], at place: Int) -> [UInt8] {
        let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 4], extras = place + 2 + entries.count * 12 + 4
        var directory: [UInt8] = [], extra: [UInt8] = []
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            var bytes = entry.values.flatMap { little($0, sizes[entry.type]!) }
            let count = entry.type == 5 ? entry.values.count / 2 : entry.values.count
            directory += little(entry.tag, 2) + little(entry.type, 2) + little(count, 4)
            if bytes.count <= 4 {
                directory += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
            } else {
                directory += little(extras + extra.count, 4)
                if bytes.count % 2 == 1 { bytes.append(0) }
                extra += bytes
            }
        }
        return little(entries.count, 2) + directory + little(0, 4) + extra
    }

    static func tiff(_ image: PixelImageSource, orientation: Int) -> [UInt8] {
        tiff(
            [
                (256, 4, [image.width]), (257, 4, [image.height]), (258, 3, [8, 8, 8]), (259, 3, [1]), (262, 3, [2]), (274, 3, [orientation]), (277, 3, [3]),
                (278, 4, [image.height]),
            ], pixels: image.rgb)
    }

    /// A RAW file with a Bayer mosaic of 16 bits, as a camera that knows no compression would write it.
    static func dng(_ image: PixelImageSource, orientation: Int) -> [UInt8] {
        tiff(camera(orientation) + sensor(image), pixels: mosaic(image))
    }

    /// The same with a preview, whose data comes first.
    static func dng(_ image: PixelImageSource, orientation: Int, preview: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
        func head(_ preview: Int, _ sensor: Int, _ data: Int) -> [UInt8] {
            directory(
                camera(orientation) + [
                    (254, 4, [1]), (256, 4, [width]), (257, 4, [height]), (258, 3, [8, 8, 8]), (259, 3, [7]), (262, 3, [6]), (273, 4, [preview]), (277, 3, [3]),
                    (278, 4, [height]), (279, 4, [data]), (330, 4, [sensor]),
                ], at: 8)
        }
        let pixels = mosaic(image), second = 8 + head(0, 0, 0).count
        func raw(_ start: Int) -> [UInt8] { directory(sensor(image) + [(273, 4, [start]), (279, 4, [pixels.count])], at: second) }
        let start = second + raw(0).count
        return Array("II*\0".utf8) + little(8, 4) + head(start, second, preview.count) + raw(start + preview.count) + preview + pixels
    }

    private static func camera(_ orientation: Int) -> [Entry] {
        let text = { (text: String) in text.utf8.map { Int($0) } + [0] }
        let matrix = [1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1]
        return [
            (271, 2, text("Test")), (272, 2, text("Camera")), (274, 3, [orientation]), (50706, 1, [1, 4, 0, 0]), (50708, 2, text("Test Camera")),
            (50721, 5, matrix), (50728, 5, [1, 1, 1, 1, 1, 1]), (50778, 3, [21]),
        ]
    }

    private static func sensor(_ image: PixelImageSource) -> [Entry] {
        [
            (254, 4, [0]), (256, 4, [image.width]), (257, 4, [image.height]), (258, 3, [16]), (259, 3, [1]), (262, 3, [32803]), (277, 3, [1]),
            (278, 4, [image.height]), (33421, 3, [2, 2]), (33422, 1, [0, 1, 1, 2]), (50714, 3, [0]), (50717, 4, [51000]),
        ]
    }

    private static func mosaic(_ image: PixelImageSource) -> [UInt8] {
        var mosaic: [UInt8] = []
        for y in 0..<image.height {
            for x in 0..<image.width {
                let channel = y % 2 == 0 ? (x % 2 == 0 ? 0 : 1) : (x % 2 == 0 ? 1 : 2)
                mosaic += little(Int(image.rgb[(y * image.width + x) * 3 + channel]) * 200, 2)
            }
        }
        return mosaic
    }

    // MARK: Films

    /// A QuickTime film of JPEG frames, each a fifth of a second, turned clockwise by 0, 90, 180 or 270 degrees when played.
    static func movie(_ frames: [[UInt8]], width: Int, height: Int, rotation: Int) -> [UInt8] {
        func box(_ type: String, _ payload: [UInt8]) -> [UInt8] { big(payload.count + 8, 4) + Array(type.utf8) + payload }
        func full(_ type: String, _ payload: [UInt8]) -> [UInt8] { box(type, [0, 0, 0, 0] + payload) }
        let one = 1 << 16,
            matrices = [
                0: [one, 0, 0, one], 90: [0, one, -one, 0], 180: [-one, 0, 0, -one], 270: [0, -one, one, 0],
            ]
        let m = matrices[rotation]!
        let matrix = [m[0], m[1], 0, m[2], m[3], 0, 0, 0, 1 << 30].flatMap { big($0, 4) }, plain = [one, 0, 0, 0, one, 0, 0, 0, 1 << 30].flatMap { big($0, 4) }
        let duration = frames.count * 200
        let head = box("ftyp", Array("qt  ".utf8) + big(0, 4) + Array("qt  ".utf8))
        var offsets: [Int] = [], at = head.count + 8
        for frame in frames {
            offsets.append(at)
            at += frame.count
        }
        let entry =
            [UInt8](repeating: 0, count: 6) + big(1, 2) + [UInt8](repeating: 0, count: 16) + big(width, 2) + big(height, 2) + big(72 << 16, 4) + big(72 << 16, 4)
            + big(0, 4) + big(1, 2) + [UInt8](repeating: 0, count: 32) + big(24, 2) + big(0xFFFF, 2)
        let table =
            full("stsd", big(1, 4) + box("jpeg", entry)) + full("stts", big(1, 4) + big(frames.count, 4) + big(200, 4))
            + full("stsc", big(1, 4) + big(1, 4) + big(1, 4) + big(1, 4)) + full("stsz", big(0, 4) + big(frames.count, 4) + frames.flatMap { big($0.count, 4) })
            + full("stco", big(frames.count, 4) + offsets.flatMap { big($0, 4) })
        let media =
            full("mdhd", big(0, 8) + big(1000, 4) + big(duration, 4) + big(0, 4))
            + full("hdlr", Array("mhlrvide".utf8) + big(0, 12) + [0])
            + box("minf", full("vmhd", big(0, 8)) + box("dinf", full("dref", big(1, 4) + box("url ", big(1, 4)))) + box("stbl", table))
        let track = box("tkhd", big(7, 4) + big(0, 8) + big(1, 4) + big(0, 4) + big(duration, 4) + big(0, 16) + matrix + big(width << 16, 4) + big(height << 16, 4))
        let movie = full("mvhd", big(0, 8) + big(1000, 4) + big(duration, 4) + big(one, 4) + big(256, 2) + big(0, 10) + plain + big(0, 24) + big(2, 4))
        return head + box("mdat", frames.flatMap { $0 }) + box("moov", movie + box("trak", track + box("mdia", media)))
    }
}

/// RGB pixels for the builders.
struct PixelImageSource {
    var width: Int
    var height: Int
    var rgb: [UInt8]
}

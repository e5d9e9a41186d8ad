/// A HEIC that says something in items of its own, as a phone's does, made of one that says nothing.
package enum WordedHEIC {
    private struct Box {
        let kind: String
        let body: [UInt8]
        let whole: [UInt8]
    }

    /// - Parameters:
    ///   - plain: the boxes `ftyp`, `meta` and `mdat`; `meta` has a single item, and says its place and its length in four bytes each.
    ///   - tiff: an EXIF block from its TIFF header.
    ///   - packet: an XMP packet about the picture.
    package static func file(_ plain: [UInt8], tiff: [UInt8], packet: String) -> [UInt8] {
        let boxes = Self.boxes(of: plain), exif = number(6, 4) + Array("Exif\0\0".utf8) + tiff, words = Array(packet.utf8)
        func meta(_ count: Int) -> [UInt8] {
            // What stands behind `meta` moves as that becomes longer.
            let moved = count - boxes[1].whole.count, first = boxes[0].whole.count + count + boxes[2].whole.count + 8
            var inner: [UInt8] = []
            for box in Self.boxes(of: Array(boxes[1].body.dropFirst(4))) {
                switch box.kind {
                case "iinf":
                    var entries = number(3, 2) + Array(box.body.dropFirst(6))
                    entries += entry(2, "Exif\0")
                    entries += entry(3, "mime\0application/rdf+xml\0")
                    inner += full("iinf", entries)
                case "iloc":
                    let former = box.body[14..<18].reduce(0) { $0 << 8 | Int($1) }
                    var places = [0x44, 0] + number(3, 2) + Array(box.body[8..<14])
                    places += number(former + moved, 4) + Array(box.body[18...])
                    places += located(2, first, exif.count)
                    places += located(3, first + exif.count, words.count)
                    inner += full("iloc", places)
                default: inner += box.whole
                }
            }
            return full("meta", inner + full("iref", describing(2) + describing(3)))
        }
        return boxes[0].whole + meta(meta(0).count) + boxes[2].whole + MotionPhotoKind.box("mdat", exif + words)
    }

    private static func boxes(of bytes: [UInt8]) -> [Box] {
        var at = 0, found: [Box] = []
        while at + 8 <= bytes.count {
            let size = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }, whole = Array(bytes[at..<at + size])
            found.append(Box(kind: String(decoding: whole[4..<8], as: UTF8.self), body: Array(whole.dropFirst(8)), whole: whole))
            at += size
        }
        return found
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    private static func full(_ kind: String, _ body: [UInt8]) -> [UInt8] { MotionPhotoKind.box(kind, number(0, 4) + body) }
    private static func entry(_ item: Int, _ kind: String) -> [UInt8] { MotionPhotoKind.box("infe", [2, 0, 0, 0] + number(item, 2) + [0, 0] + Array(kind.utf8)) }
    private static func located(_ item: Int, _ offset: Int, _ count: Int) -> [UInt8] { number(item, 2) + number(0, 2) + number(1, 2) + number(offset, 4) + number(count, 4) }
    /// Of the picture, which is item 1.
    private static func describing(_ item: Int) -> [UInt8] { MotionPhotoKind.box("cdsc", number(item, 2) + number(1, 2) + number(1, 2)) }
}

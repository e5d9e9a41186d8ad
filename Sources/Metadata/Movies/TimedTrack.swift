/// A track of timed metadata with one sample, which lasts one unit of the movie's time.
struct TimedTrack {
    let number: Int
    /// Units a second, of the movie and of the track.
    let scale: Int
    /// When the sample begins, in those units.
    let time: Int
    /// Where in the file it lies, and its bytes.
    let sample: (offset: Int, size: Int)
    let isQuickTime: Bool

    /// - Parameter key: of what the sample says, which is a signed byte.
    func bytes(key: String) -> [UInt8] {
        let matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].flatMap { Box.number($0, 4) }
        let head = Box.number(1, 4) + Box.number(0, 8) + Box.number(number, 4) + Box.number(0, 4) + Box.number(time + 1, 4) + Box.number(0, 16) + matrix + Box.number(0, 8)
        // Nothing until the sample begins.
        let wait = time > 0 ? [Box.number(time, 4) + Box.number(0xFFFF_FFFF, 4) + Box.number(0x10000, 4)] : []
        let edits = wait + [Box.number(1, 4) + Box.number(0, 4) + Box.number(0x10000, 4)]
        let list = Box.box("elst", Box.number(0, 4) + Box.number(edits.count, 4) + edits.flatMap { $0 })
        return Box.box("trak", Box.box("tkhd", head) + Box.box("edts", list) + media(key))
    }

    private func media(_ key: String) -> [UInt8] {
        let head = Box.box("mdhd", Box.number(0, 12) + Box.number(scale, 4) + Box.number(1, 4) + [0x55, 0xC4, 0, 0])
        let kind = isQuickTime ? "mhlrmeta" : "\0\0\0\0meta"
        let handler = Box.box("hdlr", Box.number(0, 4) + Array(kind.utf8) + Box.number(0, 12) + [0])
        let general = Box.box("gmin", Box.number(0, 4) + [0, 0x40, 0x80, 0, 0x80, 0, 0x80, 0] + Box.number(0, 4))
        let reference = Box.box("dref", Box.number(0, 4) + Box.number(1, 4) + Box.box("url ", Box.number(1, 4)))
        let information = (isQuickTime ? Box.box("gmhd", general) : Box.box("nmhd", Box.number(0, 4))) + Box.box("dinf", reference)
        return Box.box("mdia", head + handler + Box.box("minf", information + table(key)))
    }

    private func table(_ key: String) -> [UInt8] {
        // A signed byte is well-known type 65.
        let local = Box.box("keyd", Array(("mdta" + key).utf8)) + Box.box("dtyp", Box.number(0, 4) + Box.number(65, 4))
        let keys = Box.box("keys", Box.number(local.count + 8, 4) + Box.number(1, 4) + local)
        let description = Box.box("mebx", Box.number(0, 6) + Box.number(1, 2) + keys)
        return Box.box(
            "stbl",
            Box.box("stsd", Box.number(0, 4) + Box.number(1, 4) + description) + Box.box("stts", Box.number(0, 4) + Box.number(1, 4) + Box.number(1, 4) + Box.number(1, 4))
                + Box.box("stsc", Box.number(0, 4) + Box.number(1, 4) + Box.number(1, 4) + Box.number(1, 4) + Box.number(1, 4))
                + Box.box("stsz", Box.number(0, 4) + Box.number(sample.size, 4) + Box.number(1, 4))
                + Box.box("stco", Box.number(0, 4) + Box.number(1, 4) + Box.number(sample.offset, 4)))
    }
}

/// Boxes of an ISO base media file as they are written.
enum Box {
    static func box(_ kind: String, _ body: [UInt8]) -> [UInt8] { number(body.count + 8, 4) + Array(kind.utf8) + body }

    /// Big-endian, with zeros before it where it is longer than a word.
    static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> ($0 * 8)) : 0 }
    }
}

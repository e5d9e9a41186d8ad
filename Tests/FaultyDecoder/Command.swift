import Pixels

/// What a request's name commands: `crash`, `crash.jpg`, or `outside@17` for what has to know that it is request 17.
struct Command {
    let word: String
    /// Tests whose pool has asked for nothing else need not say it.
    let id: UInt64

    init(_ name: String) {
        let stem = name.split(separator: ".").first ?? ""
        let parts = stem.split(separator: "@")
        (word, id) = (parts.first.map(String.init) ?? "", parts.count > 1 ? UInt64(parts[1]) ?? 1 : 1)
    }

    /// An image to encode has no name: it begins with 13, 37, a length and the command.
    init?(_ image: PixelImage) {
        let start = image.pixels.prefix(259)
        guard start.count > 3, start[0] == 13, start[1] == 37, start.count >= 3 + Int(start[2]) else { return nil }
        self.init(String(decoding: start[3..<3 + Int(start[2])], as: UTF8.self))
    }

    /// An image that commands.
    static func image(_ name: String, side: Int) -> PixelImage {
        var pixels = [13, 37, UInt8(name.utf8.count)] + Array(name.utf8)
        pixels += [UInt8](repeating: 255, count: side * side * 4 - pixels.count)
        return PixelImage(width: side, height: side, bytesPerRow: side * 4, pixels: pixels, hasAlpha: false)
    }
}

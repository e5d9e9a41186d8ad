@testable import Codecs

/// One animation of `Reference` and what its frames show: 4 × 4 fields of the scene's colours, by the rules of Scripts/reference/moving.py.
struct MovingRow: Sendable, CustomStringConvertible {
    var file: String
    var what: String
    /// Of each frame: the number of the colour in each field, 16 where nothing is.
    var frames: [[Int]]
    var delays = [50, 100, 200, 20]
    var loopCount: Int
    var hasAlpha = false
    /// In levels of 255, in the middle of the fields.
    var most = 0

    var description: String { file }

    static let clear = 16

    static func plain(_ frame: Int) -> [Int] { (0..<16).map { ($0 + 5 * frame) % 16 } }

    private static let four = (0..<4).map(plain)

    private static func changed(_ fields: [Int], _ changes: [Int: Int]) -> [Int] { fields.enumerated().map { changes[$0] ?? $1 } }

    /// Each with a field that shows nothing.
    private static let holes = (0..<4).map { changed(plain($0), [5 + $0: clear]) }

    /// What disposal leaves of the patches.
    private static let disposal = [
        plain(0), changed(plain(0), [5: 15, 10: 0]), changed(plain(0), [0: 3]), changed(plain(0), [0: clear, 1: clear, 15: 2]),
        changed(plain(0), [0: 7, 1: clear, 15: 2]),
    ]
    private static let disposalDelays = [100, 50, 200, 100, 60_000]

    static let all: [MovingRow] = [
        MovingRow(file: "moving-plain.gif", what: "GIF", frames: four, loopCount: 3),
        MovingRow(file: "moving-once.gif", what: "GIF that says nothing of repeating", frames: four, loopCount: 1),
        MovingRow(file: "moving-disposal.gif", what: "GIF of patches", frames: disposal, delays: disposalDelays, loopCount: 0, hasAlpha: true),
        MovingRow(file: "moving-plain.png", what: "PNG", frames: four, loopCount: 3, hasAlpha: true),
        MovingRow(file: "moving-hidden.png", what: "PNG with a picture that is none of its frames", frames: four, loopCount: 3, hasAlpha: true),
        MovingRow(
            file: "moving-disposal.png", what: "PNG of patches", frames: disposal.enumerated().map { $0 == 2 ? changed($1, [1: clear]) : $1 },
            delays: disposalDelays, loopCount: 0, hasAlpha: true),
        MovingRow(file: "moving-plain.webp", what: "WebP without loss", frames: four, loopCount: 3),
        MovingRow(file: "moving-lossy.webp", what: "WebP", frames: four, loopCount: 0, most: 4),
        MovingRow(file: "moving-clear.webp", what: "WebP with alpha", frames: holes, loopCount: 0, hasAlpha: true),
        MovingRow(file: "moving-turn6.webp", what: "WebP with an orientation", frames: four, loopCount: 0),
        MovingRow(file: "moving.avif", what: "AVIF sequence", frames: four, loopCount: 0, most: 3),
        MovingRow(file: "moving-half.avif", what: "AVIF sequence, chroma halved", frames: four, loopCount: 0, most: 3),
        MovingRow(file: "moving-alpha.avif", what: "AVIF sequence with alpha", frames: holes, loopCount: 0, hasAlpha: true, most: 3),
        MovingRow(file: "moving.heics", what: "HEIC sequence", frames: four, loopCount: 0, most: 2),
        MovingRow(file: "moving-turn90.heics", what: "HEIC sequence with a turned track", frames: four, loopCount: 0, most: 2),
    ]
}

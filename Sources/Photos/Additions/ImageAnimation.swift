import Foundation
import LibraryEngine
import Pixels

/// The frames of an animated picture, and how long each shows. Addition; made by `PHImageManager.animation(for:…)`.
public struct ImageAnimation: Sendable {
    /// Whole upright pictures of one size, scale 1, in the order they are shown; one for a picture that does not move. Their pixels lie in one piece of
    /// memory, which goes with the last of them.
    public let frames: [UIImage]
    /// Seconds that each frame shows, 0.02 to 60; 0 for a picture that does not move. As the file says, but for what it means to be as fast as can be
    /// (below 0.02 seconds): that is 0.1, as in browsers.
    public let delays: [TimeInterval]
    /// How often the file says the frames are to be shown; 0 is forever.
    public let loopCount: Int
    /// Why frames are missing at the end, for a person; `nil` where the file is sound.
    public let damage: String?

    /// Seconds that all frames take once.
    public var duration: TimeInterval { delays.reduce(0, +) }

    init(_ sheet: PixelImage) {
        let timing = sheet.frames ?? FrameTiming(delays: [0], loopCount: 1, endsFile: true)
        frames = timing.delays.indices.map { UIImage(cgImage: CGImage(sheet.frame($0))) }
        delays = timing.delays.map { Double($0) / 1000 }
        (loopCount, damage) = (timing.loopCount, sheet.damage)
    }

    /// The same as an animated `UIImage`, which shows all its pictures equally long: a frame with a longer delay is in it several times. Where that would
    /// make more than 1,024 of them, delays are rounded. A picture that does not move is itself.
    public var image: UIImage {
        guard frames.count > 1 else { return frames.first ?? UIImage() }
        let milliseconds = delays.map { Int(($0 * 1000).rounded()) }, repeats = Self.repeats(milliseconds, most: 1024)
        let images = zip(frames, repeats).flatMap { Array(repeating: $0, count: $1) }
        return UIImage.animatedImage(with: images, duration: duration) ?? frames[0]
    }

    /// How often each frame comes where all show equally long, at least once and together at most `most` times unless there are more frames.
    static func repeats(_ delays: [Int], most: Int) -> [Int] {
        func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
        let total = delays.reduce(0, +), exact = delays.reduce(0, divisor)
        guard exact > 0 else { return delays.map { _ in 1 } }
        if total / exact <= most { return delays.map { $0 / exact } }
        // Every frame has one place, and what is left of the places goes by the delays.
        let left = max(0, most - delays.count)
        return delays.map { 1 + $0 * left / total }
    }
}

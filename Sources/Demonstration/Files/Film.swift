import Codecs
import Pixels
import Support

/// A few seconds of a scene in motion.
struct Film {
    /// Where in a Live Photo its still stands.
    static let momentOfTheStill: Float = 0.5

    private let shot: Shot
    private let seed: UInt64
    private let contentIdentifier: String?

    init(_ shot: Shot, seed: UInt64, contentIdentifier: String?) { (self.shot, self.seed, self.contentIdentifier) = (shot, seed, contentIdentifier) }

    private var isLive: Bool { contentIdentifier != nil }

    /// Small films, which only tests make, are short and slow too.
    private var isSmall: Bool { max(shot.width, shot.height) < 320 }
    private var rate: Int { isSmall ? 8 : 24 }
    private var seconds: Double { isSmall ? 1 : isLive ? 2 : 5 }

    /// A Live Photo's film is smaller than its still.
    private var size: PixelSize {
        isLive ? PixelSize(width: shot.width / 2 & ~1, height: shot.height / 2 & ~1) : PixelSize(width: shot.width & ~1, height: shot.height & ~1)
    }

    func bytes() throws -> [UInt8] {
        let writer = try MovieWriter(isLive ? .quickTime : .mp4, size: size, rate: rate, metadata: metadata)
        let frames = Int(seconds * Double(rate))
        let canvas = Canvas(width: size.width, height: size.height)
        var development = Development(shot, seed: seed)
        development.grain = 1
        for frame in 0..<frames {
            // A Live Photo shows about a second and a half around its still, a film as much of the scene as there is.
            let part = Float(frame) / Float(frames)
            var dice = Dice(seed, 4, UInt64(shot.number))
            shot.scene.paint(canvas, shot.mood, moment: isLive ? Self.momentOfTheStill + (part - 0.5) * 0.5 : part, &dice)
            try writer.add(canvas.developed(development))
        }
        return try writer.finish()
    }

    private var metadata: MovieWriter.Metadata {
        let utc = WallClock(days: Int((shot.moment / 86_400).rounded(.down)), seconds: shot.moment - (shot.moment / 86_400).rounded(.down) * 86_400)
        var result: MovieWriter.Metadata = [
            ("creation_time", utc.iso + "Z"), ("com.apple.quicktime.creationdate", shot.date.iso + WallClock.offset(shot.offset, separator: "")),
            ("com.apple.quicktime.make", shot.camera.make), ("com.apple.quicktime.model", shot.camera.model),
            ("com.apple.quicktime.software", shot.camera.software),
        ]
        if shot.place != nil {
            func signed(_ value: Double, _ digits: Int) -> String {
                let all = Int((abs(value) * 10_000).rounded())
                return (value < 0 ? "-" : "+") + (all / 10_000).padded(to: digits) + "." + (all % 10_000).padded(to: 4)
            }
            result.append(("com.apple.quicktime.location.ISO6709", signed(shot.latitude, 2) + signed(shot.longitude, 3) + "/"))
        }
        if let title = shot.title { result.append(("com.apple.quicktime.title", title)) }
        if let caption = shot.caption { result.append(("com.apple.quicktime.description", caption)) }
        if !shot.keywords.isEmpty { result.append(("com.apple.quicktime.keywords", shot.keywords.joined(separator: ","))) }
        if let contentIdentifier { result.append(("com.apple.quicktime.content.identifier", contentIdentifier)) }
        return result
    }
}

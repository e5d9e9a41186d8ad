/// Which quality and which size are tried next, until a JPEG is within a number of bytes.
///
/// The size is kept as long as the least quality suffices; of qualities the best is found to within a few steps. Each attempt costs an encoding.
struct JPEGSearch {
    struct Attempt: Equatable {
        /// 1 to 100.
        var quality: Int
        /// Pixels of the longer side.
        var side: Int
    }

    enum Step: Equatable {
        case attempt(Attempt)
        /// The best that is within the limit has been tried.
        case take(Attempt)
        /// Even the smallest picture is too large.
        case impossible
    }

    /// Below it pictures show blocks, and a smaller picture looks better.
    static let leastQuality = 50
    /// Below it there is nothing to see.
    static let leastSide = 16
    /// Steps of quality that nobody sees.
    private static let precision = 4

    private let limit: Int
    private let best: Int
    private var fitting: Attempt?
    /// Too much at this size.
    private var excess: Int

    private(set) var attempt: Attempt

    init(limit: Int, quality: Int, side: Int) {
        (self.limit, best, excess) = (limit, quality, quality + 1)
        attempt = Attempt(quality: quality, side: side)
    }

    /// - Parameter byteCount: what the attempt took.
    mutating func next(after byteCount: Int) -> Step {
        if byteCount <= limit { fitting = attempt } else { excess = attempt.quality }
        if let fitting {
            guard excess - fitting.quality > Self.precision else { return .take(fitting) }
            attempt.quality = (fitting.quality + excess) / 2
        } else if attempt.quality > min(best, Self.leastQuality) {
            attempt.quality = Self.leastQuality
        } else {
            guard attempt.side > Self.leastSide else { return .impossible }
            // Bytes go about by the area; a picture with much in it needs some more.
            let scale = min(0.9, max(0.1, (Double(limit) / Double(byteCount)).squareRoot() * 0.95))
            attempt.side = max(Self.leastSide, Int(Double(attempt.side) * scale))
            excess = best + 1
        }
        return .attempt(attempt)
    }
}

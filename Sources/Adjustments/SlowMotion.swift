/// The part of a film that plays slowly, as a number of its own: the film's frames stay.
///
/// Times of the *film* are those of its file; times as it is *shown* count the slow part as long as it takes.
package struct SlowMotion: Sendable, Equatable, Hashable, Codable {
    /// Seconds of the film.
    package let start: Double
    package let end: Double
    /// How fast time passes between them: 0.125 is an eighth of full speed.
    package let rate: Double

    /// The slowest.
    package static let slowest = 1.0 / 32

    /// `nil` for what is no part, and for a rate that is not below 1 or slower than the slowest.
    package init?(start: Double, end: Double, rate: Double) {
        guard start.isFinite, end.isFinite, start >= 0, start < end, end <= 1e7, rate >= Self.slowest, rate < 1 else { return nil }
        (self.start, self.end, self.rate) = (start, end, rate)
    }

    /// What is slow of a film of many frames a second where nobody said: all but its first and last fifth, as slow as shows thirty of them a second.
    /// `nil` for a film of fewer than thirty a second.
    package init?(framesPerSecond: Double, duration: Double) {
        guard framesPerSecond > 30 else { return nil }
        self.init(start: duration / 5, end: duration * 4 / 5, rate: max(30 / framesPerSecond, Self.slowest))
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let part = try (values.decode(Double.self, forKey: .start), values.decode(Double.self, forKey: .end), values.decode(Double.self, forKey: .rate))
        guard let made = SlowMotion(start: part.0, end: part.1, rate: part.2) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "The slow part of a video must begin before it ends, and be slower than the rest but not below 1/32 of its speed."))
        }
        self = made
    }

    /// How much longer the film takes than its file says.
    package var delay: Double { (end - start) * (1 / rate - 1) }

    /// When a moment of the film is shown.
    package func shown(_ film: Double) -> Double { film <= start ? film : film + (min(film, end) - start) * (1 / rate - 1) }

    /// The moment of the film that is shown at a time.
    package func film(_ shown: Double) -> Double {
        let lasts = (end - start) / rate
        if shown <= start { return shown }
        return shown < start + lasts ? start + (shown - start) * rate : shown - delay
    }

    /// What is slow of a part of the film, counted from that part's beginning; `nil` where nothing is.
    package func within(start from: Double, end to: Double) -> SlowMotion? {
        SlowMotion(start: max(start, from) - from, end: min(end, to) - from, rate: rate)
    }
}

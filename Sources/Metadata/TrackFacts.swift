/// What the container of a movie or sound says of one of its tracks. A field that it does not state is `nil`, a size 0.
package struct TrackFacts: Sendable, Equatable, Codable {
    package enum Kind: String, Sendable, Codable {
        case video, audio, subtitle, timecode, metadata
    }

    package var kind: Kind
    /// The container's own number, by which tracks name each other.
    package var identifier: Int32 = 0
    /// Four characters, such as `avc1`.
    package var codec: String?
    /// ISO 639-2, three letters; `nil` also where the container says that it is undetermined.
    package var language: String?
    /// Units of `start` and `duration` in a second; positive.
    package var timescale: Int32
    package var start: Int64 = 0
    package var duration: Int64 = 0
    /// Square pixels, before `matrix` turns them; 0 for what has no picture.
    package var width = 0
    package var height = 0
    /// How the picture is laid out for display: a, b, c, d, tx and ty. `nil` where it stays as it is.
    package var matrix: [Double]?
    /// Frames a second.
    package var frameRate: Double?
    /// Bits a second.
    package var bitRate: Int64?

    package init(kind: Kind, timescale: Int32) { (self.kind, self.timescale) = (kind, timescale) }
}

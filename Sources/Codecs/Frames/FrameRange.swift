/// Which frames of an animation are wanted together.
package struct FrameRange: Sendable, Hashable {
    /// Counted from 0.
    package var first = 0
    /// How many at most, 1 to `most`.
    package var count = FrameRange.most
    /// Bytes of pixels at most, but for the first frame, which comes however large it is.
    package var bytes = 64 << 20

    /// More are asked for in several ranges.
    package static let most = 4096

    package init(first: Int = 0, count: Int = FrameRange.most, bytes: Int = 64 << 20) {
        (self.first, self.count, self.bytes) = (first, count, bytes)
    }
}

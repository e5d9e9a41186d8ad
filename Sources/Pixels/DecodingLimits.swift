/// What bounds one call of a decoder.
package struct DecodingLimits: Sendable, Equatable {
    /// Pixels that one picture may have, counted at full size before any scaled decode.
    package var pixels = 1 << 28
    /// Frames of an animation that are counted before counting stops.
    package var frames = 10_000
    /// Pixels that are decoded to get at frames of one animation, those of all frames before them included.
    package var framePixels = 1 << 32

    package init() {}
}

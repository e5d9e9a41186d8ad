import Metadata

/// Bytes in, facts and pixels out, in this process.
///
/// Runs inside the worker, which alone sees bytes of others. All work happens on the calling thread. The bytes are
/// untrusted: whatever they say, a call ends with a value or a `CodecError`, within the limits.
package struct Codec: Sendable {
    /// What bounds one call.
    package struct Limits: Sendable, Equatable {
        /// Pixels that one picture may have, counted at full size before any scaled decode.
        package var pixels = 1 << 28
        /// Frames of an animation that are counted before counting stops.
        package var frames = 10_000
        /// Pixels that are decoded to get at frames of one animation, those of all frames before them included.
        package var framePixels = 1 << 32

        package init() {}
    }

    package let limits: Limits

    package init(limits: Limits = Limits()) { self.limits = limits }
}

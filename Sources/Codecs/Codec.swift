import Metadata
import Pixels

/// Bytes in, facts and pixels out, in this process.
///
/// Runs inside the worker, which alone sees bytes of others. All work happens on the calling thread. The bytes are
/// untrusted: whatever they say, a call ends with a value or a `CodecError`, within the limits.
package struct Codec: Sendable {
    package let limits: DecodingLimits

    package init(limits: DecodingLimits = DecodingLimits()) { self.limits = limits }
}

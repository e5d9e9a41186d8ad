import Pixels

/// What bounds a worker for its whole life.
package struct WorkerLimits: Sendable, Equatable {
    /// Private memory in bytes (heap, stacks, decoded pixels); mapped files and the shared memory do not count.
    package var memory = 2 << 30
    /// Pixels of one picture at full size.
    package var pixels = DecodingLimits().pixels
    /// Frames counted of one animation.
    package var frames = DecodingLimits().frames
    /// Bytes read of a file that cannot be mapped, such as a pipe.
    package var unmappedBytes = 256 << 20

    package init() {}

    package var decoding: DecodingLimits {
        var limits = DecodingLimits()
        (limits.pixels, limits.frames) = (pixels, frames)
        return limits
    }

    func write(to writer: inout ByteWriter) {
        writer.put(memory)
        writer.put(pixels)
        writer.put(frames)
        writer.put(unmappedBytes)
    }

    init(from reader: inout ByteReader) throws(ProtocolError) {
        (memory, pixels, frames, unmappedBytes) = (try reader.count(), try reader.count(), try reader.count(), try reader.count())
    }
}

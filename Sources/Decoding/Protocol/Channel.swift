import CLinux
import Glibc

/// One end of the packet connection between parent and worker. Owns its descriptor.
package final class Channel {
    package let descriptor: Int32

    package init(adopting descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Sends one packet; the descriptors stay the caller's. The worker waits for space in the socket, the parent never does.
    package func send(_ bytes: [UInt8], descriptors: [Int32] = [], waits: Bool = false) throws(SystemError) {
        let result = clinux_channel_send(descriptor, bytes, bytes.count, descriptors, Int32(descriptors.count), waits ? 1 : 0)
        guard result == 0 else { throw SystemError(-result, "sending to the other process") }
    }

    /// One packet and at most so many descriptors, which the caller then owns; `nil` when the other end is gone. Where more came,
    /// `wasCut` is true and the rest is closed already.
    package func receive(descriptors most: Int = 0) throws(SystemError) -> (bytes: [UInt8], descriptors: [Int32], wasCut: Bool)? {
        var descriptors = [Int32](repeating: -1, count: max(most, 1))
        var count = Int32(most)
        var cut: Int32 = 0
        var length: Int64 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Wire.packetLimit) { target, filled in
            length = clinux_channel_receive(descriptor, target.baseAddress, target.count, &descriptors, &count, &cut)
            filled = max(0, min(Int(length), target.count))
        }
        guard length >= 0 else { throw SystemError(Int32(-length), "receiving from the other process") }
        guard length > 0 else { return nil }
        return (bytes, Array(descriptors.prefix(Int(count))), cut != 0)
    }

    /// The same of the next packet, which is likely to follow soon.
    package func awaited(descriptors most: Int = 0) throws(SystemError) -> (bytes: [UInt8], descriptors: [Int32], wasCut: Bool)? {
        // Also where a signal came in between.
        _ = wait(milliseconds: -1)
        return try receive(descriptors: most)
    }

    /// True once a packet (or the end) is there; false when `milliseconds` are over or a signal came in between. Negative: however long it takes.
    package func wait(milliseconds: Int) -> Bool {
        clinux_channel_wait(descriptor, Int32(clamping: milliseconds)) > 0
    }
}

import Glibc

/// What the kernel has queued on an inotify descriptor that does not block.
enum InotifyEvents {
    /// Hands over everything that waits.
    /// - Parameter body: gets an event and the bytes of its name, which lie there for as long as the call lasts; none where it is of the watched file or folder itself.
    static func drain(_ descriptor: Int32, _ body: (_ event: inotify_event, _ name: Slice<UnsafeMutableRawBufferPointer>) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
            while true {
                let length = read(descriptor, buffer.baseAddress, buffer.count)
                guard length > 0 else { return }
                var offset = 0
                while offset + MemoryLayout<inotify_event>.size <= length {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + MemoryLayout<inotify_event>.size
                    // The kernel fills names up with zeros.
                    body(event, buffer[start..<min(length, start + Int(event.len))].prefix { $0 != 0 })
                    offset = start + Int(event.len)
                }
            }
        }
    }
}

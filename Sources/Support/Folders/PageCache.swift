import CLinux

/// What of a file the system keeps in memory.
package enum PageCache {
    /// Whether reading a part of a file waits for no disk; false where that can't be known.
    package static func holds(_ descriptor: Int32, _ offset: Int64, _ count: Int) -> Bool { clinux_is_cached(descriptor, offset, Int64(count)) == 1 }

    /// Fills `memory` with what lies at `offset`; false where reading it would wait for a disk, or the file ends before.
    package static func read(_ descriptor: Int32, _ offset: Int64, into memory: UnsafeMutableRawBufferPointer) -> Bool {
        clinux_read_cached(descriptor, memory.baseAddress, UInt64(memory.count), nil, 0, offset) == Int64(memory.count)
    }
}

import CLinux

/// What of a file the system keeps in memory.
package enum PageCache {
    /// Whether reading a part of a file waits for no disk; false where that can't be known.
    package static func holds(_ descriptor: Int32, _ offset: Int64, _ count: Int) -> Bool { clinux_is_cached(descriptor, offset, Int64(count)) == 1 }
}

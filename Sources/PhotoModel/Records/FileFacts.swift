/// What a file that others may change looked like from outside when its bytes were those of its hash. While all of it is the same, with the size,
/// the bytes are taken for the same; otherwise they have to be read again.
///
/// The device is not part of it: its number is another one after the next mount.
package struct FileFacts: Sendable, Hashable {
    package var inode: Int64
    /// Nanoseconds since 1970.
    package var modified: Int64
    /// Nanoseconds since 1970: the system's own note of the last change of content, name or permissions, which nobody can set. 0, which no file
    /// has, where an earlier time would prove nothing.
    package var changed: Int64

    package init(inode: Int64, modified: Int64, changed: Int64) {
        (self.inode, self.modified, self.changed) = (inode, modified, changed)
    }
}

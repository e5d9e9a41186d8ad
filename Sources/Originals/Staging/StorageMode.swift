/// How a file of the user's becomes an original of the library.
package enum StorageMode: String, Sendable, CaseIterable {
    /// Cloned where the file system shares blocks, else copied.
    case copy
    /// A second name for the same file; needs one file system for both.
    case link
    /// Stays where it is; size, time and hash are recorded.
    case reference
}

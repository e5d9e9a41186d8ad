import Foundation
import Glibc

/// Tells whoever watches the catalogue's folder that a commit can be read now.
///
/// The write-ahead log alone does not tell: its last byte is written before the commit counts, and what makes it count happens in shared
/// memory, which nobody can watch. So the log's times are set once more afterwards. A process that dies in between is noticed by
/// the watcher's further looks.
enum CommitSignal {
    static func send(catalog file: URL) {
        // What fails here is nothing to the writer: the commit stands.
        _ = utimensat(AT_FDCWD, file.path + "-wal", nil, AT_SYMLINK_NOFOLLOW)
    }
}

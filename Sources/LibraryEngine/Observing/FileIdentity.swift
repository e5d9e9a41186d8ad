import Foundation
import Glibc
import Originals
import Support

/// Which file a path leads to: the same as long as it is neither replaced nor on another disk.
struct FileIdentity: Equatable, Sendable {
    private let device: UInt
    private let inode: UInt

    /// `nil` where there is none.
    init?(of file: URL) {
        var facts = stat()
        guard stat(file.plainPath, &facts) == 0 else { return nil }
        (device, inode) = (UInt(facts.st_dev), UInt(facts.st_ino))
    }

    /// The same of a file beneath an open folder, reached without following a link.
    init?(of file: BytePath, in folder: FolderHandle) {
        guard let facts = try? folder.status(file) else { return nil }
        (device, inode) = (UInt(facts.st_dev), UInt(facts.st_ino))
    }
}

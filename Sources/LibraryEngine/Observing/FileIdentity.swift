import Foundation
import Glibc

/// Which file a path leads to: the same as long as it is neither replaced nor on another disk.
struct FileIdentity: Equatable, Sendable {
    private let device: UInt
    private let inode: UInt

    /// `nil` where there is none.
    init?(of file: URL) {
        var facts = stat()
        guard stat(file.path, &facts) == 0 else { return nil }
        (device, inode) = (UInt(facts.st_dev), UInt(facts.st_ino))
    }
}

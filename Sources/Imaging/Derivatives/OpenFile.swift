import Glibc

/// An open file and what tells it from one that took its place.
///
/// Reference counted, so that a reader in another thread keeps its descriptor while the file is being replaced.
final class OpenFile: Sendable {
    let descriptor: Int32
    private let name: String
    private let identity: FileIdentity

    init?(_ folder: DerivativeFolder, _ name: String, creating: Bool) {
        var opened = folder.open(name, creating ? O_RDWR | O_CREAT : O_RDWR)
        // A library on a read-only disk still has thumbnails to show. What was not there a moment ago is no such thing: somebody may be making it now,
        // and whoever then opened it for reading could never write to it.
        if opened == nil, !creating, [EROFS, EACCES, EPERM].contains(errno) { opened = folder.open(name, O_RDONLY) }
        guard let opened else { return nil }
        (descriptor, self.name, identity) = (opened, name, FileIdentity(descriptor: opened))
    }

    deinit { close(descriptor) }

    /// Whether the name it was opened by still leads to it.
    func isCurrent(in folder: DerivativeFolder) -> Bool { folder.identity(name).map { $0 == identity } ?? false }
}

/// Which file it is, whatever it is called. A file that isn't there equals no other.
struct FileIdentity: Sendable {
    private let device: UInt
    private let inode: UInt
    private let exists: Bool

    init(descriptor: Int32) {
        var status = stat()
        let exists = fstat(descriptor, &status) == 0
        self.init(status, exists)
    }

    /// Links are not followed at the end of the path.
    init(of path: String, in folder: Int32) {
        var status = stat()
        let exists = fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0
        self.init(status, exists)
    }

    private init(_ status: stat, _ exists: Bool) {
        (device, inode, self.exists) = (UInt(status.st_dev), UInt(status.st_ino), exists)
    }

    static func == (a: FileIdentity, b: FileIdentity) -> Bool {
        a.exists && b.exists && a.device == b.device && a.inode == b.inode
    }
}

import Glibc

/// An open file and what tells it from one that took its place.
///
/// Reference counted, so that a reader in another thread keeps its descriptor while the file is being replaced.
final class OpenFile: Sendable {
    let descriptor: Int32
    private let identity: FileIdentity

    init?(_ path: String, creating: Bool) {
        let writing = open(path, O_CLOEXEC | (creating ? O_RDWR | O_CREAT : O_RDWR), 0o644)
        // A library on a read-only disk still has thumbnails to show. What was not there a moment ago is no such thing: somebody may be making it now,
        // and whoever then opened it for reading could never write to it.
        let isReadOnly = writing < 0 && [EROFS, EACCES, EPERM].contains(errno)
        descriptor = isReadOnly && !creating ? open(path, O_RDONLY | O_CLOEXEC) : writing
        identity = FileIdentity(descriptor: descriptor)
        if descriptor < 0 { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func isCurrent(_ path: String) -> Bool { FileIdentity(path: path) == identity }
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

    init(path: String) {
        var status = stat()
        let exists = stat(path, &status) == 0
        self.init(status, exists)
    }

    private init(_ status: stat, _ exists: Bool) {
        (device, inode, self.exists) = (UInt(status.st_dev), UInt(status.st_ino), exists)
    }

    static func == (a: FileIdentity, b: FileIdentity) -> Bool {
        a.exists && b.exists && a.device == b.device && a.inode == b.inode
    }
}

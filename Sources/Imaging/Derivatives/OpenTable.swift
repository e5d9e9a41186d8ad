import Glibc

/// The two open files of a packed table and what tells them from files that took their place.
///
/// Reference counted, so that a reader in another thread keeps its descriptors while the table is being replaced.
final class OpenTable: Sendable {
    let pack: Int32
    let index: Int32
    private let packIdentity: FileIdentity
    private let indexIdentity: FileIdentity

    init?(_ packPath: String, _ indexPath: String, creating: Bool) {
        let flags = O_CLOEXEC | (creating ? O_RDWR | O_CREAT : O_RDWR)
        // A library on a read-only disk still has thumbnails to show.
        func openFile(_ path: String) -> Int32 {
            let descriptor = open(path, flags, 0o644)
            return descriptor < 0 && !creating ? open(path, O_RDONLY | O_CLOEXEC) : descriptor
        }
        pack = openFile(packPath)
        index = pack < 0 ? -1 : openFile(indexPath)
        packIdentity = FileIdentity(descriptor: pack)
        indexIdentity = FileIdentity(descriptor: index)
        if pack < 0 || index < 0 { return nil }
    }

    deinit {
        if pack >= 0 { close(pack) }
        if index >= 0 { close(index) }
    }

    func isCurrent(_ packPath: String, _ indexPath: String) -> Bool {
        FileIdentity(path: packPath) == packIdentity && FileIdentity(path: indexPath) == indexIdentity
    }

    func slot(row: Int64) -> TableSlot? {
        var bytes: (UInt64, UInt64, UInt64) = (0, 0, 0)
        let read = withUnsafeMutableBytes(of: &bytes) { readFully(index, $0, at: row * Int64(PackedTable.slotSize)) }
        guard read == PackedTable.slotSize else { return nil }
        return withUnsafeBytes(of: bytes) { TableSlot($0) }
    }
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

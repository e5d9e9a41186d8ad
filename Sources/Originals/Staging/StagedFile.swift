import Glibc
import Support

/// A file whose content was read once, hashed, and, unless it is referenced, put beside the originals.
package struct StagedFile: Sendable, Hashable {
    package let mode: StorageMode
    /// Where the bytes lie until they are published; for a reference the user's own file.
    package let path: BytePath
    /// Bytes.
    package let size: Int64
    /// SHA-256, 32 bytes.
    package let sha256: [UInt8]
    /// SHA-1, 20 bytes.
    package let sha1: [UInt8]
    /// Modification time of the source, in seconds since 1970.
    package let modified: Double
    /// What the file looked like when its bytes were read.
    package let signature: FileSignature
    /// The session's folder, which holds the bytes; none for a reference.
    private let folder: FolderHandle?

    init(mode: StorageMode, path: BytePath, in folder: FolderHandle?, _ hashes: StagedHash.Digests, signature: FileSignature, modified: Double) {
        (self.mode, self.path, self.folder, self.size, self.modified) = (mode, path, folder, signature.size, modified)
        (sha256, sha1) = (hashes.sha256, hashes.sha1)
        self.signature = signature
    }

    /// Opens the bytes that were hashed; throws where the file has been exchanged or changed since.
    package func open() throws(OriginalsError) -> OpenFile {
        let file = if let folder { try folder.regularFile(name) } else { try OpenFile(reading: path, followsLinks: true) }
        let now = try file.signature()
        guard now.inode == signature.inode, now.size == size, now.modifiedNanoseconds == signature.modifiedNanoseconds else {
            throw OriginalsError(.changedWhileReading, "\(path.display) changed while it was imported. Import it again when nobody writes to it.")
        }
        return file
    }

    /// Its name in the session's folder.
    var name: BytePath { path.lastComponent }

    package static func == (a: StagedFile, b: StagedFile) -> Bool { a.path == b.path && a.sha256 == b.sha256 }

    package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

import Foundation
import Glibc
import Originals
import PhotoModel

extension PhotoLibrary {
    /// Whether nobody may write a file: so it is with those that the library keeps itself. One that stays in a folder of the user's, or is a hard link to
    /// a file there, is as that is.
    package func isProtected(_ file: OpenFile) throws -> Bool { try file.signature().mode & 0o222 == 0 }

    /// Copies a file of the library's for somebody who must not be able to change it, and compares the copy with the hash that was recorded.
    /// - Parameter folder: where no file has its name yet.
    /// - Returns: the copy, which nobody may write either.
    package func protectedCopy(of resource: ResourceRecord, _ file: OpenFile, in folder: URL) throws -> URL {
        let name = BytePath(resource.filename).lastComponent.text
        let copy = folder.appendingPathComponent(name.isEmpty ? "original" : name)
        try ExportedFile(copying: file, sha256: Array(resource.sha256), into: BytePath(folder.path)).publish(as: BytePath(copy.path))
        guard chmod(copy.path, 0o400) == 0 else {
            throw LibraryError(.cannotWrite, "\(copy.path) could not be protected: \(String(cString: strerror(errno))). Look at TMPDIR.")
        }
        return copy
    }
}

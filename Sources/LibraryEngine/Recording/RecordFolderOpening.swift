import Foundation
import Glibc
import Originals
import Record
import Support

extension Record {
    /// Opens the record of a library, beneath the library's folder and through no link.
    /// - Parameter makes: whether a missing folder is made.
    convenience init(in library: FolderHandle, uuid: UUID?, schema: Int, makes: Bool) throws {
        let folder: FolderHandle
        do throws(FolderError) {
            if makes { try library.makeFolder(BytePath(Self.folderName)) }
            folder = try library.folder(Self.folderName)
        } catch {
            if case .system(ENOENT, _, _) = error { throw RecordError(.missing, "There is no record in \(library.path.display).") }
            throw OriginalsError(error)
        }
        // The record closes its own.
        let descriptor = fcntl(folder.descriptor, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { throw RecordError(.cannotWrite, "Could not open \(folder.path.display): \(String(cString: strerror(errno))).") }
        try self.init(folder: descriptor, path: folder.path.display, library: uuid, schema: schema)
    }
}

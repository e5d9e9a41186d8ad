import Foundation
import Originals
import Support

extension TemporaryFolder {
    /// One below `TMPDIR`, for files that are needed while something is made. What a process that was killed left behind goes with the next one of its name.
    /// - Parameter prefix: what the names of all of its kind begin with.
    /// - Throws: `.cannotWrite`.
    package static func made(named prefix: String) throws(LibraryError) -> TemporaryFolder {
        do throws(FolderError) { return try TemporaryFolder(named: prefix, in: BytePath(FileManager.default.temporaryDirectory.path)) } catch {
            throw .noTemporaryFiles(error)
        }
    }

    package var url: URL { URL(fileURLWithPath: path.text, isDirectory: true) }
}

extension LibraryError {
    /// - Parameter error: of the folder or file that was to be made.
    package static func noTemporaryFiles(_ error: FolderError) -> LibraryError {
        let cause = OriginalsError(error)
        return noTemporaryFiles(cause.cause ?? cause.message, cause: cause)
    }

    /// - Parameter reason: as the system says it.
    package static func noTemporaryFiles(_ reason: String, cause: any Error) -> LibraryError {
        let parent = FileManager.default.temporaryDirectory.path
        return LibraryError(
            .cannotWrite, "Temporary files can't be made in \(parent) (\(reason)). Make room there, or set TMPDIR to another folder.", cause: cause)
    }
}

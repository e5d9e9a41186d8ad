import Glibc
import Originals
import Support

/// The folders and files that a library keeps for itself.
enum LibraryLayout {
    static let database = "database"
    static let catalog = "database/catalog.sqlite"
    static let derivatives = "derivatives"
    /// What there may be, by the folder that holds it. Those above others come first.
    private static let contents = [
        Part(
            holder: nil, folders: [database, derivatives, ManagedPath.originals, "record", "renders", "staging", "undo", "watching"],
            // The manifest, and what is opened by its path.
            files: [LibraryManifest.fileName, CloudKeys.file]),
        // The files are opened by their paths, since SQLite knows no other way.
        Part(
            holder: database, folders: ["backups"],
            files: ["assets.columns", "catalog.sqlite", "catalog.sqlite-journal", "catalog.sqlite-wal", "catalog.sqlite-shm"]),
        Part(holder: ManagedPath.originals, folders: ManagedPath.digits, files: []),
    ]

    private struct Part {
        /// `nil` for the library itself.
        let holder: String?
        let folders: [String]
        let files: [String]
    }

    /// What a library's own folder may hold of ours.
    static var names: [String] { contents.filter { $0.holder == nil }.flatMap { $0.folders + $0.files } }

    /// Opens the library's folder. Links that lead to it are the user's, and are followed.
    static func open(_ path: BytePath) throws(LibraryError) -> FolderHandle {
        do throws(FolderError) { return try FolderHandle(following: path) } catch {
            switch error {
            case .system(ENOENT, _, _):
                throw LibraryError(.notFound, "There is no library at \(path.display). Make one with 'photos init', or name another with --library.")
            case .system(ENOTDIR, _, _):
                throw LibraryError(.notALibrary, "\(path.display) is no photo library: it is no folder. Name another with --library.")
            default: throw LibraryError(OriginalsError(error))
            }
        }
    }

    /// Throws where one of the library's folders or files is a link, or of another kind. A missing one is no error here.
    ///
    /// Our own files are reached by descriptors afterwards, which no later link can lead astray. SQLite's and the column file's are opened by path: for
    /// them this look, just before, is all there is, and somebody who may write in the library could still exchange a folder between the two.
    static func check(_ library: FolderHandle) throws(LibraryError) {
        do throws(FolderError) {
            for part in contents {
                // Found once for all that it holds.
                let holder: FolderHandle? = if let name = part.holder { try library.way(into: BytePath(name)) } else { library }
                guard let holder else { continue }
                for name in part.folders { try check(holder, name, S_IFDIR, .folder) }
                for name in part.files { try check(holder, name, S_IFREG, .file) }
            }
        } catch {
            throw LibraryError(OriginalsError(error))
        }
    }

    private static func check(_ library: FolderHandle, _ name: String, _ kind: mode_t, _ expected: Obstacle.Expected) throws(FolderError) {
        guard let mode = try library.status(BytePath(name))?.st_mode, mode & S_IFMT != kind else { return }
        throw .obstacle(Obstacle(path: library.path.appending(name), mode: mode, expected: expected))
    }
}

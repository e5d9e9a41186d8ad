import Foundation
import LibraryEngine
import Support
import Synchronization

/// A folder for the files of one editing, made when it is first asked for and removed with its last owner.
///
/// It may hold a whole movie, so that of a process that was killed goes when the next one makes its own.
final class EditingFolder: Sendable {
    private let made = Mutex<TemporaryFolder?>(nil)
    /// Where files would be if no folder could be made: nobody can have made one of this name.
    private let substitute = FileManager.default.temporaryDirectory.appendingPathComponent("photos-editing-\(UUID().uuidString)", isDirectory: true)

    /// The folder, which is its user's alone.
    /// - Throws: a `LibraryError`.
    func make() throws -> URL {
        try made.withLock { made in
            let folder = try made ?? TemporaryFolder.made(named: "photos-editing-")
            made = folder
            return folder.url
        }
    }

    /// Where a file of this name is or will be. Whoever writes it hears of it where the folder can't be made.
    func file(_ name: String) -> URL { ((try? make()) ?? substitute).appendingPathComponent(name) }
}

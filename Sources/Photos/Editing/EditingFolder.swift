import Foundation
import LibraryEngine

/// A folder for the files of one editing, made when it is first asked for and removed with its last owner.
final class EditingFolder: Sendable {
    private let url = FileManager.default.temporaryDirectory.appendingPathComponent("photos-editing-\(UUID().uuidString)", isDirectory: true)

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The folder, which is its user's alone.
    /// - Throws: a `LibraryError`.
    func make() throws -> URL {
        do { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]) } catch {
            throw LibraryError.noTemporaryFiles(error.localizedDescription, cause: error)
        }
        return url
    }

    /// Where a file of this name is or will be. Whoever writes it hears of it where the folder can't be made.
    func file(_ name: String) -> URL {
        _ = try? make()
        return url.appendingPathComponent(name)
    }
}

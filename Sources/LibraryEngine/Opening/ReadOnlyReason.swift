import Foundation
import Glibc
import Support

/// Why a library is opened for reading only, as a mounted backup is: nothing in its folder is written then, nor beside it.
package struct ReadOnlyReason: Sendable, CustomStringConvertible {
    /// Completes "since …".
    package let description: String
    /// Whether room on the disk is all that is missing.
    package let isDiskFull: Bool

    static let fullDisk = ReadOnlyReason(description: "the disk is full", isDiskFull: true)

    private init(description: String, isDiskFull: Bool) { (self.description, self.isDiskFull) = (description, isDiskFull) }

    /// `nil` for a library that can be written.
    init?(_ library: URL, _ environment: Environment) {
        isDiskFull = false
        if environment.readsOnly {
            description = "that was asked for"
            return
        }
        let catalog = PhotoLibrary.catalogFile(library)
        let places = [(library.plainPath, W_OK | X_OK), (catalog.plainFolder, W_OK | X_OK), (catalog.plainPath, R_OK | W_OK)]
        for (location, mode) in places where access(location, mode) != 0 {
            switch errno {
            case EROFS: description = "its file system is mounted for reading only"
            case EACCES, EPERM: description = "you have no permission to write \(location)"
            // What is wrong otherwise, opening says.
            default: continue
            }
            return
        }
        return nil
    }

    /// What every change is refused with.
    func refusal(_ library: URL) -> String {
        isDiskFull
            ? "Nothing in \(library.path) can be changed: the disk is full. Free some space, or remove what is in Recently Deleted with 'photos purge', and try again."
            : "Nothing in \(library.path) can be changed: it is opened for reading only, since \(self). Mount its disk writable or change its permissions, or copy the library to where you may write."
    }
}

import Foundation
import Glibc
import Support

/// The bytes of every resource of one library: `originals/`, `renders/` and `staging/` below the library's folder, reached without following a link.
///
/// Originals are never modified after they were published; only `remove` takes bytes away. All calls may be made from any thread at once.
package final class OriginalStore: Sendable {
    /// The `.photolibrary` folder.
    package let folder: FolderHandle
    /// Where that was when it was opened.
    package var library: BytePath { folder.path }
    /// Guards `staging/` itself while a session is made or the dead are swept.
    static let gateName = BytePath("gate")

    /// Seconds to wait for another process that makes or clears up a session.
    let gateTimeout: Double

    package init(library: FolderHandle, gateTimeout: Double = 10) { (folder, self.gateTimeout) = (library, gateTimeout) }

    /// Opens the folder first; links that lead to it are followed.
    package convenience init(at url: URL, gateTimeout: Double = 10) throws(OriginalsError) {
        self.init(library: try beneath(try FolderHandle(following: BytePath(url.path))), gateTimeout: gateTimeout)
    }

    /// Makes the folders that hold originals, where they are missing.
    package func makeFolders() throws(OriginalsError) {
        for name in ["originals", "renders", "staging"] + ManagedPath.folders { try beneath(try folder.makeFolder(BytePath(name))) }
        try beneath(try folder.folder("originals").synchronize())
        try beneath(try folder.synchronize())
    }

    /// A new corner of `staging/`, held until `finish` or the end of the process.
    package func beginSession() throws(OriginalsError) -> StagingSession {
        try StagingSession(library: folder, name: UUID().uuidString, gateTimeout: gateTimeout)
    }

    package func openForReading(managedPath path: String) throws(OriginalsError) -> OpenFile {
        let place = try Self.place(path)
        // A link in the place of a folder is another matter, and is named by what opens it.
        if let found = try folder.signature(place), !found.isRegular {
            throw OriginalsError(.notARegularFile, "\(library.appending(place).display) should be an original and is something else. Run verify.")
        }
        return try folder.regularFile(place)
    }

    /// Whether a file has this place; its content is `check`'s to judge.
    package func holds(managedPath path: String) -> Bool {
        guard let place = try? Self.place(path) else { return false }
        return (try? folder.signature(place))?.isRegular ?? false
    }

    /// Removes an original for good. Only a purge does this, after its transaction found that nobody needs the bytes.
    package func remove(managedPath path: String) throws(OriginalsError) {
        let place = try Self.place(path)
        var folders = ManagedFolders(folder)
        try beneath(try folders.folder(of: place).removeFile(place.lastComponent))
        try folders.synchronize()
    }

    static func place(_ path: String) throws(OriginalsError) -> BytePath {
        guard ManagedPath.isProper(path) else {
            throw OriginalsError(.invalidPath, "The catalogue gives \(BytePath(path).display) as the place of an original, which can't be. Run verify.")
        }
        return BytePath(path)
    }
}

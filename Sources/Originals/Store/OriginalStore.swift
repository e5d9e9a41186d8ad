import Foundation
import Glibc

/// The bytes of every resource of one library: `originals/` and `staging/` below the library's folder.
///
/// Originals are never modified after they were published; only `remove` takes bytes away. All calls may be made from any thread at once.
package final class OriginalStore: Sendable {
    /// The `.photolibrary` folder.
    package let library: BytePath
    /// Guards `staging/` itself while a session is made or the dead are swept.
    static let gateName = "gate"
    static let lockName = "lock"
    static let journalName = "journal"

    /// Seconds to wait for another process that makes or clears up a session.
    let gateTimeout: Double

    package init(library: URL, gateTimeout: Double = 10) {
        self.library = BytePath(library.path)
        self.gateTimeout = gateTimeout
    }

    /// Makes the folders that hold originals, where they are missing.
    package func makeFolders() throws(OriginalsError) {
        for name in ["originals", "renders", "staging"] + ManagedPath.folders { try Folder.make(library.appending(name)) }
        try Folder.synchronize(library.appending("originals"))
        try Folder.synchronize(library)
    }

    /// A new corner of `staging/`, held until `finish` or the end of the process.
    package func beginSession() throws(OriginalsError) -> StagingSession {
        try StagingSession(library: library, name: UUID().uuidString, gateTimeout: gateTimeout)
    }

    package func openForReading(managedPath path: String) throws(OriginalsError) -> OpenFile {
        let absolute = try absolute(path)
        // The check comes first, since opening something that is no file could wait for ever.
        guard try FileSignature(linkPath: absolute).isRegular else {
            throw OriginalsError(.notARegularFile, "\(absolute.display) should be an original and is something else. Run verify.")
        }
        return try OpenFile(reading: absolute, followsLinks: false)
    }

    /// Whether a file has this place; its content is `check`'s to judge.
    package func holds(managedPath path: String) -> Bool {
        guard let absolute = try? absolute(path) else { return false }
        return (try? FileSignature(linkPath: absolute).isRegular) ?? false
    }

    /// Removes an original for good. Only a purge does this, after its transaction found that nobody needs the bytes.
    package func remove(managedPath path: String) throws(OriginalsError) {
        let absolute = try absolute(path)
        try Folder.removeFile(absolute)
        try Folder.synchronize(absolute.parent)
    }

    func absolute(_ path: String) throws(OriginalsError) -> BytePath {
        guard ManagedPath.isProper(path) else {
            throw OriginalsError(.invalidPath, "The catalogue gives \(BytePath(path).display) as the place of an original, which can't be. Run verify.")
        }
        return library.appending(path)
    }
}

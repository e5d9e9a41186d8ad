import Foundation
import Glibc
import Support
import Synchronization

/// The bytes of every resource of one library: `originals/`, `renders/` and `staging/` below the library's folder, reached without following a link.
///
/// Originals are never modified after they were published; only `remove` takes bytes away. All calls may be made from any thread at once.
package final class OriginalStore: Sendable {
    /// The `.photolibrary` folder.
    package let folder: FolderHandle
    /// Where that was when it was opened.
    package var library: BytePath { folder.path }
    /// Guards `staging/` itself while a session begins or dead sessions are swept.
    static let gateName = BytePath("gate")

    /// Seconds to wait for another process that makes or clears up a session.
    let gateTimeout: Double
    /// Whoever made the folders of originals may have been killed before they were synced, so each store does that once before it publishes.
    private let hasSynchronized = Atomic<Bool>(false)

    /// Of the disk that the library is on.
    package let space: DiskSpace

    /// - Parameter space: another account of the disk, such as a test's.
    package init(library: FolderHandle, gateTimeout: Double = 10, space: DiskSpace? = nil) {
        (folder, self.gateTimeout, self.space) = (library, gateTimeout, space ?? DiskSpace(of: library))
    }

    /// Opens the folder first; links that lead to it are followed.
    package convenience init(at url: URL, gateTimeout: Double = 10) throws(OriginalsError) {
        self.init(library: try beneath(try FolderHandle(following: BytePath(url.path))), gateTimeout: gateTimeout)
    }

    /// Makes the folders that hold originals, where they are missing.
    package func makeFolders() throws(OriginalsError) {
        var areNew = false
        for name in [ManagedPath.originals, "renders", "staging"] where try beneath(try folder.makeFolder(BytePath(name))) { areNew = true }
        // Through the folder that holds them: to find the way there for each takes longer than to see that they are there.
        if let originals = try beneath(try folder.way(into: BytePath(ManagedPath.originals))) {
            for digit in ManagedPath.digits where try beneath(try originals.makeFolder(BytePath(digit))) { areNew = true }
        }
        if areNew { try synchronizeFolders() }
    }

    /// The folders of originals are there after a power cut.
    private func synchronizeFolders() throws(OriginalsError) {
        try beneath(try folder.folder("originals").synchronize())
        try beneath(try folder.synchronize())
        hasSynchronized.store(true, ordering: .releasing)
    }

    /// A new session folder in `staging/`, locked until `finish` or the end of the process.
    package func beginSession() throws(OriginalsError) -> StagingSession {
        if !hasSynchronized.load(ordering: .acquiring) { try synchronizeFolders() }
        return try StagingSession(library: folder, name: UUID().uuidString, gateTimeout: gateTimeout, space: space)
    }

    package func openForReading(managedPath path: String) throws(OriginalsError) -> OpenFile {
        let location = try Self.location(path)
        // A link where a folder should be is reported by what opens the folder.
        if let found = try folder.signature(location), !found.isRegular {
            throw OriginalsError(.notARegularFile, "\(library.appending(location).display) should be an original and is something else. Run verify.")
        }
        return try folder.regularFile(location)
    }

    /// Whether there is a file at this path; `check` examines its content.
    package func holds(managedPath path: String) -> Bool {
        guard let location = try? Self.location(path) else { return false }
        return (try? folder.signature(location))?.isRegular ?? false
    }

    /// So many are removed at once, at most: as many folders may be open meanwhile.
    private static let removedAtOnce = 128

    /// Removes originals for good. Only a purge does this, after its transaction found that nobody needs the bytes.
    ///
    /// The disk is waited for once for the files of a folder, and not once for each of ten thousand that leave Recently Deleted together.
    package func remove(managedPaths paths: some Sequence<String>) throws(OriginalsError) {
        var rest = paths.sorted()[...]
        while !rest.isEmpty {
            var folders = ManagedFolders(folder)
            for path in rest.prefix(Self.removedAtOnce) {
                let location = try Self.location(path)
                try beneath(try folders.folder(of: location).removeFile(location.lastComponent))
            }
            try folders.synchronize()
            rest = rest.dropFirst(Self.removedAtOnce)
        }
    }

    /// One alone.
    package func remove(managedPath path: String) throws(OriginalsError) { try remove(managedPaths: CollectionOfOne(path)) }

    /// Gives a file a second name, so that the first may go.
    package func link(managedPath path: String, as other: String) throws(OriginalsError) {
        let (location, second) = (try Self.location(path), try Self.location(other))
        try beneath(try folder.link(location, as: second))
        var folders = ManagedFolders(folder)
        _ = try beneath(try folders.folder(of: second))
        try folders.synchronize()
    }

    static func location(_ path: String) throws(OriginalsError) -> BytePath {
        guard ManagedPath.isProper(path) else {
            throw OriginalsError(.invalidPath, "The catalogue gives \(BytePath(path).display) as the place of an original, which can't be. Run verify.")
        }
        return BytePath(path)
    }
}

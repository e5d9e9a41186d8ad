import Catalog
import Foundation
import Importing
import Originals

extension PhotoLibrary {
    /// The folders whose new pictures come in by themselves, in the order they were added.
    package func watchedFolders() throws(LibraryError) -> [WatchedFolder] {
        do { return try catalog.read { try $0.watchedFolders() } } catch { throw LibraryError(error) }
    }

    /// Has a folder watched from now on, by `FolderWatcher`. What is in it already comes in as well.
    /// - Parameter album: the title of an album that gets what comes in, made if there is none.
    /// - Throws: `.invalid` for what can't be watched: no folder, one that lies within the library or another watched folder, or has one within it, a photo library.
    package func addWatchedFolder(_ path: BytePath, storage: WatchedFolder.Storage, album: String? = nil) throws(LibraryError) -> WatchedFolder {
        try requireWritable()
        do {
            guard let folder = path.resolved else { throw LibraryError(.invalid, "There is no folder \(path.display) to watch. Check the path, or mount the disk it is on.") }
            let signature = try FileSignature(path: folder)
            guard signature.isFolder else { throw LibraryError(.invalid, "\(path.display) is \(signature.isRegular ? "a file" : signature.kindName). Name a folder to watch.") }
            _ = try Folder.names(in: folder)
            try requireApart(folder, signature)
            if let library = FoundLibrary(folder, isOurs: false) { throw LibraryError(.invalid, library.advice) }
            let others = try watchedFolders()
            if let other = others.first(where: { $0.folder == folder || ReferenceRoot.isSameFolder($0.folder, folder) }) {
                throw LibraryError(.invalid, "\(other.folder.display) is watched already. To watch it in another way, remove it first with 'photos watch remove'.")
            }
            if let other = others.first(where: { folder.relative(to: $0.folder) != nil }) {
                throw LibraryError(.invalid, "\(folder.display) lies within \(other.folder.display), which is watched already, with everything in it.")
            }
            if let other = others.first(where: { $0.folder.relative(to: folder) != nil }) {
                throw LibraryError(
                    .invalid, "\(other.folder.display) lies within \(folder.display), and is watched already. Remove it first with 'photos watch remove'.")
            }
            let marker = storage == .reference ? try ReferenceRoot(marking: folder, newUUID: environment.makeUUID()).uuid : nil
            let watched = WatchedFolder(
                id: environment.makeUUID(), path: folder.text, storage: storage, album: album, added: environment.now().timeIntervalSinceReferenceDate, marker: marker)
            try catalog.write(author: "watch") { try $0.setWatchedFolders($0.watchedFolders() + [watched]) }
            return watched
        } catch {
            throw LibraryError(error)
        }
    }

    /// Has a folder no longer watched. What came in stays, and so do the folder and its files.
    /// - Returns: whether it was watched.
    @discardableResult
    package func removeWatchedFolder(_ id: UUID) throws(LibraryError) -> Bool {
        try requireWritable()
        do {
            return try catalog.write(author: "watch") { writer in
                let folders = try writer.watchedFolders()
                try writer.setWatchedFolders(folders.filter { $0.id != id })
                return folders.contains { $0.id == id }
            }
        } catch {
            throw LibraryError(error)
        }
    }

    /// How the watching of a folder stood when some process last looked; `nil` where none has yet.
    package func watchStatus(of watched: WatchedFolder) -> WatchStatus? { WatchStore.status(of: watched.id, in: originals.folder) }

    private func requireApart(_ folder: BytePath, _ signature: FileSignature) throws {
        var above: BytePath? = folder
        let library = BytePath(url.path)
        while let location = above {
            if ReferenceRoot.isSameFolder(location, library) {
                throw LibraryError(.invalid, "\(folder.display) lies within the library \(library.display), whose files are in it already. Watch a folder outside of it.")
            }
            above = location.bytes == [UInt8(ascii: "/")] ? nil : location.parent
        }
    }
}

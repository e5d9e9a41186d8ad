import Foundation
import Glibc
import Originals
import PhotoModel
import Support

extension PhotoLibrary {
    /// Refuses to have a file or folder written where the library's own files, or the originals that it refers to, are: what a command writes for a person goes
    /// elsewhere. The one place of this rule. Waits for the disk; the target need not exist.
    ///
    /// Links on the way and `..` are followed as the system would. Refused are what lies in this library or in any other, this library's folder itself, and a file
    /// that is an original: referenced, or joined with one of the library's by a hard link.
    /// - Throws: `.cannotWrite`.
    package func requireForeign(_ target: BytePath) throws(LibraryError) {
        let location = TargetPath.resolved(target)
        if let library = library(around: location) {
            throw LibraryError(
                .cannotWrite, "\(target.display) lies in the photo library \(library.display), where only the library itself puts files. Choose a place outside of it.")
        }
        do {
            guard try isOriginal(target, at: location) else { return }
        } catch {
            throw LibraryError(error)
        }
        throw LibraryError(.cannotWrite, "\(target.display) is an original of this library, and originals are never replaced. Choose another name.")
    }

    /// The same for a snapshot of the catalogue, which may also go where the library keeps its own.
    func requireForeignOrBackups(_ target: BytePath) throws(LibraryError) {
        let backups = BytePath(SnapshotFolder(library: url).url.path), location = TargetPath.resolved(target)
        if ReferenceRoot.isSameFolder(location, backups) || ReferenceRoot.isSameFolder(location.parent, backups) { return }
        try requireForeign(target)
    }

    /// The library that a path lies in, or is.
    private func library(around location: BytePath) -> BytePath? {
        var folder = location
        while true {
            if ReferenceRoot.isSameFolder(folder, BytePath(url.path)) || Self.isLibrary(folder) { return folder }
            let parent = folder.parent
            if parent == folder { return nil }
            folder = parent
        }
    }

    private static func isLibrary(_ folder: BytePath) -> Bool {
        guard let handle = try? FolderHandle(following: folder), (try? handle.status(BytePath(LibraryManifest.fileName))) != nil else { return false }
        // One whose account of itself is damaged is a library still.
        if folder.text.lowercased().hasSuffix(".photolibrary") { return true }
        guard let content = try? handle.content(of: BytePath(LibraryManifest.fileName), limit: 1 << 20) else { return false }
        return LibraryManifest(text: String(decoding: content, as: UTF8.self)) != nil
    }

    private func isOriginal(_ target: BytePath, at location: BytePath) throws -> Bool {
        guard let file = try? FileSignature(path: target), file.isRegular else { return false }
        return try catalog.read { reader -> Bool in
            let roots = try reader.referenceRoots()
            for root in roots {
                let folder = BytePath(root.path)
                // Somebody may have changed it since, so that its size tells nothing.
                if let path = location.relative(to: folder.resolved ?? folder), try !reader.resources(rootID: root.id, path: path.text).isEmpty { return true }
            }
            return try reader.resources(size: file.size).contains { resource -> Bool in
                let path: BytePath
                switch resource.location {
                case .managed(let name): path = BytePath(url.path).appending(name)
                case .referenced(let id, let name, _):
                    guard let root = roots.first(where: { $0.id == id }) else { return false }
                    path = BytePath(root.path).appending(name)
                }
                guard let original = try? FileSignature(path: path) else { return false }
                return original.device == file.device && original.inode == file.inode
            }
        }
    }
}

/// Where a path leads that need not exist yet.
private enum TargetPath {
    /// Absolute, without links and `..`; what is not there yet is taken for folders to be made.
    static func resolved(_ path: BytePath) -> BytePath {
        var location = path.isAbsolute ? BytePath("/") : BytePath(".").resolved ?? BytePath("/")
        for name in path.bytes.split(separator: UInt8(ascii: "/")) {
            let name = BytePath(bytes: name)
            if name == BytePath(".") { continue }
            // `location` has no links, so that its parent is what the system takes for it.
            if name == BytePath("..") {
                location = location.parent
                continue
            }
            let next = location.appending(name)
            location = next.resolved ?? next
        }
        return location
    }
}

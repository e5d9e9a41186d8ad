import Catalog
import Decoding
import Foundation
import Glibc
import Metadata
import Originals
import PhotoModel
import Pixels

extension PhotoLibrary {
    /// Opens the bytes of a resource for reading, which are those that were imported. Those of a movie that is a part of its picture's file have one of their
    /// own, which is made first where it is missing.
    ///
    /// A file that others may change and that looks different from when it was last compared is read and hashed first.
    /// - Throws: `.inCloud` where they are not on this machine, `.missing` where they are gone, `.offline` where the disk of a referenced original is not mounted, `.changed` where somebody
    ///   changed a referenced or hard-linked original.
    package func openResource(_ resource: ResourceRecord) throws(LibraryError) -> OpenFile {
        let file = try findResource(resource)
        // A copy was compared.
        if resource.isEmbedded { return file }
        do {
            switch resource.location {
            case .managed:
                guard try contentChecks.isLink(resource, file), try !contentChecks.isUnchanged(resource, file) else { return file }
                throw LibraryError(
                    .changed,
                    "\(file.path.display) is a hard link to a file that was changed after it was imported. Restore the original from a backup, and import the changed file.")
            case .referenced:
                guard try !contentChecks.isUnchanged(resource, file) else { return file }
                throw LibraryError(.changed, "\(file.path.display) was changed after it was imported. Put the original back, or import the changed one.")
            }
        } catch {
            throw LibraryError(error)
        }
    }

    /// Looks whether a resource has a file, whatever is in it, which costs no reading but for a movie that is a part of its picture's.
    /// - Throws: what `openResource` throws, but for `.changed`.
    package func findResource(_ resource: ResourceRecord) throws(LibraryError) -> OpenFile {
        if resource.isEmbedded { return try openEmbeddedMovie(resource) }
        do {
            switch resource.location {
            case .managed(let path):
                let file = try originals.openForReading(managedPath: path)
                cloud.noteUse(of: path)
                return file
            case .referenced(let rootID, let path, _): return try openReference(rootID: rootID, path: path)
            }
        } catch let error as OriginalsError where error.code == .missing {
            if resource.isInCloud { throw LibraryError.inCloud(resource, cause: error) }
            throw LibraryError(
                .missing, "The original \(resource.filename) is not in the library. Restore it from a backup; 'photos verify' lists all that are missing.", cause: error)
        } catch {
            throw LibraryError(error)
        }
    }

    /// Looks whether a resource can be opened on this machine. It isn't read, whatever part of a file it is.
    /// - Throws: what `findResource` throws.
    package func requireFile(of resource: ResourceRecord) throws(LibraryError) {
        guard resource.isEmbedded else {
            _ = try findResource(resource)
            return
        }
        if !hasCopy(of: resource) { _ = try findResource(picture(of: resource)) }
    }

    /// Whether there is nothing where a file of the library's should be. It is not opened. A movie that is a part of its picture's file has none to miss.
    package func isMissing(_ resource: ResourceRecord) throws -> Bool {
        if resource.isEmbedded { return false }
        if case .managed(let path) = resource.location { return originals.signature(managedPath: path) == nil }
        let path = try path(of: resource)
        do throws(OriginalsError) {
            _ = try FileSignature(path: path)
            return false
        } catch {
            return error.code == .missing
        }
    }

    /// What an open file of the library's says of itself. Waits for the disk and a worker.
    package func facts(of file: OpenFile, _ resource: ResourceRecord) throws(CodecError) -> MediaFacts {
        defer { withExtendedLifetime(file) {} }
        return try decoder.facts(of: file.descriptor, named: resource.filename)
    }

    /// The same as a descriptor of its own, for the caller to close; it does not outlive an `exec`.
    /// - Throws: what `openResource` throws; `.unreadable` where too many files are open.
    package func openDescriptor(_ resource: ResourceRecord) throws(LibraryError) -> Int32 {
        let file = try openResource(resource)
        // Never one of the three that programs take for their standard streams.
        let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else {
            throw LibraryError(.unreadable, "\(resource.filename) could not be opened, since too many files are. Close some, or raise the limit (ulimit -n).")
        }
        return descriptor
    }

    /// Where the bytes of a resource should lie on this machine, whether they do or not; of a movie that is a part of its picture's file, where that is.
    /// - Throws: `.damaged` where the catalogue does not know the folder of a referenced original.
    package func path(of resource: ResourceRecord) throws -> BytePath {
        switch resource.location {
        case .managed(let path): BytePath(url.path).appending(path)
        case .referenced(let rootID, let path, _): try location(rootID: rootID, path: path).file
        }
    }

    /// Links are followed wherever they lead, since the user put them there and had them imported. One that was put there later leads to another file,
    /// which looks different.
    private func openReference(rootID: Int64, path: String) throws -> OpenFile {
        let location = try location(rootID: rootID, path: path)
        do throws(OriginalsError) {
            return try SourceFile(opening: location.file).file
        } catch {
            guard error.code == .missing else { throw error }
            guard location.isRootPresent else {
                throw LibraryError(.offline, "\(location.file.display) is out of reach: the disk or folder \(location.root.display) is not there. Mount it.", cause: error)
            }
            throw LibraryError(.missing, "\(location.file.display) is gone. Put it back, or run 'photos verify --repair' to look for where it was moved.", cause: error)
        }
    }

    struct ReferenceLocation {
        var root: BytePath
        var uuid: UUID
        var file: BytePath
        var isRootPresent: Bool { ReferenceRoot.isPresent(uuid, at: root) }
    }

    func location(rootID: Int64, path: String) throws -> ReferenceLocation {
        guard let root = try read({ try $0.catalog.referenceRoots().first { $0.id == rootID } }) else {
            throw LibraryError(.damaged, "The catalogue does not know the folder of \(BytePath(path).display). Recover it from a snapshot.")
        }
        let folder = BytePath(root.path)
        return ReferenceLocation(root: folder, uuid: root.uuid, file: folder.appending(BytePath(path)))
    }

    /// Keeps the SHA-1 of bytes that came in before it was kept, for whoever asks next. Without effect on a library that is not written to, or written to by
    /// somebody else for too long.
    package func keep(sha1: Data, of resource: ResourceRecord) {
        guard !catalog.options.readOnly else { return }
        do {
            try catalog.write(author: "checks") { try $0.note(sha1: sha1, ofContent: resource.sha256) }
        } catch {
            environment.log(.info, "Could not keep the SHA-1 of \(resource.filename), so it is computed again: \(error)")
        }
    }
}

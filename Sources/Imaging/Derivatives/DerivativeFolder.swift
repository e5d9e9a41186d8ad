import Foundation
import Glibc
import Support
import Synchronization

/// `derivatives/`, which anybody may delete at any moment and which is made again then: looked up beneath the library at each use, never through a link.
///
/// Calls that fail set `errno`, as the system's do.
final class DerivativeFolder: Sendable {
    /// Where it should be; for messages.
    let url: URL
    /// Nothing in it is ever changed.
    let isReadOnly: Bool
    private let name: BytePath
    /// The same with a slash, as it stands before a file's name.
    private let prefix: String
    private let parentPath: BytePath
    private let parent: Mutex<FolderHandle?>

    /// - Parameter library: the open folder above; `nil` opens it when it is needed, following links that lead to it.
    init(_ url: URL, in library: FolderHandle? = nil, isReadOnly: Bool = false) {
        (self.url, self.isReadOnly) = (url, isReadOnly)
        let path = BytePath(url.plainPath)
        (name, prefix, parentPath) = (path.lastComponent, path.lastComponent.text + "/", path.parent)
        parent = Mutex(library)
    }

    /// The path for a message.
    func path(_ file: String) -> String { "\(url.path)/\(file)" }

    /// Opens a file; what is no regular file is refused.
    func open(_ file: String, _ flags: Int32) -> Int32? {
        guard !isReadOnly || flags & O_CREAT == 0 else { return refuse() }
        let flags = isReadOnly ? O_RDONLY : flags
        return attempt(file) { library, path throws(FolderError) in
            let descriptor = try library.open(path, flags | O_NONBLOCK | O_NOCTTY, doing: "open")
            var status = stat()
            if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return descriptor }
            close(descriptor)
            throw .obstacle(Obstacle(path: library.path.appending(path), mode: status.st_mode, expected: .file))
        }
    }

    /// Makes this folder, and those in it that `file` lies in, where they are missing.
    func makeFolders(for file: String = "") {
        if isReadOnly { return }
        let parts = file.split(separator: "/").dropLast()
        if parent.withLock({ $0 }) == nil, (try? FolderHandle(following: parentPath)) == nil {
            try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        }
        for count in 0...parts.count {
            let made: Bool? = attempt(parts.prefix(count).joined(separator: "/")) { library, path throws(FolderError) in try library.makeFolder(path) }
            if made == nil { return }
        }
    }

    func exists(_ file: String) -> Bool { (attempt(file) { library, path throws(FolderError) in try library.status(path) != nil }) ?? false }

    func remove(_ file: String) {
        if isReadOnly { return }
        _ = attempt(file) { library, path throws(FolderError) in try library.removeFile(path) }
    }

    /// Gives a file the name of another one, which goes.
    func replace(_ file: String, with new: String) -> Bool {
        if isReadOnly { return refuse() ?? false }
        return attempt(file) { library, path throws(FolderError) in try library.replace(path, with: self.name.appending(new)) } != nil
    }

    var names: [String] { names(in: "") }

    func names(in file: String) -> [String] { (attempt(file) { library, path throws(FolderError) in try library.folder(path).names().map(\.text) }) ?? [] }

    /// Which file has the name. It is only compared with that of a file that was opened, so it may be found the short way.
    func identity(_ file: String) -> FileIdentity? {
        opened().flatMap { FileIdentity(of: prefix + file, in: $0.descriptor) }
    }

    /// As a file system that is mounted for reading only does.
    private func refuse<Value>() -> Value? {
        errno = EROFS
        return nil
    }

    private func opened() -> FolderHandle? {
        parent.withLock { parent in
            if parent == nil { parent = try? FolderHandle(following: parentPath) }
            return parent
        }
    }

    private func attempt<Value>(_ file: String, _ work: (FolderHandle, BytePath) throws(FolderError) -> Value) -> Value? {
        do throws(FolderError) {
            let library: FolderHandle
            if let opened = opened() { library = opened } else { throw .system(errno, doing: "open", parentPath) }
            return try work(library, file.isEmpty ? name : name.appending(file))
        } catch {
            switch error {
            case .system(let number, _, _): errno = number
            case .obstacle(let obstacle): errno = obstacle.mode == S_IFLNK ? ELOOP : ENOTDIR
            case .outside: errno = EINVAL
            }
            return nil
        }
    }
}

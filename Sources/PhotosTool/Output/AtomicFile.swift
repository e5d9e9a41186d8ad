import CLinux
import Foundation
import Glibc
import LibraryEngine
import Support

/// Writes a file that is there whole or not at all.
enum AtomicFile {
    static func exists(_ path: String) -> Bool { BytePath(path).withCString { access($0, F_OK) } == 0 }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return BytePath(path).withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    static func makeFolder(_ path: String) throws(ToolFailure) {
        if isFolder(path) { return }
        let folder = try ToolContext.folderURL(path)
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            throw ToolFailure(.cannotWrite, "Could not make the folder \(DisplayText.safe(path)): \(error.localizedDescription) Choose another place.")
        }
    }

    /// - Throws: where something has the name already.
    static func requireAbsent(_ path: String) throws(ToolFailure) {
        if exists(path) { throw failure(EEXIST, path) }
    }

    /// - Parameter overwrites: false leaves an existing file alone, also one that appears while this runs.
    static func write(_ bytes: [UInt8], to path: String, overwrites: Bool) throws(ToolFailure) {
        let target = BytePath(path)
        let temporary = temporary(for: target)
        let descriptor = temporary.withCString { open($0, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666) }
        guard descriptor >= 0 else { throw failure(errno, path) }
        var problem = writeAll(bytes, to: descriptor)
        if problem == nil, fsync(descriptor) != 0 { problem = errno }
        if close(descriptor) != 0, problem == nil { problem = errno }
        if problem == nil {
            problem = temporary.withCString { from in target.withCString { to in move(from, to, overwrites: overwrites) } }
            if problem == nil { return }
        }
        let number = problem ?? EIO
        _ = temporary.withCString { unlink($0) }
        throw failure(number, path)
    }

    static func temporary(for target: BytePath) -> BytePath { target.parent.appending(".\(target.lastComponent.text.prefix(40)).\(getpid()).tmp") }

    /// `nil` or the `errno`.
    static func move(_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>, overwrites: Bool) -> Int32? {
        if overwrites { return rename(from, to) == 0 ? nil : errno }
        let result = clinux_rename_new(AT_FDCWD, from, AT_FDCWD, to)
        if result != -EINVAL { return result == 0 ? nil : -result }
        // The file system can't promise it in one step: a second name fails where there is one, too.
        guard link(from, to) == 0 else { return errno }
        unlink(from)
        return nil
    }

    static func failure(_ number: Int32, _ path: String) -> ToolFailure {
        let name = DisplayText.safe(path)
        if number == EEXIST { return ToolFailure(.cannotWrite, "\(name) is there already. Choose another name, or replace it with --force.") }
        let remedy: Sentence =
            switch number {
            case ENOENT, ENOTDIR: "Make its folder first."
            case EACCES, EPERM, EROFS: "Choose a folder that you may write in."
            case ENOSPC, EDQUOT: "Free some space, then run the command again."
            case EISDIR: "That is a folder: name a file in it."
            default: "Choose another place, then run the command again."
            }
        return ToolFailure(.cannotWrite, "\(name) could not be written: \(describe(errno: number)). \(remedy)")
    }
}

import Glibc
import Support

extension AtomicFile {
    /// The same of a file that is written piece by piece.
    /// - Parameters:
    ///   - overwrites: false leaves an existing file alone, also one that appears while this runs.
    ///   - body: fills an open file. Where it throws nothing is left.
    static func write(to path: String, overwrites: Bool, _ body: (Int32) throws -> Void) throws {
        let target = BytePath(path)
        // It takes long, and without a name nothing is left of it whatever ends the process. Some file systems have no such files.
        let unnamed = target.parent.withCString { open($0, withoutName | O_RDWR | O_CLOEXEC, 0o666) }
        guard unnamed < 0 else {
            defer { close(unnamed) }
            try body(unnamed)
            guard fsync(unnamed) == 0 else { throw failure(errno, path) }
            if let problem = name(unnamed, target, overwrites: overwrites) { throw failure(problem, path) }
            return
        }
        let temporary = temporary(for: target)
        let descriptor = temporary.withCString { open($0, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o666) }
        guard descriptor >= 0 else { throw failure(errno, path) }
        do {
            defer { close(descriptor) }
            try body(descriptor)
            guard fsync(descriptor) == 0 else { throw failure(errno, path) }
            let problem = temporary.withCString { from in target.withCString { to in move(from, to, overwrites: overwrites) } }
            if let problem { throw failure(problem, path) }
        } catch {
            _ = temporary.withCString { unlink($0) }
            throw error
        }
    }

    /// `O_TMPFILE`, which is a macro that Swift does not see.
    private static let withoutName = 0o20_000_000 | O_DIRECTORY

    /// Gives a file its name that has none. `nil` or the `errno`.
    private static func name(_ descriptor: Int32, _ target: BytePath, overwrites: Bool) -> Int32? {
        func link(as path: BytePath) -> Int32? {
            let file = "/proc/self/fd/\(descriptor)"
            let result = file.withCString { old in path.withCString { new in linkat(AT_FDCWD, old, AT_FDCWD, new, AT_SYMLINK_FOLLOW) } }
            return result == 0 ? nil : errno
        }
        guard overwrites else { return link(as: target) }
        // A link replaces nothing.
        let temporary = temporary(for: target)
        if let problem = link(as: temporary) { return problem }
        let problem = temporary.withCString { from in target.withCString { to in move(from, to, overwrites: true) } }
        if problem != nil { _ = temporary.withCString { unlink($0) } }
        return problem
    }

    /// Bytes of a file; 0 where there is none.
    static func size(_ path: String) -> Int64 {
        var status = stat()
        return BytePath(path).withCString { stat($0, &status) } == 0 ? Int64(status.st_size) : 0
    }
}

import Glibc
import Support

extension AtomicFile {
    /// The same of a file that is written piece by piece.
    /// - Parameters:
    ///   - overwrites: false leaves an existing file alone, also one that appears while this runs.
    ///   - body: fills an open file. Where it throws nothing is left.
    static func write(to path: String, overwrites: Bool, _ body: (Int32) throws -> Void) throws {
        let target = BytePath(path), temporary = temporary(for: target)
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

    /// Bytes of a file; 0 where there is none.
    static func size(_ path: String) -> Int64 {
        var status = stat()
        return BytePath(path).withCString { stat($0, &status) } == 0 ? Int64(status.st_size) : 0
    }
}

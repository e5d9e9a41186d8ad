import Glibc

/// The folder of a record, known by its descriptor alone: nothing that is done here can leave it, and no link in it is followed.
final class RecordFolder: Sendable {
    private let descriptor: Int32
    /// For messages.
    let path: String
    /// Called before each step that changes something; throwing simulates a crash there. For tests.
    let beforeStep: (@Sendable (String) throws -> Void)?

    /// - Parameter descriptor: is closed with this object.
    init(descriptor: Int32, path: String, beforeStep: (@Sendable (String) throws -> Void)? = nil) {
        (self.descriptor, self.path, self.beforeStep) = (descriptor, path, beforeStep)
    }

    deinit { close(descriptor) }

    func names() throws -> [String] {
        // A descriptor of its own, since reading a folder moves in it.
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw RecordError(errno: errno, "list", path) }
        guard let stream = fdopendir(copy) else {
            let number = errno
            close(copy)
            throw RecordError(errno: number, "list", path)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw RecordError(errno: errno, "list", path) }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    /// - Returns: `nil` where there is no such file.
    func open(_ name: String, forWriting: Bool = false) throws -> RecordFile? {
        // Opening a pipe would wait for its writer.
        let descriptor = openat(self.descriptor, name, (forWriting ? O_RDWR : O_RDONLY) | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw RecordError(errno: errno, "open", "\(path)/\(name)")
        }
        let file = RecordFile(descriptor: descriptor, path: "\(path)/\(name)", beforeStep: beforeStep)
        guard try file.status().st_mode & S_IFMT == S_IFREG else {
            throw RecordError(.damaged, "\(file.path) should be a file and is something else. Move it away.")
        }
        return file
    }

    /// Makes an empty file, whatever had the name.
    func create(_ name: String) throws -> RecordFile {
        try remove(name)
        try beforeStep?("create \(name)")
        let descriptor = openat(self.descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw RecordError(errno: errno, "make", "\(path)/\(name)") }
        return RecordFile(descriptor: descriptor, path: "\(path)/\(name)", beforeStep: beforeStep)
    }

    /// The file that is locked; made where it is missing.
    func openLock(_ name: String) throws -> RecordFile {
        let descriptor = openat(self.descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw RecordError(errno: errno, "open", "\(path)/\(name)") }
        return RecordFile(descriptor: descriptor, path: "\(path)/\(name)", beforeStep: nil)
    }

    /// Both names in this folder, or the new one in a folder in it.
    func rename(_ name: String, to new: String) throws {
        try beforeStep?("rename \(name)")
        guard renameat(descriptor, name, descriptor, new) == 0 else { throw RecordError(errno: errno, "rename", "\(path)/\(name)") }
    }

    /// A missing file is no error.
    func remove(_ name: String) throws {
        try beforeStep?("remove \(name)")
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw RecordError(errno: errno, "remove", "\(path)/\(name)") }
    }

    func makeFolder(_ name: String) throws {
        try beforeStep?("make \(name)")
        guard mkdirat(descriptor, name, 0o700) == 0 else { throw RecordError(errno: errno, "make", "\(path)/\(name)") }
    }

    /// Syncs names that were added or removed.
    func synchronize() throws {
        try beforeStep?("synchronize")
        guard fsync(descriptor) == 0 else { throw RecordError(errno: errno, "save", path) }
    }
}

/// An open file of the folder, closed with its last owner.
final class RecordFile: Sendable {
    let descriptor: Int32
    let path: String
    private let beforeStep: (@Sendable (String) throws -> Void)?

    init(descriptor: Int32, path: String, beforeStep: (@Sendable (String) throws -> Void)?) {
        (self.descriptor, self.path, self.beforeStep) = (descriptor, path, beforeStep)
    }

    deinit { close(descriptor) }

    func status() throws -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw RecordError(errno: errno, "read", path) }
        return status
    }

    /// Appends at most `count` bytes from an offset in the file; 0 at its end.
    func read(at offset: Int64, count: Int, into bytes: inout [UInt8]) throws -> Int {
        try withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { buffer in
            var result = -1
            repeat { result = pread(descriptor, buffer.baseAddress, count, off_t(offset)) } while result < 0 && errno == EINTR
            guard result >= 0 else { throw RecordError(errno: errno, "read", path) }
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<result]))
            return result
        }
    }

    /// All of it, or an error.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        try beforeStep?("write")
        var done = 0
        while done < bytes.count {
            let result = pwrite(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset) + off_t(done))
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { throw RecordError(errno: result == 0 ? ENOSPC : errno, "write", path) }
            done += result
        }
    }

    func truncate(to length: Int64) throws {
        try beforeStep?("truncate")
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw RecordError(errno: errno, "shorten", path) }
    }

    func synchronize() throws {
        try beforeStep?("synchronize file")
        guard fdatasync(descriptor) == 0 else { throw RecordError(errno: errno, "save", path) }
    }
}

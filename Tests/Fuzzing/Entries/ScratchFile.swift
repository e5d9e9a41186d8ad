import Glibc

/// A file of bytes in memory, without a name, that is written anew for each input.
// One thread at a time uses it: fuzzing has one, and the tests take turns.
final class ScratchFile: @unchecked Sendable {
    let descriptor: Int32

    init(_ name: String) {
        let unique = "/photos-fuzz-\(name)-\(getpid())"
        descriptor = shm_open(unique, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        shm_unlink(unique)
    }

    func fill(_ parts: UnsafeRawBufferPointer...) {
        ftruncate(descriptor, 0)
        var offset = 0
        for part in parts { offset += max(0, pwrite(descriptor, part.baseAddress, part.count, off_t(offset))) }
    }
}

/// A folder in memory whose files are written anew for each input.
struct ScratchFolder: Sendable {
    let path: String

    init() {
        var template = Array("/dev/shm/photos-fuzz-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, mkdtemp(start) != nil else { return "/nowhere" }
            return String(cString: start)
        }
    }

    /// A new file of that name, in the place of any other.
    func write(_ bytes: UnsafeRawBufferPointer, to name: String) {
        unlink("\(path)/\(name)")
        let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
    }

    /// Deletes all files in it.
    func clear() {
        guard let folder = opendir(path) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { unlink("\(path)/\(name)") }
        }
    }

    func remove() {
        clear()
        rmdir(path)
    }
}

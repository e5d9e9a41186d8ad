import Glibc

/// A file of bytes in memory that is written anew for each input.
// One thread at a time uses it: fuzzing has one, and the tests take turns.
final class ScratchFile: @unchecked Sendable {
    let descriptor: Int32
    let path: String

    /// - Parameter folder: where it is; `nil` for a file that has no name any more.
    init(_ name: String, in folder: String? = nil) {
        var template = Array("/dev/shm/photos-fuzz-XXXXXX".utf8CString)
        if let folder {
            path = folder + "/" + name
            descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        } else {
            descriptor = mkstemp(&template)
            path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
            unlink(path)
        }
    }

    func fill(_ parts: UnsafeRawBufferPointer...) {
        ftruncate(descriptor, 0)
        var offset = 0
        for part in parts { offset += max(0, pwrite(descriptor, part.baseAddress, part.count, off_t(offset))) }
    }

    /// A folder in memory; the caller removes it.
    static func folder() -> String {
        var template = Array("/dev/shm/photos-fuzz-XXXXXX".utf8CString)
        return template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, mkdtemp(start) != nil else { return "/nowhere" }
            return String(cString: start)
        }
    }
}

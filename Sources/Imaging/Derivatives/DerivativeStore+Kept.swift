import Foundation
import Glibc

/// Files beside the thumbnails that others make of them, and that may be gone at any moment as they may.
extension DerivativeStore {
    /// The bytes that were kept by a name; `nil` where there are none, more than `limit`, or some that can't be read.
    package func kept(_ name: String, limit: Int) -> [UInt8]? {
        guard let descriptor = files.open(name, O_RDONLY) else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, let size = Int(exactly: status.st_size), size <= limit else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in count = readFully(descriptor, UnsafeMutableRawBufferPointer(buffer), at: 0) }
        return bytes.count == size ? bytes : nil
    }

    /// Keeps bytes in the place of those that the name had. Whoever reads meanwhile gets the ones or the others.
    /// - Returns: false where they can't be written, or nothing may be.
    @discardableResult
    package func keep(_ bytes: [UInt8], as name: String) -> Bool {
        guard !isReadOnly else { return false }
        let part = ".\(name).\(UUID().uuidString)"
        guard let descriptor = create(part) else { return false }
        let written = writeFully(descriptor, bytes, at: 0)
        guard close(descriptor) == 0, written, files.replace(name, with: part) else {
            files.remove(part)
            return false
        }
        return true
    }
}

import Glibc
import Support

/// A file of the user's, opened for reading only.
///
/// Only regular files are opened at all: opening a pipe waits for a writer, and opening a device can start a motor. The check is made before
/// opening, and again on the open file, which cannot be exchanged any more.
package struct SourceFile: Sendable {
    package let file: OpenFile
    package let signature: FileSignature
    package var path: BytePath { file.path }

    /// Follows symbolic links, as the user put them there to be followed.
    package init(opening path: BytePath) throws(OriginalsError) {
        try Self.check(FileSignature(path: path), path)
        file = try OpenFile(reading: path, followsLinks: true)
        signature = try file.signature()
        try Self.check(signature, path)
    }

    /// The first bytes, at most `count`; fewer only where the file is shorter.
    package func prefix(_ count: Int) throws(OriginalsError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                retrying { pread(file.descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(filled)) }
            }
            guard got >= 0 else { throw OriginalsError(errno: errno, "read", path) }
            if got == 0 { break }
            filled += got
        }
        bytes.removeLast(count - filled)
        return bytes
    }

    private static func check(_ signature: FileSignature, _ path: BytePath) throws(OriginalsError) {
        guard signature.isRegular else {
            throw OriginalsError(.notARegularFile, "\(path.display) is \(signature.kindName). Only regular files can be imported.")
        }
    }
}

import Foundation
import Glibc
import Support

extension StagingSession {
    /// Keeps bytes that come in pieces, as from a network, and hashes them on their way.
    /// - Parameters:
    ///   - size: how many they are, as far as is known.
    ///   - body: calls its argument with the next bytes until there are no more. Called again, from the first byte on, where the disk was full and room could be made.
    /// - Throws: what `body` throws, and then nothing is left behind; an `OriginalsError` where the bytes can't be written.
    package func receive(size: Int64 = 0, _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws -> StagedFile {
        try withSpace(for: size) { () throws(any Error) in try receiveOnce(body) }
    }

    private func receiveOnce(_ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws -> StagedFile {
        let name = newName()
        let file = try newFile(name)
        do {
            let hash = StagedHash()
            try body { bytes in
                hash.update(bytes)
                try file.write(bytes)
            }
            return try StagedFile(mode: .copy, path: file.path, in: folder, hash.digests(), signature: file.signature(), modified: Date().timeIntervalSince1970)
        } catch {
            try? folder.removeFile(name)
            throw error
        }
    }
}

import Glibc
import Support

/// A copy of an original on its way to a folder of the user's: complete, checked and on disk before it gets a name.
package final class ExportedFile {
    /// From here on hashing has a thread of its own.
    private static let large: Int64 = 4 << 20
    /// The disk is told to begin with what was written as often as this, or it would all be left to the end.
    private static let stride: Int64 = 8 << 20

    private let part: ExportPart

    /// Copies to a file in `folder` that has no name yet, and compares with the hash that was stored at import.
    /// - Parameters:
    ///   - sha256: `nil` for a file that was never imported.
    ///   - isWanted: asked between two pieces.
    /// - Throws: `.unreadable` where the original's bytes are not the ones that were imported; `.abandoned` where nobody wants the copy any more.
    package init(copying original: OpenFile, sha256: [UInt8]?, into folder: BytePath, isWanted: () -> Bool = { true }) throws(OriginalsError) {
        let signature = try original.signature()
        part = try ExportPart(in: folder)
        let file = part.file
        if let sha256, signature.size >= Self.large {
            try Self.copy(original, signature.size, sha256, to: file, isWanted)
        } else {
            try Self.copy(CheckedReader(original, sha256: sha256), to: file, isWanted)
        }
        file.setModified(nanoseconds: signature.modifiedNanoseconds)
        try file.synchronize()
    }

    /// Writes these bytes to a file in `folder` that has no name yet.
    package init(writing bytes: [UInt8], into folder: BytePath) throws(OriginalsError) {
        part = try ExportPart(in: folder)
        try bytes.withUnsafeBufferPointer { [part] (bytes) throws(OriginalsError) in try part.file.write(UnsafeRawBufferPointer(bytes)) }
        try part.file.synchronize()
    }

    /// Removes what exports left in a folder when their process was ended in the middle.
    package static func removeLeftovers(in folder: BytePath) { ExportPart.removeLeftovers(in: folder) }

    /// What is to be published, for reading.
    package func open() throws(OriginalsError) -> OpenFile { try part.open() }

    private static func copy(_ original: CheckedReader, to file: OpenFile, _ isWanted: () -> Bool) throws(OriginalsError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        while true {
            guard isWanted() else { throw OriginalsError(.abandoned, "The copy was given up.") }
            let count = try original.read(into: buffer)
            if count == 0 { return }
            try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// The same with two threads: the very bytes that are written are hashed.
    private static func copy(_ original: OpenFile, _ size: Int64, _ sha256: [UInt8], to file: OpenFile, _ isWanted: () -> Bool) throws(OriginalsError) {
        let line = HashLine()
        var offset: Int64 = 0, begun: Int64 = 0
        // A file that grows without end is noticed at its first byte too many.
        while offset <= size {
            guard isWanted() else { throw OriginalsError(.abandoned, "The copy was given up.") }
            let piece = line.next()
            let count = retrying { pread(original.descriptor, piece.baseAddress, piece.count, off_t(offset)) }
            guard count >= 0 else { throw OriginalsError(errno: errno, "read", original.path) }
            if count == 0 { break }
            line.add(piece, count)
            try file.write(UnsafeRawBufferPointer(rebasing: piece[..<count]))
            offset += Int64(count)
            if offset - begun >= stride {
                file.beginSynchronizing(from: begun, count: offset - begun)
                begun = offset
            }
        }
        guard offset == size, line.digest() == sha256 else { throw CheckedReader.damaged(original.path) }
    }

    /// Gives the copy its name; never replaces what has it.
    package func publish(as path: BytePath) throws(OriginalsError) {
        try part.publish(as: path)
    }
}

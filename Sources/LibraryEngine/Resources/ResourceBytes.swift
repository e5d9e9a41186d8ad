import Decoding
import Foundation
import Glibc
import Metadata
import Originals
import PhotoModel
import Pixels
import Support
import Synchronization

/// The bytes of one resource, or of a file that stands for one, open for reading. What is read to its end was compared with the hash from the import.
package struct ResourceBytes: Sendable {
    private let file: OpenFile
    private let sha256: [UInt8]?
    /// Called where the bytes turn out to be others, or can't be read.
    private let noteDamage: @Sendable () -> Void

    /// - Throws: what `openResource` throws; why the library is out of reach.
    package init(_ resource: ResourceRecord, in library: PhotoLibrary) throws(LibraryError) {
        // A library that was moved away is held open by us, and is not the one any more that its path names.
        try library.changes.checkAvailability()
        (file, sha256) = (try library.openResource(resource), Array(resource.sha256))
        let marker = library.damageMarker
        noteDamage = { marker.note(otherBytesOf: resource) }
    }

    /// A file that no library has.
    package init(fileAt url: URL) throws(LibraryError) {
        do throws(OriginalsError) {
            (file, sha256, noteDamage) = (try SourceFile(opening: BytePath(url.path)).file, nil, {})
        } catch {
            throw LibraryError(error)
        }
    }

    /// From the beginning, piece by piece.
    package func pieces() throws(LibraryError) -> ResourcePieces { try ResourcePieces(file, sha256, noteDamage) }

    /// Writes a file that gets its name once all of it is there, compared and on disk. What has the name already stays.
    /// - Parameter isWanted: asked between two pieces.
    /// - Throws: `.unreadable` where the bytes are not the ones that were imported, `.exists` where something has the name, `.cannotWrite` where the folder
    ///   takes no file; `CancellationError` where nobody wants it any more.
    package func write(to url: URL, isWanted: () -> Bool = { true }) throws {
        let path = BytePath(url.path), folder = BytePath(url.deletingLastPathComponent().path)
        do throws(OriginalsError) {
            try ExportedFile(copying: file, sha256: sha256, into: folder, isWanted: isWanted).publish(as: path)
        } catch {
            if error.code == .abandoned { throw CancellationError() }
            if error.code == .unreadable { noteDamage() }
            throw LibraryError(error)
        }
    }

    /// What the file says of itself. Waits for the disk and a worker.
    package func facts(by decoder: any MediaDecoder, named name: String) throws(CodecError) -> MediaFacts {
        defer { withExtendedLifetime(file) {} }
        return try decoder.facts(of: file.descriptor, named: name)
    }

    /// Copies bytes from an offset on, fewer at the end of the file. What is read so is compared with nothing.
    package func read(into buffer: UnsafeMutableRawBufferPointer, from offset: Int64) throws(LibraryError) -> Int {
        defer { withExtendedLifetime(file) {} }
        var done = 0
        while done < buffer.count {
            let count = pread(file.descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset) + off_t(done))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw LibraryError(.unreadable, "\(file.path.display) could not be read: \(String(cString: strerror(errno))). Check the disk.")
            }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// All of them, in memory.
    /// - Parameter isWanted: asked between two pieces.
    /// - Throws: `.unreadable` where the bytes are not the ones that were imported; `CancellationError` where nobody wants it any more.
    package func data(isWanted: () -> Bool = { true }) throws -> Data {
        let pieces = try pieces()
        var data = Data()
        while let piece = try pieces.next(1 << 20) {
            guard isWanted() else { throw CancellationError() }
            data.append(piece)
        }
        return data
    }

    /// Their SHA-1, 20 bytes: all of them are read, and compared with the hash from the import.
    /// - Parameter isWanted: asked between two pieces.
    /// - Throws: `.unreadable` where the bytes are not the ones that were imported; `CancellationError` where nobody wants it any more.
    package func sha1(isWanted: () -> Bool = { true }) throws -> Data {
        let pieces = try pieces(), hash = ContentHash(.sha1)
        while let piece = try pieces.next(1 << 20) {
            guard isWanted() else { throw CancellationError() }
            piece.withUnsafeBytes { hash.update($0) }
        }
        guard let digest = hash.digest() else { throw LibraryError(.failed, "libcrypto could not compute a SHA-1. Check the installation of OpenSSL.") }
        return Data(digest)
    }

    /// Before anything is fetched or read: whether a file could get this name.
    /// - Throws: `.exists` or `.cannotWrite`.
    package static func checkTarget(_ url: URL) throws(LibraryError) {
        let path = BytePath(url.path), folder = BytePath(url.deletingLastPathComponent().path)
        guard url.isFileURL, !path.bytes.isEmpty, (try? FileSignature(path: folder))?.isFolder == true else {
            throw LibraryError(.cannotWrite, "\(url.isFileURL ? folder.display : url.absoluteString) is no folder here. Make it, or choose another place.")
        }
        guard (try? FileSignature(linkPath: path)) == nil else {
            throw LibraryError(.exists, "\(path.display) is there already, and is not replaced. Remove it, or choose another name.")
        }
    }
}

/// The bytes of a resource one piece after the other. For one thread at a time; others wait.
package final class ResourcePieces: Sendable {
    private let reader: Mutex<CheckedReader>
    private let noteDamage: @Sendable () -> Void

    fileprivate init(_ file: OpenFile, _ sha256: [UInt8]?, _ noteDamage: @escaping @Sendable () -> Void) throws(LibraryError) {
        self.noteDamage = noteDamage
        do throws(OriginalsError) { reader = Mutex(try CheckedReader(file, sha256: sha256)) } catch { throw LibraryError(error) }
    }

    /// `nil` after the last one, when all were compared. Waits for the disk.
    /// - Throws: `.unreadable` where the bytes are not the ones that were imported.
    package func next(_ limit: Int) throws(LibraryError) -> Data? {
        do throws(OriginalsError) {
            return try reader.withLock { reader throws(OriginalsError) in
                // One more would tell that the file has grown; the reading after the last piece does.
                let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, min(limit, Int(clamping: reader.rest))), alignment: 4096)
                var piece: Data?
                defer { if piece == nil { buffer.deallocate() } }
                let count = try reader.read(into: buffer)
                guard count > 0, let base = buffer.baseAddress else { return nil }
                piece = Data(bytesNoCopy: base, count: count, deallocator: .custom { pointer, _ in pointer.deallocate() })
                return piece
            }
        } catch {
            if error.code == .unreadable { noteDamage() }
            throw LibraryError(error)
        }
    }
}

import Glibc
import Support

/// What an object is made of: bytes that can be read again from any of them.
package protocol UploadBody: Sendable {
    /// Bytes. Exactly as many are read.
    var size: Int64 { get }
    /// SHA-256 of all of them, 32 bytes; `nil` where nobody knows before they are read.
    var sha256: [UInt8]? { get }
    /// What tells an upload in parts of this body from that of another: its hash, unless nobody is to know that. `nil` where it can't be uploaded in parts.
    var uploadIdentity: [UInt8]? { get }
    /// Reads from this byte on. May be called again, also while others read.
    func open(at offset: Int64) throws -> any BodyReader
}

extension UploadBody {
    package var uploadIdentity: [UInt8]? { sha256 }
}

/// One reading of a body; used by one thread at a time.
package protocol BodyReader: AnyObject {
    /// Fills the buffer, or a part of it; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Bytes in memory.
package struct BytesBody: UploadBody {
    let bytes: [UInt8]
    package let sha256: [UInt8]?

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let hash = ContentHash()
        bytes.withUnsafeBytes { hash.update($0) }
        sha256 = hash.digest()
    }

    package var size: Int64 { Int64(bytes.count) }

    package func open(at offset: Int64) -> any BodyReader { Reader(bytes[Int(offset)...]) }

    private final class Reader: BodyReader {
        private var rest: ArraySlice<UInt8>

        init(_ rest: ArraySlice<UInt8>) { self.rest = rest }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let count = min(buffer.count, rest.count)
            buffer.copyBytes(from: rest.prefix(count))
            rest = rest.dropFirst(count)
            return count
        }
    }
}

/// An open file, or a part of one.
package struct FileBody: UploadBody {
    /// Why a file could not be read as far as it was said to go.
    package enum Failure: Error, Equatable { case system(Int32), tooShort }

    private let descriptor: Int32
    /// Keeps the descriptor open.
    private let owner: any Sendable
    private let start: Int64
    package let size: Int64
    package let sha256: [UInt8]?

    /// - Parameters:
    ///   - descriptor: read by offset, so that its position plays no part; stays open as long as `owner` lives.
    ///   - start: the first byte that belongs to the object.
    package init(descriptor: Int32, keptOpenBy owner: any Sendable, from start: Int64 = 0, size: Int64, sha256: [UInt8]?) {
        (self.descriptor, self.owner, self.start, self.size, self.sha256) = (descriptor, owner, start, size, sha256)
    }

    package func open(at offset: Int64) -> any BodyReader { Reader(self, at: offset) }

    private final class Reader: BodyReader {
        private let body: FileBody
        private var offset: Int64

        init(_ body: FileBody, at offset: Int64) { (self.body, self.offset) = (body, offset) }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            let wanted = min(buffer.count, Int(body.size - offset))
            guard wanted > 0 else { return 0 }
            let count = retrying { pread(body.descriptor, buffer.baseAddress, wanted, off_t(body.start + offset)) }
            guard count >= 0 else { throw Failure.system(errno) }
            guard count > 0 else { throw Failure.tooShort }
            offset += Int64(count)
            return count
        }
    }
}

extension CloudError {
    /// What a body's reader threw.
    static func reading(_ key: String, _ error: any Error) -> CloudError {
        switch error {
        case FileBody.Failure.tooShort: .sourceChanged(key)
        case FileBody.Failure.system(let number):
            CloudError(
                .local, object: key, "Could not read what was to be uploaded as \(key) (\(String(cString: strerror(number)))). Check the disk that it is on, and try again.",
                cause: error)
        case let error as CloudError: error
        default: CloudError(.local, object: key, "Could not read what was to be uploaded as \(key). Check the disk that it is on, and try again.", cause: error)
        }
    }
}

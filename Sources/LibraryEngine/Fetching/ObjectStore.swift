import Foundation
import Support

/// Where originals are that this machine does not hold: the one seam between a library and whatever keeps its files elsewhere. It knows objects, and
/// nothing of assets.
package protocol ObjectStore: Sendable {
    /// Passes the bytes of an object on, from first to last, in pieces of any size. Blocks; called on a thread that may be blocked, for several objects at once.
    /// - Parameters:
    ///   - cancellation: told when nobody wants the file any more; the call then ends soon, with any error.
    ///   - write: takes the next bytes. Its error ends the download and is to be passed on: nobody wants the file any more, or the disk is full.
    /// - Throws: an `ObjectStoreError`; any other error is told as a network's.
    func fetch(_ object: StoredObject, until cancellation: FetchCancellation, write: (UnsafeRawBufferPointer) throws -> Void) throws
}

/// A store that gives parts of an object as well.
package protocol PartedObjectStore: ObjectStore {
    /// Bytes of an object in memory. Called for any number of parts at once; ends soon when its task is cancelled.
    /// - Parameters:
    ///   - range: not empty; what lies behind the end is left out.
    ///   - mark: gives them only if the object is still the one that has it.
    /// - Throws: an `ObjectStoreError`, `.changed` where it is another than the mark says or has bytes that nobody kept; `CancellationError`.
    func part(of object: StoredObject, _ range: Range<Int64>, mark: String?) async throws -> ObjectPart
}

package struct ObjectPart: Sendable {
    package let bytes: [UInt8]
    /// Bytes of the whole object.
    package let size: Int64
    /// SHA-256 of the whole as the store says; `nil` where it says nothing.
    package let sha256: Data?
    /// The store's own name of what the object is now: another one for other content.
    package let mark: String

    package init(bytes: [UInt8], size: Int64, sha256: Data?, mark: String) { (self.bytes, self.size, self.sha256, self.mark) = (bytes, size, sha256, mark) }
}

/// What a store knows of a file.
package struct StoredObject: Sendable, Hashable {
    /// Names it among the library's, such as `originals/A/A1B2….heic`.
    package let key: String
    /// Bytes.
    package let size: Int64
    /// SHA-256 of the content, 32 bytes.
    package let sha256: Data
}

/// Why a store can't give an object.
package struct ObjectStoreError: CodedError {
    package enum Code: Sendable { case missing, changed, unreachable }

    package let code: Code
    /// Names no file.
    package let message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
}

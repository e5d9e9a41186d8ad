import Catalog
import PhotoModel

/// Where originals are that this machine does not hold: the one seam between a library and whatever keeps its files elsewhere.
package protocol ResourceFetching: Sendable {
    /// Passes the bytes of a file on, from first to last, in pieces of any size. Blocks; called on a thread that may be blocked, for several files at once.
    /// - Parameter write: takes the next bytes. Its error ends the download and is to be passed on: nobody wants the file any more, or the disk is full.
    /// - Throws: a `LibraryError` that a person understands; any other error is told as a network's.
    func fetch(_ resource: ResourceRecord, write: (UnsafeRawBufferPointer) throws -> Void) throws
}

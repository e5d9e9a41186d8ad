import Foundation
import PhotoModel
import Synchronization

/// A file that is in the cloud only, read where it is, so that a movie is seen before it is here. Nothing of it is kept.
///
/// What is read is of the object that was read back before the file went, or of one that the store says has the recorded hash; from the first part on it
/// stays the same one. One that the store says has another hash is refused, with whichever part it says that. The parts themselves are compared with a hash by
/// stores that have one for each, as encrypted ones do, and by no others: what is to be kept takes a whole download. Any number of callers may read at once, on
/// any thread.
package final class ResourceParts: Sendable {
    /// Which object it is.
    private enum Mark {
        /// What the catalogue remembers of the object that was read back.
        case remembered(String?)
        case seen(String)
    }

    private let object: StoredObject
    private let filename: String
    private let store: any PartedObjectStore
    private let mark: Mutex<Mark>

    init(_ object: StoredObject, _ filename: String, _ store: any PartedObjectStore, verified mark: String?) {
        (self.object, self.filename, self.store) = (object, filename, store)
        self.mark = Mutex(.remembered(mark))
    }

    /// Bytes of the whole file.
    package var size: Int64 { object.size }

    /// What the store calls the object that parts are read of, which is another name for other content; `nil` before the first part.
    package var objectMark: String? {
        if case .seen(let seen) = mark.withLock({ $0 }) { seen } else { nil }
    }

    /// So many bytes, all in memory; one request to the store, or a few. Ends soon when its task is cancelled.
    /// - Parameter range: not empty, and inside of the file.
    /// - Throws: a `LibraryError` of the code `.network` where they can't be had, or the object is another; `CancellationError`.
    package func bytes(_ range: Range<Int64>) async throws -> [UInt8] {
        do {
            let part =
                switch mark.withLock({ $0 }) {
                case .seen(let mark): try await store.part(of: object, range, mark: mark)
                case .remembered(let known): try await first(range, known)
                }
            // Marks are the store's own, and may stay while the object becomes another one.
            guard part.size == object.size, part.bytes.count == range.count, part.sha256.map({ $0 == object.sha256 }) ?? true else { throw ResourceFetcher.unlike(filename) }
            mark.withLock { $0 = .seen(part.mark) }
            return part.bytes
        } catch {
            throw ResourceFetcher.explained(error, filename)
        }
    }

    /// The same for a thread that may wait for the network.
    package func bytes(_ range: Range<Int64>, until cancellation: FetchCancellation) throws -> [UInt8] {
        try waiting(cancellation) { try await self.bytes(range) }
    }

    /// An object whose mark is another since it was read back may have been uploaded once more, by another machine or under another key.
    private func first(_ range: Range<Int64>, _ known: String?) async throws -> ObjectPart {
        if let known {
            do { return try await store.part(of: object, range, mark: known) } catch let error as ObjectStoreError where error.code == .changed {}
        }
        let part = try await store.part(of: object, range, mark: nil)
        // Where neither the catalogue nor the store knows anything of it, its size has to do.
        guard part.sha256 != nil || known == nil else { throw ResourceFetcher.unlike(filename) }
        return part
    }
}

import Dispatch
import Support

/// Hashes a large file's pieces on a thread of its own, in their order, while whoever read them writes them: hashing takes longer than copying. For one
/// thread at a time.
final class HashLine {
    private static let pieceSize = 1 << 20, pieceCount = 4

    private let queue = DispatchQueue(label: "photos.hash")
    private let hash = ContentHash()
    /// Used in turn. The oldest is free again when it was hashed.
    private let pieces = (0..<pieceCount).map { _ in UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 4096) }
    private let free = DispatchSemaphore(value: 0)
    private var taken = 0

    init() { for _ in pieces { free.signal() } }

    /// What is still to be hashed is read until then. The work on the queue does not hold this, or it might end there.
    deinit {
        queue.sync {}
        for piece in pieces { piece.deallocate() }
    }

    /// Memory for the next piece, for `add` and nothing else; waits until there is some.
    func next() -> UnsafeMutableRawBufferPointer {
        free.wait()
        defer { taken += 1 }
        return pieces[taken % Self.pieceCount]
    }

    /// Hashes the first bytes of the piece that `next` gave last, which may be read until the next but three is asked for.
    func add(_ piece: UnsafeMutableRawBufferPointer, _ count: Int) {
        // The queue reads, one piece after the other; nobody writes before it signals.
        nonisolated(unsafe) let (bytes, hash) = (UnsafeRawBufferPointer(rebasing: piece[..<count]), hash)
        queue.async { [free] in
            hash.update(bytes)
            free.signal()
        }
    }

    /// SHA-256 of all that was added; waits for it.
    func digest() -> [UInt8]? {
        // The queue guards it: nothing else of ours runs while the caller waits for it.
        nonisolated(unsafe) let hash = hash
        return queue.sync { hash.digest() }
    }
}

import LibraryEngine
import Metadata
import Synchronization

/// A movie that is in the cloud only, while a worker makes something of a part of it: a file of its size that says at once what the movie says of itself, and into
/// which the rest comes when the worker is about to read it.
///
/// The worker maps the file, and sees what is written into it meanwhile; it has no other way to the store than to wait for bytes of this movie.
final class GrowingMovie: Sendable {
    /// What comes at a time: an encrypted store keeps pieces of a megabyte.
    private static let block: Int64 = 1 << 20

    private struct State {
        /// Numbers of those that came.
        var blocks: Set<Int64> = []
        var failure: (any Error)?
    }

    private let head: MovieHead
    private let parts: ResourceParts
    private let file: MadeFile
    private let cancellation = FetchCancellation()
    private let state = Mutex(State())

    init(_ head: MovieHead, _ parts: ResourceParts) throws { (self.head, self.parts, file) = (head, parts, try MadeFile(head)) }

    /// Open as long as this stands.
    var descriptor: Int32 { file.withDescriptor { $0 } }

    /// Why bytes did not come; `nil` where they did, and where nobody wanted them any more.
    var failure: (any Error)? { cancellation.isCancelled ? nil : state.withLock { $0.failure } }

    /// Brings bytes here. Waits for the network, on one thread at a time.
    /// - Returns: false where they can't be had.
    func fill(_ range: Range<Int64>) -> Bool {
        guard range.lowerBound >= 0, range.upperBound <= head.size, !range.isEmpty else { return false }
        let first = range.lowerBound / Self.block, last = (range.upperBound - 1) / Self.block
        do {
            for number in first...last {
                let block = number * Self.block..<min(head.size, (number + 1) * Self.block)
                if head.has(range.clamped(to: block)) || state.withLock({ $0.blocks.contains(number) }) { continue }
                let bytes = try parts.bytes(block, until: cancellation)
                try file.withDescriptor { try MadeFile.write(bytes, at: block.lowerBound, to: $0) }
                state.withLock { _ = $0.blocks.insert(number) }
            }
            return true
        } catch {
            state.withLock { $0.failure = error }
            return false
        }
    }

    /// From any thread: whoever waits for bytes waits no longer.
    func giveUp() { cancellation.cancel() }
}

import Foundation
import Support
import Synchronization

/// Downloads that are under way, one for all who want the same. They wait for the network on threads of their own.
final class Downloads<Key: Hashable & Sendable>: Sendable {
    private let running = Mutex<[Key: Download]>([:])
    /// Made for the first of them.
    private let queue: Lazy<OperationQueue>

    /// - Parameters:
    ///   - name: of the threads.
    ///   - count: how many downloads run at once.
    init(_ name: String, atOnce count: Int) {
        queue = Lazy {
            let queue = OperationQueue()
            queue.name = name
            queue.maxConcurrentOperationCount = count
            return queue
        }
    }

    /// Joins the download that is called so, or begins it. Returns at once.
    /// - Parameters:
    ///   - body: brings it here, on one of the threads.
    ///   - ended: called there with what came of that, and tells everybody. By then who comes begins another download.
    func join(
        _ key: Key, _ ticket: FetchTicket, _ body: @escaping @Sendable (Download) throws -> Void, ended: @escaping @Sendable (Download, FetchTicket.End) -> Void
    ) {
        let new = running.withLock { running -> Download? in
            if let known = running[key], known.join(ticket) { return nil }
            let new = Download()
            _ = new.join(ticket)
            running[key] = new
            return new
        }
        guard let new else { return }
        queue.value.addOperation { [self] in
            let result = Result { try body(new) }
            running.withLock { if $0[key] === new { $0[key] = nil } }
            ended(new, result)
        }
    }

    /// How much is here of those whose keys are meant, from 0 to 1.
    func fractions(where isMeant: (Key) -> Bool) -> [Double] { running.withLock { $0.filter { isMeant($0.key) }.map(\.value.fraction) } }
}

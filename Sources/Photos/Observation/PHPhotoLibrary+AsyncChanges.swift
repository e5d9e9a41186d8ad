import Foundation
import LibraryEngine
import PhotoModel
import Synchronization

extension PHPhotoLibrary {
    /// Changes as they happen, from this call on; those that come while one is being handled are joined into the next. Addition.
    ///
    /// Ends with its task, and when the library goes away. Each call gives a sequence of its own, for one loop.
    public func changes() -> AsyncStream<PHChange> {
        guard let library = session.openLibrary else { return AsyncStream { $0.finish() } }
        let iterator = ChangeIterator(session, library)
        return AsyncStream { await iterator.next() }
    }
}

/// What one sequence of changes has told so far. It stops listening when nobody has it any more.
private final class ChangeIterator: Sendable {
    private let session: LibrarySession
    private let subscriptions: [ChangeSubscription]
    private let positions: AsyncStream<ChangePosition>
    private let told: Mutex<ChangePosition>

    init(_ session: LibrarySession, _ library: PhotoLibrary) {
        // The newest position says it all: what it joins begins where the last one ended.
        let (positions, continuation) = AsyncStream.makeStream(of: ChangePosition.self, bufferingPolicy: .bufferingNewest(1))
        let known = library.changes.newestPosition()
        told = Mutex(known ?? .start)
        subscriptions = [
            library.changes.observe { continuation.yield($0) },
            library.changes.observeAvailability { _ in continuation.finish() },
        ]
        (self.session, self.positions) = (session, positions)
        // Nothing between the first line and the listening is left out.
        if let known, let newest = library.changes.positionToTell(), newest > known { continuation.yield(newest) }
    }

    deinit { subscriptions.forEach { $0.cancel() } }

    func next() async -> PHChange? {
        for await position in positions {
            let start = told.withLock { told -> ChangePosition? in
                guard position > told else { return nil }
                defer { told = position }
                return told
            }
            if let start { return PHChange(session, after: start, through: position) }
        }
        return nil
    }
}

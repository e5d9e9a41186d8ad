import Dispatch
import Synchronization

/// One handler that hears at most once that the library has gone away.
final class AvailabilityListener: Sendable {
    private let handler: Mutex<(@Sendable (LibraryError) -> Void)?>
    private let queue: DispatchQueue

    init(queue: DispatchQueue, _ handler: @escaping @Sendable (LibraryError) -> Void) {
        self.queue = queue
        self.handler = Mutex(handler)
    }

    func tell(_ reason: LibraryError) { queue.async { self.take()?(reason) } }

    func cancel() { _ = take() }

    /// Let go of outside the lock: it may hold an object whose end comes back here.
    private func take() -> (@Sendable (LibraryError) -> Void)? {
        handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
    }
}

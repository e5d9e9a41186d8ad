import Dispatch
import Glibc
import Synchronization

/// Lets one thread of this process write at a time, and bounds the wait of the others. SQLite does the same between processes.
final class WriterGate: Sendable {
    private let turn = DispatchSemaphore(value: 1)
    /// The thread that is inside; 0 is nobody.
    private let owner = Atomic<UInt>(0)

    enum Refusal: Error { case timedOut, nested }

    /// - Parameter seconds: how long to wait for one's turn.
    func run<T>(waiting seconds: Double, _ body: () throws -> T) throws -> T {
        let me = pthread_self()
        // Only this thread can have stored its own identity, so the answer can't be outdated.
        if owner.load(ordering: .relaxed) == me { throw Refusal.nested }
        guard turn.wait(timeout: .now() + seconds) == .success else { throw Refusal.timedOut }
        owner.store(me, ordering: .relaxed)
        defer {
            owner.store(0, ordering: .relaxed)
            turn.signal()
        }
        return try body()
    }
}

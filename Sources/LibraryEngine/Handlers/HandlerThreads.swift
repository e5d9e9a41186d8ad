import Foundation

/// Threads on which clients' handlers are called: each call has one to itself, which is made when none is free.
///
/// A handler may wait for another one's call, and that for a third. A dispatch queue, concurrent or not, has about as many threads as the machine has
/// processors, and when all of them wait it gets one more a second; here the next call has a thread at once, up to `most` at a time.
// All mutable state is guarded by `condition`.
package final class HandlerThreads: @unchecked Sendable {
    package static let shared = HandlerThreads()

    /// Calls that may be under way at once; more wait for one of them to return.
    package static let most = 512
    /// Threads that stay for the next call, and for how long.
    private static let mostIdle = 4, patience: TimeInterval = 10

    private let condition = NSCondition()
    private var waiting: [@Sendable () -> Void] = []
    /// Threads, and those of them that are about to take the next call.
    private var count = 0, free = 0

    package init() {}

    /// Calls `body` soon, on another thread than the caller's.
    package func call(_ body: @escaping @Sendable () -> Void) {
        let needsThread = condition.withLock {
            waiting.append(body)
            if waiting.count <= free {
                condition.signal()
                return false
            }
            guard count < Self.most else { return false }
            count += 1
            free += 1
            return true
        }
        guard needsThread else { return }
        let thread = Thread { [self] in work() }
        thread.name = "photos.handler"
        thread.start()
    }

    private func work() {
        while let body = next() {
            body()
            condition.withLock { free += 1 }
        }
    }

    /// - Returns: `nil` where there was nothing to do for a while, or others wait for work already.
    private func next() -> (@Sendable () -> Void)? {
        condition.withLock {
            let end = Date(timeIntervalSinceNow: Self.patience)
            while waiting.isEmpty {
                if free > Self.mostIdle || !condition.wait(until: end), waiting.isEmpty {
                    free -= 1
                    count -= 1
                    return nil
                }
            }
            free -= 1
            return waiting.removeFirst()
        }
    }
}

import Foundation

/// Whose thumbnails and previews are being made, so that nobody makes them a second time meanwhile.
final class DerivationsUnderWay: @unchecked Sendable {
    /// Guards what follows, which is what makes the class sendable.
    private let condition = NSCondition()
    private var keys: Set<SourceKey> = []
    private var waiters = 0

    /// Threads that wait for others, for tests.
    var waiting: Int { condition.withLock { waiters } }

    /// - Returns: whether the caller is to make them, and to tell their `end`; false once another thread has made them, or could not.
    func begin(_ key: SourceKey) -> Bool {
        condition.withLock {
            if keys.insert(key).inserted { return true }
            waiters += 1
            while keys.contains(key) { condition.wait() }
            waiters -= 1
            return false
        }
    }

    func end(_ key: SourceKey) {
        condition.withLock {
            keys.remove(key)
            condition.broadcast()
        }
    }
}

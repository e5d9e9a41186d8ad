import Synchronization

/// How often, and after which pauses, something that failed for a moment is tried again.
package struct RetryPolicy: Sendable {
    /// Attempts that move nothing, the first included, before it is given up.
    package var attempts = 6
    /// Seconds: the longest pause before the second attempt. Each further one may be twice as long.
    package var base = 0.2
    /// Seconds: no pause is longer, unless the server asks for it.
    package var cap = 20.0
    /// Seconds: what a server may ask for at most.
    package var longest = 60.0

    package init() {}

    /// Seconds before the next attempt: anything from nothing to the longest pause ("full jitter"), so that those who failed together do not come together
    /// again.
    /// - Parameters:
    ///   - failures: attempts so far, at least 1.
    ///   - random: from 0 up to 1.
    ///   - asked: what the server asked for, in seconds.
    func pause(afterFailures failures: Int, random: Double, asked: Double?) -> Double {
        let ceiling = min(cap, base * Double(1 << min(failures - 1, 30)))
        return max(min(asked ?? 0, longest), ceiling * random)
    }
}

/// What all requests of a store may spend on second attempts: where most fail, they do not multiply what the server has to refuse.
final class RetryBudget: Sendable {
    static let full = 500.0, cost = 5.0, reward = 1.0

    private let tokens = Mutex(full)

    /// False where nothing is left, and the failure is to be told.
    func take() -> Bool {
        tokens.withLock { tokens in
            guard tokens >= Self.cost else { return false }
            tokens -= Self.cost
            return true
        }
    }

    func succeeded() { tokens.withLock { $0 = min(Self.full, $0 + Self.reward) } }
}

import Catalog
import Foundation
import Synchronization

/// How long changes are remembered, and when it was last looked whether some are too old.
package final class HistoryRetention: Sendable {
    package static let days = 90
    /// Changes go once the oldest is a day over its time, so that a library in use is pruned once a day.
    static let slack: TimeInterval = 86_400
    /// Items forgotten in one transaction: a few hundredths of a second that another writer may have to wait.
    static let step = 20_000
    /// Between two looks at a log that has nothing too old.
    static let interval: TimeInterval = 3_600

    private let next = Mutex(-Double.infinity)

    /// True once an interval, and always where the clock was set back by more than one.
    func isDue(at now: TimeInterval) -> Bool { next.withLock { now >= $0 || now < $0 - 2 * Self.interval } }

    func wait(from now: TimeInterval) { next.withLock { $0 = now + Self.interval } }
}

extension PhotoLibrary {
    /// Forgets all changes before a date, as happens to old ones; the newest stays.
    package func forgetHistory(before date: TimeInterval) throws { _ = try catalog.write(author: "prune") { try $0.pruneChanges(before: date) } }

    /// Forgets a step's worth of changes that are too old. Called when a library is opened and after commits; nearly always it does nothing.
    func pruneHistory() {
        let now = environment.now().timeIntervalSinceReferenceDate
        guard retention.isDue(at: now) else { return }
        let limit = now - TimeInterval(HistoryRetention.days) * 86_400
        do {
            let oldest = try catalog.read { try $0.oldestChangeDate } ?? now
            guard oldest < limit - HistoryRetention.slack else { return retention.wait(from: now) }
            let isDone = try catalog.write(author: "prune") {
                // What the record does not hold yet, it must find in the history.
                try $0.pruneChanges(before: limit, through: recordUpdater?.recordedPosition, atMost: HistoryRetention.step)
            }
            if isDone { retention.wait(from: now) }
        } catch {
            // The log is longer than it need be, and nothing else: tried again later.
            retention.wait(from: now)
            environment.log(.info, "Old history could not be pruned: \(error)")
        }
    }
}

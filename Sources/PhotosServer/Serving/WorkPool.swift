import Foundation

/// Threads for work that blocks them, made as they are needed. It waits in queues, which take turns, so that no queue waits for the others' work;
/// each has few threads at a time, so that whatever never returns in one of them leaves threads to the others.
// All mutable state, `state`, is guarded by `condition`.
package final class WorkPool<Queue: Hashable & Sendable>: Sendable {
    /// Threads hold this and not the pool, and end with the pool.
    private let core: Core

    /// - Parameters:
    ///   - threads: at most, over all queues.
    ///   - threadsPerQueue: at most for one queue.
    ///   - patience: a queue all of whose threads have been busy with one piece of work for longer than this takes no more until one comes back;
    ///     `nil` waits.
    package init(threads: Int, threadsPerQueue: Int, patience: Duration? = nil) {
        core = Core(threads: threads, threadsPerQueue: threadsPerQueue, patience: patience)
    }

    deinit { core.end() }

    /// The result of `body`, run on one of the threads. Work that has not begun when the task is cancelled never does.
    /// - Throws: what `body` throws; `CancellationError`; `WorkPoolStuck`.
    package func run<T: Sendable>(in queue: Queue, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        let ticket = Ticket()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                core.submit(
                    queue,
                    Job(ticket: ticket) { refusal in
                        continuation.resume(with: refusal.map { .failure($0) } ?? Result(catching: body))
                    })
            }
        } onCancel: {
            core.cancel(ticket, queue)
        }
    }

    /// Work under way, and work that waits.
    package var counts: WorkCounts { core.counts }

    /// Returns as soon as the counts are as wanted, for tests.
    package func wait(until isWanted: @escaping @Sendable (WorkCounts) -> Bool) async {
        await withCheckedContinuation { core.watch(isWanted, $0) }
    }
}

package struct WorkCounts: Sendable, Equatable {
    package var running = 0
    package var waiting = 0

    package init(running: Int = 0, waiting: Int = 0) { (self.running, self.waiting) = (running, waiting) }
}

/// No work that a queue has begun comes back.
package struct WorkPoolStuck: Error {}

extension WorkPool {
    /// Guarded by the core's condition.
    fileprivate final class Ticket: @unchecked Sendable {
        var isCancelled = false
    }

    fileprivate struct Job {
        let ticket: Ticket
        /// Runs the work, or passes on why it does not run.
        let finish: (_ refusal: (any Error)?) -> Void
    }

    // All mutable state is guarded by `condition`.
    fileprivate final class Core: @unchecked Sendable {
        private let condition = NSCondition()
        private let mostThreads: Int, threadsPerQueue: Int
        private let patience: Duration?
        private var waiting: [Queue: [Job]] = [:]
        /// Queues that are not empty, the next one first.
        private var turns: [Queue] = []
        /// When each piece of work that runs was begun.
        private var begun: [Queue: [ContinuousClock.Instant]] = [:]
        private var threads = 0, idle = 0
        private var hasEnded = false
        private var watchers: [(isWanted: (WorkCounts) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

        init(threads: Int, threadsPerQueue: Int, patience: Duration?) {
            (mostThreads, self.threadsPerQueue, self.patience) = (threads, threadsPerQueue, patience)
        }

        func end() {
            condition.withLock {
                hasEnded = true
                condition.broadcast()
            }
        }

        var counts: WorkCounts { condition.withLock { currentCounts } }

        func submit(_ queue: Queue, _ job: Job) {
            let refusals: [(Job, any Error)] = condition.withLock {
                if job.ticket.isCancelled { return [(job, CancellationError())] }
                if isStuck(queue) {
                    // Whatever waited in it already waits for nothing as well.
                    let others = waiting.removeValue(forKey: queue) ?? []
                    turns.removeAll { $0 == queue }
                    return (others + [job]).map { ($0, WorkPoolStuck()) }
                }
                if waiting[queue] == nil { turns.append(queue) }
                waiting[queue, default: []].append(job)
                callThread()
                return []
            }
            for (job, error) in refusals { job.finish(error) }
            told()
        }

        func cancel(_ ticket: Ticket, _ queue: Queue) {
            let job: Job? = condition.withLock {
                ticket.isCancelled = true
                guard let index = waiting[queue]?.firstIndex(where: { $0.ticket === ticket }) else { return nil }
                defer {
                    if waiting[queue]?.isEmpty == true {
                        waiting[queue] = nil
                        turns.removeAll { $0 == queue }
                    }
                }
                return waiting[queue]?.remove(at: index)
            }
            job?.finish(CancellationError())
            told()
        }

        func watch(_ isWanted: @escaping (WorkCounts) -> Bool, _ continuation: CheckedContinuation<Void, Never>) {
            condition.withLock { watchers.append((isWanted, continuation)) }
            told()
        }

        // MARK: Under the lock

        private var currentCounts: WorkCounts {
            WorkCounts(running: begun.values.reduce(0) { $0 + $1.count }, waiting: waiting.values.reduce(0) { $0 + $1.count })
        }

        private func hasThread(_ queue: Queue) -> Bool { (begun[queue]?.count ?? 0) < threadsPerQueue }

        private func isStuck(_ queue: Queue) -> Bool {
            guard let patience, !hasThread(queue), let newest = begun[queue]?.max() else { return false }
            return newest.duration(to: .now) > patience
        }

        /// Sees to it that somebody comes for work that may begin.
        private func callThread() {
            guard turns.contains(where: hasThread) else { return }
            if idle > 0 { return condition.signal() }
            guard threads < mostThreads else { return }
            threads += 1
            let thread = Thread { [self] in work() }
            thread.name = "photos.work"
            thread.start()
        }

        /// The next piece of work, of the first queue in turn that has room.
        private func take() -> (Queue, Job, ContinuousClock.Instant)? {
            guard let index = turns.firstIndex(where: hasThread) else { return nil }
            let queue = turns.remove(at: index)
            guard let job = waiting[queue]?.removeFirst() else { return nil }
            if waiting[queue]?.isEmpty == true { waiting[queue] = nil } else { turns.append(queue) }
            let now = ContinuousClock.now
            begun[queue, default: []].append(now)
            // Two pieces of work may have come before one idle thread woke.
            callThread()
            return (queue, job, now)
        }

        // MARK: Threads

        private func work() {
            while let (queue, job, start) = next() {
                told()
                job.finish(nil)
                condition.withLock {
                    if let index = begun[queue]?.firstIndex(of: start) { begun[queue]?.remove(at: index) }
                    if begun[queue]?.isEmpty == true { begun[queue] = nil }
                }
                told()
            }
        }

        /// Waits for work; `nil` at the end.
        private func next() -> (Queue, Job, ContinuousClock.Instant)? {
            condition.withLock {
                while true {
                    if let taken = take() { return taken }
                    guard !hasEnded else { return nil }
                    idle += 1
                    condition.wait()
                    idle -= 1
                }
            }
        }

        /// Wakes those who wait for these counts.
        private func told() {
            let satisfied = condition.withLock { () -> [CheckedContinuation<Void, Never>] in
                guard !watchers.isEmpty else { return [] }
                let counts = currentCounts
                let satisfied = watchers.filter { $0.isWanted(counts) }.map(\.continuation)
                watchers.removeAll { $0.isWanted(counts) }
                return satisfied
            }
            for continuation in satisfied { continuation.resume() }
        }
    }
}

import Foundation
import Synchronization

/// Threads that wait for disks and networks, apart from those that Swift's tasks run on. They come as they are needed, and end when nothing comes for a while.
final class BlockingWork: Sendable {
    private typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        /// Index of the next job.
        var first = 0
        var threads = 0
        var idle = 0

        mutating func next() -> Job? {
            guard first < jobs.count else { return nil }
            defer {
                first += 1
                if first == jobs.count { (jobs, first) = ([], 0) }
            }
            return jobs[first]
        }
    }

    /// Outlives the pool as long as threads wait in it.
    private final class Shared: Sendable {
        // Guarded by `condition`, which is locked around every use.
        nonisolated(unsafe) var state = State()
        let condition = NSCondition()

        func work() {
            while let job = take() { job() }
        }

        private func take() -> Job? {
            condition.withLock {
                let end = Date(timeIntervalSinceNow: 5)
                while true {
                    if let job = state.next() { return job }
                    state.idle += 1
                    let isInTime = condition.wait(until: end)
                    state.idle -= 1
                    if !isInTime, state.first == state.jobs.count {
                        state.threads -= 1
                        return nil
                    }
                }
            }
        }
    }

    private let name: String
    private let width: Int
    private let shared = Shared()

    /// - Parameter width: how many wait at once; more than these queue up.
    init(name: String, width: Int) { (self.name, self.width) = (name, width) }

    /// Runs on one of the threads. The task's cancellation only raises the flag, which `body` looks at as often as it can stop.
    func run<Value: Sendable>(_ body: @escaping @Sendable (CancellationFlag) throws(CloudError) -> Value) async throws(CloudError) -> Value {
        let flag = CancellationFlag()
        let result: Result<Value, CloudError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add { continuation.resume(returning: Result { () throws(CloudError) in try body(flag) }) }
            }
        } onCancel: {
            flag.raise()
        }
        return try result.get()
    }

    private func add(_ job: @escaping Job) {
        let needsThread = shared.condition.withLock {
            shared.state.jobs.append(job)
            shared.condition.signal()
            guard shared.state.jobs.count - shared.state.first > shared.state.idle, shared.state.threads < width else { return false }
            shared.state.threads += 1
            return true
        }
        guard needsThread else { return }
        let thread = Thread { [shared] in shared.work() }
        thread.name = name
        thread.stackSize = 1 << 20
        thread.start()
    }
}

/// Whether anybody still wants what is being done.
final class CancellationFlag: Sendable {
    private let isUp = Atomic(false)
    private let onRaise = Mutex<(@Sendable () -> Void)?>(nil)

    var isRaised: Bool { isUp.load(ordering: .acquiring) }

    func raise() {
        isUp.store(true, ordering: .releasing)
        onRaise.withLock { $0?() }
    }

    /// Has somebody told of the flag while `body` runs, who waits for something else meanwhile. `wake` is called under a lock, and once at most.
    func telling<Value>(_ wake: @escaping @Sendable () -> Void, while body: () -> Value) -> Value {
        onRaise.withLock { $0 = wake }
        defer { onRaise.withLock { $0 = nil } }
        return body()
    }

    func check(_ key: String?, _ store: String) throws(CloudError) {
        if isRaised { throw .cancelled(key, store) }
    }
}

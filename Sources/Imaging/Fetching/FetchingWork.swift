import Foundation
import Synchronization

/// Brings files to this machine for one piece of work. Returns at once, with what ends the waiting. `done` is called once, on any thread: with why they
/// can't be had, or `CancellationError` where the waiting was ended.
package typealias FileFetch = @Sendable (_ done: @escaping @Sendable (Result<Void, any Error>) -> Void) -> @Sendable () -> Void

/// An error that says whether it helps to fetch a file.
package protocol FetchableError: Error {
    /// The file is in the cloud and not on this machine.
    var isInCloud: Bool { get }
}

/// Work on files that may be in the cloud: it is tried, and where a file is not here it is fetched, outside of the threads that work, and the work is
/// tried a second time. To whoever waits it is one piece of work, which ends once.
///
/// Whatever reads originals follows this rule: with callbacks by an object of this class, else by one of its two functions, `now` and `awaited`.
package final class FetchingWork<Value: Sendable>: Sendable {
    package typealias End = Result<Value, any Error>
    /// Begins one of the two tries and returns at once, with what ends it early.
    package typealias Attempt = @Sendable (Turn) -> @Sendable () -> Void

    /// One of the two tries, as whoever makes it sees it.
    package struct Turn: Sendable {
        fileprivate let work: FetchingWork
        fileprivate let phase: Phase

        package var isSecond: Bool { phase == .second }

        /// Whether anybody still waits for it.
        package var isWanted: Bool { work.state.withLock { $0.phase == phase && !$0.isCancelled } }

        /// From any thread; only the first call counts.
        package func end(_ result: End) { work.tried(result, phase) }
    }

    fileprivate enum Phase { case idle, first, fetching, second, ended }

    fileprivate struct Plan: Sendable {
        let fetch: FileFetch?
        let attempt: Attempt
        let done: @Sendable (End) -> Void
    }

    fileprivate struct State {
        var phase = Phase.idle
        var isCancelled = false
        /// From the start to the end.
        var plan: Plan?
        /// Ends what goes on now; `nil` also where it has only begun.
        var stop: (@Sendable () -> Void)?
    }

    fileprivate let state = Mutex(State())

    package init() {}

    /// Call it once. Work that was cancelled before ends at once.
    /// - Parameters:
    ///   - fetch: used where the first try ends with a file in the cloud; `nil`: such work fails.
    ///   - done: called once, on the thread that ends the work: with `CancellationError` where it was cancelled or its download ended.
    package func start(fetch: FileFetch?, attempt: @escaping Attempt, done: @escaping @Sendable (End) -> Void) {
        state.withLock { $0.plan = Plan(fetch: fetch, attempt: attempt, done: done) }
        enter(.first, after: .idle)
    }

    /// Ends what goes on now, and nothing else begins.
    package func cancel() {
        let stop = state.withLock { state in
            state.isCancelled = true
            defer { state.stop = nil }
            return state.stop
        }
        stop?()
    }

    private func enter(_ phase: Phase, after last: Phase) {
        let (plan, old, isCancelled) = state.withLock { state -> (Plan?, (@Sendable () -> Void)?, Bool) in
            guard state.phase == last else { return (nil, nil, false) }
            defer { (state.phase, state.stop) = (phase, nil) }
            return (state.plan, state.stop, state.isCancelled)
        }
        // Let go of outside the lock, as everything that a caller gave.
        withExtendedLifetime(old) {}
        guard let plan else { return }
        if isCancelled { return end(.failure(CancellationError()), phase) }
        let stop = phase == .fetching ? fetch(plan) : plan.attempt(Turn(work: self, phase: phase))
        let isLate = state.withLock { state in
            // It may be over by now.
            guard state.phase == phase else { return false }
            if !state.isCancelled { state.stop = stop }
            return state.isCancelled
        }
        if isLate { stop() }
    }

    private func fetch(_ plan: Plan) -> @Sendable () -> Void {
        guard let fetch = plan.fetch else { return {} }
        return fetch { result in
            switch result {
            case .success: self.enter(.second, after: .fetching)
            case .failure(let error): self.end(.failure(error), .fetching)
            }
        }
    }

    private func tried(_ result: End, _ phase: Phase) {
        if phase == .first, case .failure(let error) = result, error.asksForFetch, state.withLock({ $0.plan?.fetch != nil }) {
            enter(.fetching, after: .first)
        } else {
            end(result, phase)
        }
    }

    private func end(_ result: End, _ phase: Phase) {
        let (plan, stop) = state.withLock { state -> (Plan?, (@Sendable () -> Void)?) in
            guard state.phase == phase else { return (nil, nil) }
            defer { (state.phase, state.plan, state.stop) = (.ended, nil, nil) }
            return (state.plan, state.stop)
        }
        plan?.done(result)
        withExtendedLifetime(stop) {}
    }
}

extension FetchingWork {
    /// A try on a thread of the queue's, which may wait for the disk. Stopped, it is over at once, whatever the thread is at.
    package static func on(_ queue: OperationQueue, _ read: @escaping @Sendable () throws -> Value) -> Attempt {
        { turn in
            queue.addOperation { if turn.isWanted { turn.end(Result { try read() }) } }
            return { turn.end(.failure(CancellationError())) }
        }
    }

    /// The end, waited for without a thread. Cancelling the task cancels the work.
    package nonisolated(nonsending) func result(fetch: FileFetch?, attempt: @escaping Attempt) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { task in start(fetch: fetch, attempt: attempt) { task.resume(with: $0) } }
        } onCancel: {
            cancel()
        }
    }

    /// The same rule for work on the calling thread, which also waits for the fetch.
    package static func now(_ fetch: FileFetch?, _ work: () throws -> Value) throws -> Value {
        do { return try work() } catch {
            guard let fetch, error.asksForFetch else { throw error }
            let outcome = Mutex<Result<Void, any Error>>(.success(())), done = DispatchSemaphore(value: 0)
            _ = fetch { result in
                outcome.withLock { $0 = result }
                done.signal()
            }
            done.wait()
            try outcome.withLock { $0 }.get()
        }
        return try work()
    }

    /// The same rule for work that is awaited. Cancelling the task ends the fetch.
    package nonisolated(nonsending) static func awaited(_ fetch: FileFetch?, _ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch {
            guard let fetch, error.asksForFetch else { throw error }
            try await FetchingWork<Void>().result(fetch: nil) { turn in fetch { turn.end($0) } }
        }
        return try await work()
    }
}

extension Error {
    fileprivate var asksForFetch: Bool { (self as? any FetchableError)?.isInCloud == true }
}

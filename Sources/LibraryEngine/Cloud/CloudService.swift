import Catalog
import Dispatch
import Foundation
import Synchronization

/// Uploads what comes into a library, and makes room where the settings ask for it, for as long as a process serves the library: a while after each commit, in
/// the hours that are set, and again later where it failed.
package final class CloudService: Sendable {
    private struct State {
        var commits: CommitSubscription?
        var isRunning = false
        var isStopped = false
        /// Somebody asked for a round while one ran.
        var isWanted = false
        var failures = 0
        var progress: CloudProgress?
        var problem: String?
    }

    private let library: PhotoLibrary
    private let queue = DispatchQueue(label: "photos.cloud", qos: .utility)
    private let state = Mutex(State())
    /// Has whoever is in a round.
    private let idle = DispatchGroup()

    /// After a commit, so that an import becomes one round.
    private static let delay = DispatchTimeInterval.seconds(5)
    private static let longestPause = 3_600.0

    package init(_ library: PhotoLibrary) { self.library = library }

    /// Begins to follow the library. What was waiting before goes as well.
    package func start() {
        let commits = library.catalog.onCommit { [weak self] _ in self?.schedule(after: Self.delay) }
        state.withLock { $0.commits = commits }
        schedule(after: .milliseconds(500))
    }

    /// Ends what goes on, and waits for it.
    package func stop() {
        let commits = state.withLock { state in
            state.isStopped = true
            defer { state.commits = nil }
            return state.commits
        }
        commits?.cancel()
        idle.wait()
    }

    /// How far the round is that goes on; `nil` between two.
    package var progress: CloudProgress? { state.withLock { $0.progress } }

    /// Why the last round failed, for a person; `nil` where it did not.
    package var problem: String? { state.withLock { $0.problem } }

    /// - Returns: false where it was stopped meanwhile.
    private func begin() -> Bool {
        state.withLock { state in
            if !state.isStopped { idle.enter() }
            return !state.isStopped
        }
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    private func schedule(after delay: DispatchTimeInterval) {
        let isFirst = state.withLock { state in
            guard !state.isStopped else { return false }
            guard !state.isRunning else {
                state.isWanted = true
                return false
            }
            state.isRunning = true
            return true
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in
            // Whoever stops it waits for a round, and not for the pause before one, which may be an hour.
            guard let self, begin() else { return }
            defer { idle.leave() }
            let pause = round()
            let again = state.withLock { state in
                state.isRunning = false
                defer { state.isWanted = false }
                return state.isWanted && !state.isStopped
            }
            if let pause { schedule(after: pause) } else if again { schedule(after: Self.delay) }
        }
    }

    /// - Returns: when to try again; `nil` where there is no need to before the next commit.
    private func round() -> DispatchTimeInterval? {
        do {
            guard let settings = try library.cloudSettings(), !settings.isPaused else { return nil }
            if let hours = settings.hours, !hours.contains(Calendar.current.component(.hour, from: library.environment.now())) { return .seconds(600) }
            var work = CloudWork()
            work.isCancelled = { [weak self] in self?.isStopped ?? true }
            work.progress = { [weak self] progress in self?.state.withLock { $0.progress = progress } }
            defer { state.withLock { $0.progress = nil } }
            let uploaded = try library.upload(work)
            if try library.isSynchronized(), !uploaded.isInterrupted { _ = try library.synchronize(work) }
            if settings.localLimit != nil, !uploaded.isInterrupted { _ = try library.evict(downTo: nil, work) }
            state.withLock { ($0.failures, $0.problem) = (0, uploaded.failed.first?.message) }
            // Nothing here tells of what others did.
            return try uploaded.failed.isEmpty && !library.isSynchronized() ? nil : .seconds(60)
        } catch {
            let message = (error as? LibraryError)?.message ?? "\(error)"
            let (pause, isNew) = state.withLock { state in
                state.failures += 1
                defer { state.problem = message }
                return (min(Self.longestPause, 30 * Double(1 << min(state.failures, 8))), state.problem != message)
            }
            if isNew { library.environment.log(.warning, "The cloud could not be brought up to date, which is tried again: \(message)") }
            return .seconds(Int(pause))
        }
    }
}

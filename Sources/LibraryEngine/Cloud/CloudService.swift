import Catalog
import Dispatch
import Foundation
import PhotoModel
import Synchronization

/// Uploads what comes into a library, and makes room where the settings ask for it, for as long as a process serves the library: a while after each commit, in
/// the hours that are set, and again later where it failed.
package final class CloudService: Sendable {
    private struct State {
        var commits: ChangeSubscription?
        var isRunning = false
        var isStopped = false
        /// Somebody wants the round that goes on to end.
        var isPaused = false
        /// Somebody asked for a round while one ran.
        var isWanted = false
        var failures = 0
        var progress: CloudProgress?
        var problem: String?
        /// The fewest photos that waited for their thumbnails, and since when.
        var undrawn: (count: Int, since: Date)?
    }

    private let library: PhotoLibrary
    private let queue = DispatchQueue(label: "photos.cloud", qos: .utility)
    private let state = Mutex(State())
    /// Has whoever is in a round.
    private let idle = DispatchGroup()

    /// After a commit, so that an import becomes one round.
    private static let delay = DispatchTimeInterval.seconds(5)
    private static let longestPause = 3_600.0
    /// Seconds in which a thumbnail or more should be made.
    private static let patience = 600.0
    /// Previews that are sent at a time.
    private static let previews = 128
    /// Bytes that a change of the library takes at most, about.
    private static let change: Int64 = 16 << 20
    /// Bytes that are kept free on the library's disk, where that can be.
    private let spare: Int64
    /// Between two looks at the disk.
    private let spacePause: DispatchTimeInterval
    private let spaceQueue = DispatchQueue(label: "photos.cloud.space", qos: .utility)

    package convenience init(_ library: PhotoLibrary) { self.init(library, spare: 512 << 20, pause: .seconds(60)) }

    init(_ library: PhotoLibrary, spare: Int64, pause: DispatchTimeInterval) { (self.library, self.spare, spacePause) = (library, spare, pause) }

    /// Begins to follow the library. What was waiting before goes as well.
    package func start() {
        let commits = library.catalog.onCommit { [weak self] _ in self?.schedule(after: Self.delay) }
        state.withLock { $0.commits = commits }
        schedule(after: .milliseconds(500))
        watchSpace()
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

    /// Has uploads wait, the one that goes on too, or go on.
    /// - Throws: a `LibraryError`.
    package func pause(_ isPaused: Bool) throws {
        try library.pauseCloud(isPaused)
        state.withLock { $0.isPaused = isPaused }
        if !isPaused { schedule(after: .milliseconds(100)) }
    }

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

    /// An import leaves thumbnails for later, and others hear of a photo with its thumbnail.
    /// - Parameter count: of photos that wait for theirs.
    /// - Returns: what to tell a person, where they have not become fewer for a while.
    private func note(undrawn count: Int) -> String? {
        let now = library.environment.now()
        let since = state.withLock { state in
            if count == 0 { state.undrawn = nil } else if state.undrawn.map({ count < $0.count }) ?? true { state.undrawn = (count, now) }
            return state.undrawn?.since
        }
        guard let since, now.timeIntervalSince(since) >= Self.patience else { return nil }
        return
            "Other machines hear of a photo when its thumbnail is made, and \(count) still wait for that. 'photos doctor' says what decodes here, and 'photos verify --repair' makes what is missing."
    }

    /// Others fill a disk as well, without a commit of this library's.
    private func watchSpace() {
        spaceQueue.asyncAfter(deadline: .now() + spacePause) { [weak self] in
            guard let self, begin() else { return }
            makeRoom()
            idle.leave()
            watchSpace()
        }
    }

    /// Makes room where the disk is nearly full, by what is in the store already: that does not wait for a round to succeed, which none does where nothing can be written.
    private func makeRoom() {
        guard library.readOnlyReason == nil, let settings = try? library.cloudSettings(), settings.localLimit != nil else { return }
        removeOriginals()
        // What goes is noted first, which takes room as well.
        if library.makeRoomForChanges() { removeOriginals() }
    }

    private func removeOriginals() {
        let space = library.originals.space, change = min(Self.change, spare)
        space.prepare(for: spare)
        // Where all that may go would not leave so much, it leaves enough for changes.
        _ = space.free { change - (space.freeBytes ?? .max) }
    }

    /// - Returns: when to try again; `nil` where there is no need to before the next commit.
    private func round() -> DispatchTimeInterval? {
        do {
            // Whoever has it wait from here on ends this round, or is heard below.
            state.withLock { $0.isPaused = false }
            guard let settings = try library.cloudSettings(), !settings.isPaused else { return nil }
            guard settings.isTime(library.environment.now()) else { return .seconds(600) }
            makeRoom()
            var work = CloudWork()
            work.isCancelled = { [weak self] in self?.state.withLock { $0.isStopped || $0.isPaused } ?? true }
            work.progress = { [weak self] progress in self?.state.withLock { $0.progress = progress } }
            defer { state.withLock { $0.progress = nil } }
            let uploaded = try library.upload(work)
            var problem = uploaded.failed.first?.message
            if try library.isSynchronized(), !uploaded.isInterrupted {
                let report = try library.synchronize(work)
                let undrawn = note(undrawn: report.undrawn)
                problem = report.problem ?? problem ?? undrawn
            }
            if settings.localLimit != nil, !uploaded.isInterrupted {
                _ = try library.evict(downTo: nil, work)
                // What is sent here next finds room for itself.
                library.originals.space.prepare(for: spare)
            }
            // Last, and a few at a time, so that nothing else waits for them.
            work.progress = { _ in }
            state.withLock { $0.progress = nil }
            let isCutShort = try !uploaded.isInterrupted && library.uploadPreviews(atMost: Self.previews, work).isCutShort
            let isNew = state.withLock { state in
                defer { (state.failures, state.problem) = (0, problem) }
                return state.problem != problem
            }
            if let problem, isNew { library.environment.log(.warning, "The cloud was not brought up to date as a whole, which is tried again: \(problem)") }
            if isCutShort { return .milliseconds(500) }
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

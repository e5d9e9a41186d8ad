import Catalog
import Dispatch
import Foundation
import PhotoModel
import Record
import Support
import Synchronization

/// Keeps the library's record in step with its catalogue: after each commit of this process, a moment later and on a queue of its own, and once more
/// when the library is closed. Whatever others have committed meanwhile is said as well.
///
/// The record never stands in the way of a change. What can't be written now is logged and tried again after the next commit; nothing is lost, since the
/// catalogue's change log says where to go on.
package final class RecordUpdater: Sendable {
    private struct State {
        var commits: ChangeSubscription?
        var isScheduled = false
        var isClosed = false
        /// The last message, so that a full disk is told of once.
        var lastFailure: String?
    }

    /// Belongs to the jobs of `queue`, one of which runs at a time.
    struct Work {
        var record: Record?
        /// Whether the record was looked at, beyond a quick check.
        var isKnown = false
        /// What was wrong with a record that was moved out of the way since the library was opened.
        var faults: [String] = []
    }

    /// The library's.
    let folder: FolderHandle
    let uuid: UUID
    let catalog: Catalog
    let now: @Sendable () -> Date
    let log: @Sendable (LogLevel, String) -> Void
    private let queue = DispatchQueue(label: "photos.record", qos: .utility)
    private let state = Mutex(State())
    private let work = Mutex(Work())
    /// Set when whoever waits wants the queue: long work that can be done another time ends.
    private let isHurried = Atomic<Bool>(false)
    private let reached = Atomic<Int64>(0)

    /// Less than the second that the record may be behind, and long enough for a burst of changes to become one.
    static let delay = DispatchTimeInterval.milliseconds(500)
    /// A library of more assets is recorded anew only where there seems to be time.
    static let fewAssets = 5_000
    static let pause = DispatchTimeInterval.seconds(3)
    /// Bytes of a record that is compacted while a closing library waits.
    static let smallRecord: Int64 = 16 << 20

    /// - Parameters:
    ///   - folder: the library's, in which the record lies.
    ///   - catalog: what is recorded.
    init(
        folder: FolderHandle, uuid: UUID, catalog: Catalog, now: @escaping @Sendable () -> Date, log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        (self.folder, self.uuid, self.catalog, self.now, self.log) = (folder, uuid, catalog, now, log)
    }

    /// Begins to follow. What was committed before is looked for as well.
    func start() {
        let commits = catalog.onCommit { [weak self] _ in self?.schedule(after: Self.delay) }
        state.withLock { $0.commits = commits }
        schedule(after: Self.delay)
    }

    /// Catches up and ends. Called before the catalogue is closed.
    func close() {
        let commits = state.withLock { state -> ChangeSubscription? in
            guard !state.isClosed else { return nil }
            state.isClosed = true
            defer { state.commits = nil }
            return state.commits
        }
        guard let commits else { return }
        commits.cancel()
        isHurried.store(true, ordering: .releasing)
        queue.sync { run(isClosing: true) }
        work.withLock { $0.record = nil }
    }

    /// Brings the record up to the newest commit, and returns when it is on the disk. Also makes a missing one, however large the library is.
    /// - Throws: what stands in the way.
    package func flush() throws(LibraryError) { try flush { false } }

    /// The same, as long as nobody wants it to end: then the next opening goes on.
    func flush(isCancelled: () -> Bool) throws(LibraryError) { try flush(telling: { _ in }, isCancelled: isCancelled) }

    /// - Parameter tell: told how many assets a record that is written anew has so far.
    func flush(telling tell: (Int) -> Void, isCancelled: () -> Bool) throws(LibraryError) {
        do {
            _ = try working { try bring(&$0, mayTakeLong: true, waiting: 30, telling: tell, isCancelled: isCancelled) }
        } catch let error as RecordError where error.code == .cancelled {
            return
        } catch { throw LibraryError(recording: error) }
    }

    /// Runs `body` between the updater's own jobs.
    func working<T>(_ body: (inout Work) throws -> T) throws -> T {
        try queue.sync { try work.withLock { try body(&$0) } }
    }

    /// The newest change that the record is known to hold; `nil` where that can't be told, and a new record will be made.
    var recordedPosition: ChangePosition? {
        let position = reached.load(ordering: .acquiring)
        if position > 0 { return ChangePosition(rawValue: position) }
        let end = try? Record(in: folder, uuid: uuid, schema: Catalog.schemaVersion, makes: false).peekLastCommit()
        return end.map { ChangePosition(rawValue: $0.position) }
    }

    func note(reached position: Int64) { reached.store(position, ordering: .releasing) }

    // MARK: Jobs

    private func schedule(after delay: DispatchTimeInterval) {
        let isFirst = state.withLock { state in
            guard !state.isScheduled, !state.isClosed else { return false }
            state.isScheduled = true
            return true
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in
            guard let self else { return }
            let goesOn = state.withLock { state in
                state.isScheduled = false
                return !state.isClosed
            }
            if goesOn { run(isClosing: false) }
        }
    }

    private func run(isClosing: Bool) {
        let deadline = ContinuousClock.now + .seconds(isClosing ? 10 : 3_600)
        do {
            let isDone = try work.withLock { work in
                try bring(&work, mayTakeLong: !isClosing && isPastStart, waiting: 2) { [self] in
                    ContinuousClock.now > deadline || (!isClosing && isHurried.load(ordering: .acquiring))
                }
            }
            state.withLock { $0.lastFailure = nil }
            if !isDone { schedule(after: Self.pause) }
        } catch let error as RecordError where error.code == .cancelled {
            // The next opening goes on.
        } catch let error as RecordError where error.code == .busy {
            // Another process writes a snapshot; what it says then need not be said again.
            schedule(after: Self.pause)
        } catch let error as CatalogError where error.code == .closed {
            // So it is with a library that nobody closes.
        } catch {
            let isNew = state.withLock { state in
                defer { state.lastFailure = "\(error)" }
                return state.lastFailure != "\(error)"
            }
            if isNew { log(.info, "The library's record could not be brought up to date, which is tried again: \(error)") }
        }
    }

    private let opened = ContinuousClock.now

    /// A command that lists something is over by then.
    private var isPastStart: Bool { ContinuousClock.now - opened > .seconds(2) }
}

extension LibraryError {
    /// Translates what a record throws.
    init(recording error: any Error) {
        guard let error = error as? RecordError else {
            self.init(error)
            return
        }
        let code: Code =
            switch error.code {
            case .missing: .notFound
            case .damaged, .foreign: .damaged
            case .tooNew: .tooNew
            case .busy: .locked
            case .cannotWrite: .cannotWrite
            case .cancelled: .failed
            }
        self.init(code, error.message, cause: error)
    }
}

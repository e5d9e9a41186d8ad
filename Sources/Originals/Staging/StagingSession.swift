import Foundation
import Glibc
import Synchronization

/// One import's or download's corner of `staging/`: a folder that belongs to a living process.
///
/// The order that makes a publish safe: `stage` (bytes beside the originals), `flush` (bytes on disk), `publish` (journal on disk, names,
/// folders on disk), the caller's commit, `retire` (journal empty). A crash before the commit leaves names that the next `sweep` takes
/// away by the journal; a crash after it leaves a journal whose names are all known. All calls may be made from any thread at once,
/// but `publish`, `retire` and `unpublish` by one at a time.
package final class StagingSession: Sendable {
    let library: BytePath
    let folder: BytePath
    private let lock: StagingLock
    private let journal: StagingJournal
    private let state = Mutex(State())

    private struct State {
        var nextName = 0
        var flushed: Set<BytePath> = []
        /// What could not be saved. A second fsync may succeed after one that failed although the bytes were dropped, so none is tried.
        var unsaved: [BytePath: OriginalsError] = [:]
        var published: [(staged: BytePath, path: String)] = []
        /// Whether the journal names originals that a transaction gives up.
        var isRemoving = false
        var isAbandoned = false
        var isFinished = false
    }

    init(library: BytePath, name: String, gateTimeout: Double) throws(OriginalsError) {
        let staging = library.appending("staging")
        (self.library, folder) = (library, staging.appending(name))
        // Between making the folder and taking its lock the session looks dead, so no sweep may run then.
        let gate = try StagingLock(waitingFor: staging.appending(OriginalStore.gateName), seconds: gateTimeout)
        try Folder.make(folder)
        guard let lock = try StagingLock(trying: folder.appending(OriginalStore.lockName)) else {
            throw OriginalsError(.exists, "The staging folder \(folder.display) belongs to another process. Run it again.")
        }
        self.lock = lock
        journal = try StagingJournal(creating: folder.appending(OriginalStore.journalName))
        try Folder.synchronize(folder)
        try Folder.synchronize(staging)
        withExtendedLifetime(gate) {}
    }

    deinit { finish() }

    /// A name in the session's folder that nobody else gets.
    func newPath() -> BytePath {
        let number = state.withLock { state in
            state.nextName += 1
            return state.nextName
        }
        return folder.appending("\(number)")
    }

    /// Drops staged bytes that turned out not to be wanted. A reference has none.
    package func discard(_ staged: StagedFile) {
        guard staged.mode != .reference else { return }
        // What can't be removed now goes with the folder, at `finish` or at the next sweep.
        try? Folder.removeFile(staged.path)
    }

    /// Makes staged bytes last. Slow on a slow disk, so it is done before any lock is taken; `publish` does it for files that were left out.
    package func flush(_ files: some Sequence<StagedFile>) throws(OriginalsError) {
        for file in files where file.mode != .reference {
            let (isFlushed, failure) = state.withLock { ($0.flushed.contains(file.path), $0.unsaved[file.path]) }
            if let failure { throw failure }
            if isFlushed { continue }
            let staged = try OpenFile(file.path, O_RDONLY | O_NOFOLLOW, "save")
            do throws(OriginalsError) { try staged.synchronize() } catch {
                state.withLock { $0.unsaved[file.path] = error }
                throw error
            }
            state.withLock { _ = $0.flushed.insert(file.path) }
        }
    }

    /// Gives staged files their names among the originals, all of them or none. No name is ever replaced.
    ///
    /// Commit the rows afterwards and call `retire`, or `unpublish` where the commit failed.
    package func publish(_ files: [(file: StagedFile, path: String)]) throws(OriginalsError) {
        for (_, path) in files where !ManagedPath.isProper(path) {
            throw OriginalsError(.invalidPath, "\(BytePath(path).display) can't be the place of an original.")
        }
        for (file, _) in files where file.mode == .reference {
            throw OriginalsError(.invalidPath, "\(file.path.display) is only referenced and can't become an original of the library. Import it with --copy.")
        }
        guard !files.isEmpty else { return }
        guard state.withLock({ $0.published.isEmpty }) else {
            throw OriginalsError(.failed, "What was stored in \(library.display) before is still unsettled. Open the library again, which clears that up.")
        }
        try flush(files.map(\.file))
        try journal.append(files.map(\.path))
        do throws(OriginalsError) {
            for (file, path) in files {
                try Folder.rename(file.path, to: library.appending(path))
                state.withLock { state in
                    state.published.append((file.path, path))
                    state.flushed.remove(file.path)
                }
            }
            for folder in Set(files.map { library.appending($0.path).parent }) { try Folder.synchronize(folder) }
        } catch {
            // What can't be taken back now is left to the sweep; the first error is the one that explains.
            try? unpublish()
            throw error
        }
    }

    /// Announces, inside the transaction that gives them up, originals that go after its commit: should the process end before `retire`,
    /// the next sweep removes them if the commit happened, and keeps them otherwise.
    package func announceRemoval(_ paths: [String]) throws(OriginalsError) {
        state.withLock { $0.isRemoving = true }
        try journal.append(paths)
    }

    /// Call after the commit that recorded what was published, or when what was announced is removed or stays.
    package func retire() throws(OriginalsError) {
        state.withLock { ($0.published, $0.isRemoving) = ([], false) }
        try journal.clear()
    }

    /// Call where nobody knows whether the commit happened: what was published is left to the sweep, whatever is called later.
    package func abandon() { state.withLock { $0.isAbandoned = true } }

    /// Takes back what was published and not retired: the bytes lie where they were staged and may be published again.
    package func unpublish() throws(OriginalsError) {
        if state.withLock({ $0.isAbandoned }) { return }
        var folders: Set<BytePath> = []
        // One at a time, so that after a failure the rest is still known, and the journal too.
        while let (staged, path) = state.withLock({ $0.published.last }) {
            try Folder.rename(library.appending(path), to: staged)
            state.withLock { _ = $0.published.popLast() }
            folders.insert(library.appending(path).parent)
        }
        for folder in folders { try Folder.synchronize(folder) }
        try journal.clear()
    }

    /// Removes the folder with all that was not published. Called again, or by the last owner, it does nothing.
    package func finish() {
        let (isFirst, isClean) = state.withLock { state in
            defer { state.isFinished = true }
            return (!state.isFinished, state.published.isEmpty && !state.isRemoving)
        }
        // What was neither retired nor undone is left to the sweep, which asks the catalogue.
        guard isFirst, isClean else { return }
        try? Folder.removeTree(folder)
    }
}

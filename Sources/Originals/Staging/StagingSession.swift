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
        var published: [(staged: BytePath, path: String)] = []
        var isFinished = false
    }

    init(library: BytePath, name: String) throws(OriginalsError) {
        let staging = library.appending("staging")
        (self.library, folder) = (library, staging.appending(name))
        // Between making the folder and taking its lock the session looks dead, so no sweep may run then.
        let gate = try StagingLock(waitingFor: staging.appending(OriginalStore.gateName))
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
            if state.withLock({ $0.flushed.contains(file.path) }) { continue }
            try OpenFile(file.path, O_RDONLY | O_NOFOLLOW, "save").synchronize()
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
        guard !files.isEmpty else { return }
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
            try unpublish()
            throw error
        }
    }

    /// Call after the commit that recorded what was published.
    package func retire() throws(OriginalsError) {
        state.withLock { $0.published = [] }
        try journal.clear()
    }

    /// Takes back what was published and not retired: the bytes lie where they were staged and may be published again.
    package func unpublish() throws(OriginalsError) {
        let published = state.withLock { state in
            defer { state.published = [] }
            return state.published
        }
        for (staged, path) in published { try Folder.rename(library.appending(path), to: staged) }
        for folder in Set(published.map { library.appending($0.path).parent }) { try Folder.synchronize(folder) }
        try journal.clear()
    }

    /// Removes the folder with all that was not published. Called again, or by the last owner, it does nothing.
    package func finish() {
        let (isFirst, isClean) = state.withLock { state in
            defer { state.isFinished = true }
            return (!state.isFinished, state.published.isEmpty)
        }
        // A publish that was neither retired nor undone is left to the sweep, which asks the catalogue.
        guard isFirst, isClean else { return }
        try? Folder.removeTree(folder)
    }
}

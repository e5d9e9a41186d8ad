import Foundation
import Glibc
import Support
import Synchronization

/// One import's or download's folder in `staging/`, which belongs to a living process.
///
/// The order that makes a publish safe: `stage` (bytes beside the originals), `flush` (bytes on disk), `publish` (journal on disk, names,
/// folders on disk), the caller's commit, `retire` (journal empty). A crash before the commit leaves names that the next `sweep` removes
/// by the journal; a crash after it leaves a journal whose names are all known. All calls may be made from any thread at once,
/// but `publish`, `retire` and `unpublish` by one at a time.
package final class StagingSession: Sendable {
    let library: FolderHandle
    private let staging: FolderHandle
    let folder: FolderHandle
    private let lock: StagingLock
    private let journal: StagingJournal
    private let space: DiskSpace
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

    init(library: FolderHandle, name: String, gateTimeout: Double, space: DiskSpace) throws(OriginalsError) {
        let name = BytePath(name)
        self.space = space
        self.library = library
        staging = try beneath(try library.folder("staging"))
        // Between making the folder and taking its lock the session looks dead, so no sweep may run then.
        let gate = try StagingLock(waitingFor: OriginalStore.gateName, in: staging, seconds: gateTimeout)
        try beneath(try staging.makeFolder(name))
        folder = try beneath(try staging.folder(name))
        guard let lock = try StagingLock(trying: SessionFolder.lockName, in: folder) else {
            throw OriginalsError(.exists, "The staging folder \(folder.path.display) belongs to another process. Run it again.")
        }
        self.lock = lock
        journal = try Self.begin(name, folder, lock, in: staging)
        withExtendedLifetime(gate) {}
    }

    /// Has the folder say on disk whose it is.
    private static func begin(_ name: BytePath, _ folder: FolderHandle, _ lock: StagingLock, in staging: FolderHandle) throws(OriginalsError) -> StagingJournal {
        do throws(OriginalsError) {
            try lock.write(SessionFolder.mark)
            let journal = try StagingJournal(creating: SessionFolder.journalName, in: folder)
            try beneath(try folder.synchronize())
            try beneath(try staging.synchronize())
            return journal
        } catch {
            // Whoever tries it again and again on a full disk leaves no folder each time.
            try? SessionFolder.clear(name, folder, in: staging)
            throw error
        }
    }

    deinit { finish() }

    /// A name in the session's folder that nobody else gets.
    func newName() -> BytePath {
        let number = state.withLock { state in
            state.nextName += 1
            return state.nextName
        }
        return BytePath("\(number)")
    }

    /// Takes bytes in, again where the disk was full and room could be made. Called where no transaction is open.
    func withSpace<Staged, Failure: Error>(for bytes: Int64, _ take: () throws(Failure) -> Staged) throws(Failure) -> Staged {
        space.prepare(for: bytes)
        while true {
            do throws(Failure) { return try take() } catch {
                guard (error as? OriginalsError)?.code == .noSpace, space.make(for: bytes, waits: true) else { throw error }
            }
        }
    }

    /// Drops staged bytes that turned out not to be wanted. A reference has none.
    package func discard(_ staged: StagedFile) {
        guard staged.mode != .reference else { return }
        // What can't be removed now goes with the folder, at `finish` or at the next sweep.
        try? folder.removeFile(staged.name)
    }

    /// Syncs staged bytes. Slow on a slow disk, so it is done before any lock is taken; `publish` does it for files that were left out.
    package func flush(_ files: some Sequence<StagedFile>) throws(OriginalsError) {
        for file in files where file.mode != .reference {
            let (isFlushed, failure) = state.withLock { ($0.flushed.contains(file.path), $0.unsaved[file.path]) }
            if let failure { throw failure }
            if isFlushed { continue }
            let staged = try folder.file(file.name, O_RDONLY | O_NONBLOCK | O_NOCTTY, "save")
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
            throw OriginalsError(.failed, "What was stored in \(library.path.display) before is still in doubt. Open the library again, which clears that up.")
        }
        try flush(files.map(\.file))
        try journal.append(files.map(\.path))
        do throws(OriginalsError) {
            var folders = ManagedFolders(library)
            for (file, path) in files {
                let location = BytePath(path)
                try beneath(try folder.rename(file.name, to: folders.folder(of: location, making: true), location.lastComponent))
                state.withLock { state in
                    state.published.append((file.path, path))
                    state.flushed.remove(file.path)
                }
            }
            try folders.synchronize()
        } catch {
            // What can't be undone now is left to the sweep; the first error is the one that explains.
            try? unpublish()
            throw error
        }
    }

    /// Announces originals that are removed after the commit, inside the transaction that drops their rows: should the process end before `retire`,
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

    /// Call where it is unknown whether the commit happened: what was published is left to the sweep, whatever is called later.
    package func abandon() { state.withLock { $0.isAbandoned = true } }

    /// Takes back what was published and not retired: the bytes lie where they were staged and may be published again.
    package func unpublish() throws(OriginalsError) {
        if state.withLock({ $0.isAbandoned }) { return }
        var folders = ManagedFolders(library)
        // One at a time, so that after a failure the rest is still known, and the journal too.
        while let (staged, path) = state.withLock({ $0.published.last }) {
            let location = BytePath(path)
            try beneath(try folders.folder(of: location).rename(location.lastComponent, to: folder, staged.lastComponent))
            state.withLock { _ = $0.published.popLast() }
        }
        try folders.synchronize()
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
        try? SessionFolder.clear(folder.path.lastComponent, folder, in: staging)
    }
}

import Catalog
import Foundation
import Glibc
import Originals
import Synchronization

extension PhotoLibrary {
    /// Takes a snapshot of the catalogue now: into `database/backups`, or to `target`, a folder or the name of a file that is not there yet. Others
    /// read and write meanwhile.
    /// - Parameter progress: pages copied, of all pages.
    /// - Throws: a `LibraryError`: `.damaged` where the copy does not pass its check, and then it gets no name; `.exists`; `.cannotWrite`.
    package func backUp(
        to target: URL? = nil, progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }, isCancelled: @escaping () -> Bool = { false }
    ) throws(LibraryError) -> BackupReport? {
        do {
            try recordManifest()
            let writer = SnapshotWriter(catalog: catalog, progress: progress, isCancelled: isCancelled)
            if let target { try requireForeignOrBackups(BytePath(target.path)) }
            guard let target else { return try Self.writeSnapshot(writer, in: SnapshotFolder(library: url), at: environment.now(), waiting: environment.busyTimeout) }
            var status = stat()
            let isFolder = stat(target.path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            let folder = isFolder ? target : target.deletingLastPathComponent()
            guard isFolder || stat(folder.path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR else {
                throw LibraryError(.cannotWrite, "There is no folder \(folder.path). Make it first, or choose another.")
            }
            let name = isFolder ? SnapshotFolder(folder).freeName(environment.now()).text : target.lastPathComponent
            for file in [folder.appendingPathComponent(name), Snapshot.sumFile(of: folder.appendingPathComponent(name))] where lstat(file.path, &status) == 0 {
                throw LibraryError(.exists, "\(file.path) is there already. Choose another name, or a folder.")
            }
            return try writer.write(in: folder, named: { name }, mayReplaceSum: false)
        } catch is SnapshotWriter.Cancelled {
            return nil
        } catch {
            throw LibraryError(error)
        }
    }

    static func writeSnapshot(_ writer: SnapshotWriter, in folder: SnapshotFolder, at date: Date, waiting seconds: TimeInterval) throws -> BackupReport {
        let report = try folder.withLock(waiting: seconds) {
            let report = try writer.write(in: folder.url, named: { folder.freeName(date).text }, mayReplaceSum: true)
            try folder.prune()
            return report
        }
        guard let report else {
            throw LibraryError(.locked, "Another process is taking a snapshot in \(folder.url.path). Wait until it is done and try again.")
        }
        return report
    }

    /// Keeps `library.json` in the catalogue too, once: each then tells whether the other was changed, and can be made again from it.
    func recordManifest() throws {
        guard try catalog.read({ try $0.value(forKey: CatalogReader.manifestKey) }) == nil else { return }
        let text = try String(contentsOf: url.appendingPathComponent(LibraryManifest.fileName), encoding: .utf8)
        try catalog.write(author: "backup") { try $0.setValue(text, forKey: CatalogReader.manifestKey) }
    }
}

/// Takes a snapshot a day by itself while a library is open, on a thread that gives way to everything else.
package final class DailySnapshots: Sendable {
    /// Seconds between two looks whether one is due.
    private static let interval: TimeInterval = 3_600

    private struct State {
        var next = -Double.infinity
        var isRunning = false
    }

    private let state = Mutex(State())
    private let work = DispatchGroup()
    private let isStopped = Atomic<Bool>(false)

    /// Called when a library is opened and after commits; nearly always it does nothing.
    func look(_ library: PhotoLibrary) {
        guard library.environment.takesSnapshots, !library.catalog.options.readOnly, !isStopped.load(ordering: .relaxed) else { return }
        let now = library.environment.now()
        let time = now.timeIntervalSinceReferenceDate
        let isTime = state.withLock { state in
            // Also where the clock was set back by more than one interval.
            guard !state.isRunning, time >= state.next || time < state.next - 2 * Self.interval else { return false }
            state.next = time + Self.interval
            return true
        }
        let folder = SnapshotFolder(library: library.url)
        guard isTime, SnapshotRule.isDue(at: now, folder.names), let position = try? library.catalog.read({ try $0.position }), position > .start else { return }
        state.withLock { $0.isRunning = true }
        work.enter()
        // The library itself is not held: it may be closed and let go of meanwhile.
        let (catalog, log, url) = (library.catalog, library.environment.log, library.url)
        let record: @Sendable () throws -> Void = { [weak library] in try library?.recordManifest() }
        let thread = Thread { [self] in
            // Linux gives each thread a priority of its own, and this is the calling one's.
            nice(19)
            do { try take(catalog, folder, now, record) } catch is SnapshotWriter.Cancelled {
            } catch {
                // Another hour will do. A library that is being closed can't be read any more, and one that is being written to is read later.
                let level: LogLevel = LibraryError(error).code == .locked ? .info : .warning
                if !isStopped.load(ordering: .acquiring) { log(level, "No snapshot of the catalogue of \(url.path) could be taken: \(error)") }
            }
            state.withLock { $0.isRunning = false }
            work.leave()
        }
        thread.name = "photos snapshot"
        thread.start()
    }

    private func take(_ catalog: Catalog, _ folder: SnapshotFolder, _ now: Date, _ record: () throws -> Void) throws {
        let moment = try catalog.read { try $0.moment() }
        if let newest = folder.snapshots.first(where: { $0.date <= now }), let known = try? Catalog.moment(of: newest.file, options: catalog.options),
            (known.position, known.date) == (moment.position, moment.date)
        {
            return
        }
        try record()
        let writer = SnapshotWriter(catalog: catalog, progress: { _, _ in }, isCancelled: { [self] in isStopped.load(ordering: .relaxed) })
        // Where another process is at it, that one's will do.
        do { _ = try PhotoLibrary.writeSnapshot(writer, in: folder, at: now, waiting: 0) } catch let error as LibraryError where error.code == .locked {}
    }

    /// Work that runs is given up at its next step; nobody waits for it.
    func stop() { isStopped.store(true, ordering: .releasing) }

    /// Waits for the end of work that runs.
    package func wait() { work.wait() }
}

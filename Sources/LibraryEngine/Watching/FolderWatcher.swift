import Catalog
import Foundation
import Importing
import Originals
import Synchronization

/// What one step of watching did, for whoever tells people.
package struct WatchStep: Sendable {
    /// Of one folder.
    package struct Told: Sendable {
        package let folder: WatchedFolder
        package var report = ImportReport()
        /// Referenced files that were found where they are now.
        package var moved = 0
        /// Referenced files that are gone, and marked.
        package var missing = 0
        /// Why something is not as it should be, for people; each is told once.
        package var problems: [String] = []

        package var isSilent: Bool { report.found == 0 && moved == 0 && missing == 0 && problems.isEmpty }
    }

    package var told: [Told] = []
    /// Whether there is more to do at once.
    package var isBusy = false
    /// Whether files are awaited that are not whole yet, or that will be tried again.
    package var isWaiting = false
    /// Seconds until something is to be done, if nothing happens before.
    package var pause = 0.0
    /// Seconds that looking at folders took.
    package var lookSeconds = 0.0
}

/// Watches the folders that a library's settings name, and brings in what is new in them.
///
/// A step does all that is due and returns; `run` does one after the other for as long as it is wanted. One process at a time watches for a library.
package final class FolderWatcher: @unchecked Sendable {
    package struct Options: Sendable {
        package var times = WatchTimes()
        /// False never asks the kernel to tell, so that all folders are passed over.
        package var usesKernel = true
        /// How many folders the kernel tells of at most; `nil` for half of what the system gives one user.
        package var kernelLimit: Int?
        /// Whether the kernel is asked to tell of whole disks, where it may, for folders beyond that.
        package var usesDiskEvents = true
        /// Whether somebody has a file open for writing; `nil` where nobody can tell.
        package var isOpen: @Sendable (BytePath) -> Bool? = { FileUse.isOpenForWriting($0) }

        package init() {}
    }

    let library: PhotoLibrary
    let options: Options
    let events: FolderEvents?
    /// Guards `watches`, `store` and `isRefusalTold`, which is what makes the class sendable: whoever is in a step has it.
    private let stepping = NSLock()
    private var watches: [UUID: Watch] = [:]
    private var store: WatchStore?
    private var isRefusalTold = false
    private let isStopped = Atomic<Bool>(false)
    private let thread = Mutex<DispatchSemaphore?>(nil)

    /// Folders that are looked at in a step, and files that are brought in, at most.
    static let foldersAtOnce = 512
    static let filesAtOnce = 128

    package init(_ library: PhotoLibrary, options: Options = Options()) {
        (self.library, self.options) = (library, options)
        do throws(LibraryError) { events = options.usesKernel ? try FolderEvents(limit: options.kernelLimit, usesDisks: options.usesDiskEvents) : nil } catch {
            library.environment.log(.warning, "\(error.message) Until then watched folders are passed over.")
            events = nil
        }
    }

    /// Whether some process watches folders for a library now.
    package static func isRunning(for library: PhotoLibrary) -> Bool { WatchStore.isHeld(in: library.originals.folder) }

    // MARK: Going on

    /// Does one step after the other until `stop` is called.
    /// - Parameters:
    ///   - once: ends when all that there is has come in.
    ///   - tell: gets what each step did, on this thread.
    /// - Throws: what ends it, such as `.locked` where another process watches.
    package func run(once: Bool = false, tell: (WatchStep) -> Void) throws(LibraryError) {
        while !isStopped.load(ordering: .acquiring) {
            let step = try step()
            tell(step)
            if step.isBusy { continue }
            if once, !step.isWaiting { return }
            // What happens in bursts becomes one step, and looking takes no more than a tenth of the time.
            rest(max(0.25, 10 * step.lookSeconds), isInterrupted: false)
            rest(step.pause, isInterrupted: true)
        }
    }

    private func rest(_ seconds: Double, isInterrupted: Bool) {
        guard !isStopped.load(ordering: .acquiring), seconds > 0 else { return }
        guard let events, isInterrupted else {
            // Short, so that a stop is not waited for.
            var left = min(seconds, 5)
            while left > 0, !isStopped.load(ordering: .acquiring) {
                Thread.sleep(forTimeInterval: min(left, 0.25))
                left -= 0.25
            }
            return
        }
        events.wait(seconds: seconds)
    }

    /// Watches on a thread of its own. Another process that does so already is left to it, and its place taken when it ends.
    package func start(tell: @escaping @Sendable (WatchStep) -> Void = { _ in }) {
        let ended = DispatchSemaphore(value: 0)
        thread.withLock { $0 = ended }
        let thread = Thread { [self] in
            var told: String?
            while !isStopped.load(ordering: .acquiring) {
                do throws(LibraryError) { try run(tell: tell) } catch {
                    if error.code != .locked, told != error.message { library.environment.log(.warning, "Watched folders are left alone for a while: \(error.message)") }
                    told = error.message
                    // Not for what the kernel tells: nobody has taken in what it told last, so that it would end every waiting at once.
                    rest(options.times.absent, isInterrupted: false)
                }
            }
            ended.signal()
        }
        thread.name = "photos.watch"
        thread.start()
    }

    /// Ends the watching, and waits for what is being brought in.
    package func stop() {
        isStopped.store(true, ordering: .releasing)
        events?.wake()
        thread.withLock { $0 }?.wait()
    }

    var isStopping: Bool { isStopped.load(ordering: .acquiring) }

    // MARK: One step

    /// Does all that is due now, by the library's clock.
    /// - Throws: `.locked` where another process watches; what keeps the catalogue from being read; `.noDecoder`. What concerns one folder is told.
    package func step() throws(LibraryError) -> WatchStep {
        stepping.lock()
        defer { stepping.unlock() }
        do { return try stepAlone() } catch { throw LibraryError(error) }
    }

    private func stepAlone() throws -> WatchStep {
        let settings = try library.watchedFolders(), now = library.environment.now().timeIntervalSince1970
        guard !settings.isEmpty || !watches.isEmpty else { return idle() }
        let store = try store ?? WatchStore(library: library.originals.folder)
        self.store = store
        try follow(settings, store, now)
        route(events?.drain() ?? FolderEvents.Heard(), now)
        var step = WatchStep(), pauses = [options.times.absent]
        for watched in settings {
            guard !isStopping, var watch = watches.removeValue(forKey: watched.id) else { continue }
            var told = WatchStep.Told(folder: watched)
            do {
                defer { watches[watched.id] = watch }
                step.isBusy = try advance(&watch, &told, now, &step.lookSeconds) || step.isBusy
                try keep(&watch, store)
            }
            if let due = watch.due(options.times) { pauses.append(max(0.05, due - now)) }
            if watch.isPresent, watch.tree.waitingCount > 0 || watch.tree.hasVanished { step.isWaiting = true }
            if !told.isSilent { step.told.append(told) }
        }
        step.pause = step.isBusy ? 0 : pauses.min() ?? options.times.absent
        tellRefusal()
        return step
    }

    /// Says once why folders are passed over of which the kernel could tell.
    private func tellRefusal() {
        guard !isRefusalTold, let events, let reason = events.disks?.refusal, watches.values.contains(where: { !$0.unwatched.isEmpty }) else { return }
        isRefusalTold = true
        library.environment.log(
            .info,
            """
            The kernel tells of \(events.limit) watched folders, and of whole disks nothing (\(reason)), so the other folders are passed over. Raise \
            fs.inotify.max_user_watches, or watch as a user who may administer the system (CAP_SYS_ADMIN).
            """)
    }

    /// Nobody has anything to watch; somebody else may come and do so.
    private func idle() -> WatchStep {
        store = nil
        var step = WatchStep()
        step.pause = options.times.absent
        return step
    }

    private var moment: CatalogueMoment {
        get throws {
            try library.catalog.read { reader in
                CatalogueMoment(position: try reader.position.rawValue, recovery: try reader.value(forKey: CatalogReader.recoveredKey))
            }
        }
    }

    /// Brings the watches to what the settings say.
    private func follow(_ settings: [WatchedFolder], _ store: WatchStore, _ now: Double) throws {
        let wanted = Set(settings.map(\.id))
        guard Set(watches.keys) != wanted else { return }
        for (id, watch) in watches where !wanted.contains(id) {
            for folder in watch.tree.folders { events?.forget(folder) }
            watches[id] = nil
        }
        for watched in settings where watches[watched.id] == nil {
            var tree = WatchTree(root: watched.folder, times: options.times)
            for line in store.lines(of: watched.id, try moment) { tree.remember(line) }
            watches[watched.id] = Watch(settings: watched, tree: tree, now: now)
        }
        try store.keepOnly(wanted)
    }

    /// Gives each watch what the kernel tells of its folders.
    private func route(_ heard: FolderEvents.Heard, _ now: Double) {
        for id in watches.keys {
            guard let root = watches[id]?.tree.root else { continue }
            func isBelow(_ path: BytePath) -> Bool { path == root || path.relative(to: root) != nil }
            for folder in heard.folders where isBelow(folder) { watches[id]?.changed.insert(folder) }
            for file in heard.closed where isBelow(file) && !FolderListing.isPassedBy(file.lastComponent) { watches[id]?.tree.noteClosed(file, at: now) }
            if heard.isOverflown { watches[id]?.beginPass(isFull: true) }
        }
    }

    /// Folders that are none of a watch's: the library, and other watches.
    func apart(from id: UUID) -> Set<FolderIdentity> {
        let others = watches.values.filter { $0.settings.id != id }.map(\.tree.root)
        return Set(([BytePath(library.url.path)] + others).compactMap { path in (try? FileSignature(path: path)).map { FolderIdentity($0) } })
    }

    /// Writes down what changed. That it can't be written costs time later, and nothing else.
    private func keep(_ watch: inout Watch, _ store: WatchStore) throws {
        let lines = watch.tree.drainLines()
        do {
            let tree = watch.tree
            if !lines.isEmpty { try store.write(lines, of: watch.settings.id, moment, known: tree.fileCount) { tree.allLines } }
            let status = watch.status(events, options.times, library.environment.now())
            if status != watch.written {
                try store.write(status, of: watch.settings.id)
                watch.written = status
            }
        } catch { library.environment.log(.info, "Could not write down what is known of \(watch.tree.root.display): \(error)") }
    }
}

import Foundation
import Originals

/// One watched folder, as the process that watches it has it.
struct Watch {
    let settings: WatchedFolder
    var tree: WatchTree
    /// Folders in which the kernel said that something happened.
    var changed: Set<BytePath> = []
    /// Folders that a pass is still to look at, the next last; `nil` between two passes.
    var queue: [BytePath]?
    /// Whether the pass looks at every file.
    private(set) var isFull = false
    private var passSeconds = 0.0
    private(set) var lastPassSeconds = 0.0
    private var nextPass: Double
    private var nextFull: Double
    /// Why the folder can't be looked at; `nil` where it can.
    var absence: String?
    /// What keeps files from coming in.
    var trouble: Trouble?
    var failures = 0
    /// Of folders and files that were told of.
    var toldOf: Set<String> = []
    /// Folders of which the kernel tells nothing.
    var unwatched: Set<BytePath> = []
    private var looked = 0.0
    var written: WatchStatus?

    init(settings: WatchedFolder, tree: WatchTree, now: Double) {
        (self.settings, self.tree, nextPass, nextFull) = (settings, tree, now, now)
    }

    var isPresent: Bool { absence == nil }

    // MARK: Passes

    mutating func beginPass(isFull: Bool) {
        // One that is broken off was perhaps to look at every file.
        self.isFull = isFull || queue != nil && self.isFull
        (queue, passSeconds) = ([tree.root], 0)
    }

    /// Begins a pass where one is due.
    mutating func beginPassIfDue(_ now: Double) {
        if queue == nil, now >= nextPass { beginPass(isFull: now >= nextFull) }
    }

    mutating func spend(_ seconds: Double) { passSeconds += seconds }

    mutating func endPass(_ now: Double, _ times: WatchTimes) {
        queue = nil
        if isFull { nextFull = now + times.full }
        (isFull, lastPassSeconds) = (false, passSeconds)
        nextPass = now + interval(times)
    }

    /// Seconds between two passes.
    func interval(_ times: WatchTimes) -> Double { unwatched.isEmpty ? times.check : min(times.check, max(times.scan, 50 * lastPassSeconds)) }

    /// When something is to be done next.
    func due(_ times: WatchTimes) -> Double? { isPresent ? [tree.due, nextPass].compactMap { $0 }.min() : nil }

    mutating func note(looked now: Double) { looked = now }

    func status(_ events: FolderEvents?, _ times: WatchTimes, _ now: Date) -> WatchStatus {
        var status = WatchStatus()
        (status.folders, status.files, status.waiting) = (tree.folderCount, tree.fileCount, tree.waitingCount)
        status.watchedFolders = max(0, tree.folderCount - unwatched.count)
        if !unwatched.isEmpty { (status.passSeconds, status.passInterval) = (lastPassSeconds, interval(times)) }
        status.looked = looked - Date.timeIntervalBetween1970AndReferenceDate
        (status.absence, status.trouble) = (absence, trouble?.message)
        return status
    }
}

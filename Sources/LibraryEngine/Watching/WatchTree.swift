import Originals

/// What a watch knows of its folder: which files came in, and which are still awaited. It reads and writes nothing but its own values.
///
/// Listings of folders go in; files that are whole, files that were moved and files that are gone come out. Times are seconds of one clock.
package struct WatchTree: Sendable {
    enum State: Sendable, Equatable {
        /// Not whole yet, as far as is known. `since` when it looked different last; `check` when to look again.
        case waiting(since: Double, check: Double, isClosed: Bool)
        /// It came in, or the library had it.
        case taken
        /// It is nothing to import, and is left alone until it changes.
        case refused
        /// It did not come in for a reason that may pass.
        case later(until: Double, attempts: Int)
    }

    struct Entry: Sendable, Equatable {
        var file: WatchedFile
        var state: State
    }

    struct Branch: Sendable {
        /// `nil` until it is listed.
        var identity: FolderIdentity?
        var modified: Int64 = 0
        /// Whether its time would tell that names came or went.
        var isTrusted = false
        var entries: [BytePath: Entry] = [:]
        var branches: Set<BytePath> = []
        /// Whether a disk is mounted here.
        var isMount = false
        /// Whether that disk is not there now. What is known of its files stays.
        var isOutOfReach = false
    }

    /// What was known and is no more where it was.
    struct Vanished { var file: WatchedFile, since: Double }

    package let root: BytePath
    let times: WatchTimes
    // What follows is changed by the facets of this type alone; others read it at most.
    var branches: [BytePath: Branch] = [:]
    var vanished: [BytePath: Vanished] = [:]
    /// When the kernel said of a file that it was closed, or moved here.
    var closings: [BytePath: Double] = [:]
    /// Folders with files that are awaited.
    var busy: Set<BytePath> = []
    /// What changed since it was written down.
    var lines: [WatchLine] = []

    package init(root: BytePath, times: WatchTimes) {
        (self.root, self.times) = (root, times)
        branches[root] = Branch()
    }

    package var fileCount: Int { branches.values.reduce(0) { $0 + $1.entries.count } }
    package var folderCount: Int { branches.count }
    package var waitingCount: Int {
        busy.reduce(0) { count, folder in
            count + (branches[folder]?.entries.values.count { if case .waiting = $0.state { true } else { false } } ?? 0)
        }
    }
    package var isEmpty: Bool { branches.values.allSatisfy(\.entries.isEmpty) }
    var folders: some Collection<BytePath> { branches.keys }
    var hasVanished: Bool { !vanished.isEmpty }

    /// Folders in it, as far as they can be reached.
    func children(of folder: BytePath) -> [BytePath] {
        guard !isBehindMissingDisk(folder) else { return [] }
        return branches[folder]?.branches.sorted().map { folder.appending($0) } ?? []
    }

    /// Whether a folder is, or lies on, a disk that is not there now.
    func isBehindMissingDisk(_ folder: BytePath) -> Bool { nearest(folder, where: \.isOutOfReach) != nil }

    /// The disk that a folder lies on, where it is mounted within the root and was there when it was looked at last.
    func disk(of folder: BytePath) -> BytePath? { folder == root ? nil : nearest(folder.parent) { $0.isMount && !$0.isOutOfReach } }

    /// Going up from a folder to the root.
    private func nearest(_ folder: BytePath, where isWanted: (Branch) -> Bool) -> BytePath? {
        var path = folder
        while path == root || path.relative(to: root) != nil {
            if let branch = branches[path], isWanted(branch) { return path }
            if path == root { return nil }
            path = path.parent
        }
        return nil
    }

    /// The folders that a folder lies in. One of them again within it leads in circles, as where a folder is mounted within itself.
    func identities(above folder: BytePath) -> Set<FolderIdentity> {
        var found: Set<FolderIdentity> = [], path = folder
        while path != root, path.relative(to: root) != nil {
            path = path.parent
            if let identity = branches[path]?.identity { found.insert(identity) }
        }
        return found
    }

    /// Whether a folder with this time has to be listed to know what is in it.
    func needsListing(_ folder: BytePath, _ identity: FolderIdentity, modified: Int64) -> Bool {
        guard let branch = branches[folder] else { return true }
        return branch.identity != identity || branch.modified != modified || !branch.isTrusted || branch.isOutOfReach
    }

    /// How often it was tried to bring a file in.
    func attempts(of path: BytePath) -> Int { if case .later(_, let attempts) = branches[path.parent]?.entries[path.lastComponent]?.state { attempts } else { 0 } }

    func isTaken(_ path: BytePath) -> Bool { branches[path.parent]?.entries[path.lastComponent]?.state == .taken }

    func file(at path: BytePath) -> WatchedFile? { branches[path.parent]?.entries[path.lastComponent]?.file }
}

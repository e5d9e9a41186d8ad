import Importing
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
        var place: FolderPlace?
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
    private struct Vanished { var file: WatchedFile, since: Double }

    package let root: BytePath
    let times: WatchTimes
    private(set) var branches: [BytePath: Branch] = [:]
    private var vanished: [BytePath: Vanished] = [:]
    /// When the kernel said of a file that it was closed, or moved here.
    private var closings: [BytePath: Double] = [:]
    /// Folders with files that are awaited.
    private var busy: Set<BytePath> = []
    /// What changed since it was written down.
    private var lines: [WatchLine] = []

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
        var place = folder
        while place == root || place.relative(to: root) != nil {
            if let branch = branches[place], isWanted(branch) { return place }
            if place == root { return nil }
            place = place.parent
        }
        return nil
    }

    /// Whether a folder with this time has to be listed to know what is in it.
    func needsListing(_ folder: BytePath, _ place: FolderPlace, modified: Int64) -> Bool {
        guard let branch = branches[folder] else { return true }
        return branch.place != place || branch.modified != modified || !branch.isTrusted || branch.isOutOfReach
    }

    // MARK: What is seen

    /// Takes in what a folder holds now.
    /// - Returns: folders in it that are to be listed as well.
    mutating func note(_ listing: FolderListing, of folder: BytePath, at now: Double) -> [BytePath] {
        var branch = branches[folder] ?? Branch()
        let above = folder == root ? nil : branches[folder.parent]?.place
        let isMount = above.map { $0.device != listing.place.device } ?? false
        if branch.isMount, !isMount, !branch.entries.isEmpty || !branch.branches.isEmpty, listing.files.isEmpty, listing.folders.isEmpty {
            // An empty folder is what is left where a disk was.
            branch.isOutOfReach = true
            branches[folder] = branch
            awaitNothing(behind: folder)
            return []
        }
        let isBack = branch.isOutOfReach
        if branch.isMount != isMount { lines.append(.mount(folder, isMount)) }
        (branch.isMount, branch.isOutOfReach) = (isMount, false)
        // A second change within the tick of the clock would not show.
        branch.isTrusted = listing.unknown.isEmpty && now - Double(listing.modified) / 1e9 > 2
        (branch.place, branch.modified) = (listing.place, listing.modified)
        for (name, file) in listing.files { see(file, as: name, in: folder, &branch, now) }
        for (name, entry) in branch.entries where listing.files[name] == nil && !listing.unknown.contains(name) {
            if entry.state == .taken { vanished[folder.appending(name)] = Vanished(file: entry.file, since: now) }
            branch.entries[name] = nil
        }
        let gone = branch.branches.filter { listing.folders[$0] == nil && !listing.unknown.contains($0) }
        var new: [BytePath] = []
        for (name, place) in listing.folders {
            let path = folder.appending(name)
            if branch.branches.insert(name).inserted || branches[path]?.place != place || branches[path]?.isOutOfReach == true { new.append(path) }
        }
        branches[folder] = branch
        noteBusy(of: folder)
        for name in gone { lose(folder.appending(name), now) }
        // While a disk was away nobody looked at what is on it.
        if isBack { new = Array(Set(new).union(branches.keys.filter { $0 != folder && $0.relative(to: folder) != nil })) }
        return new.sorted()
    }

    private mutating func see(_ file: WatchedFile, as name: BytePath, in folder: BytePath, _ branch: inout Branch, _ now: Double) {
        let path = folder.appending(name)
        let closing = closings.removeValue(forKey: path)
        if var entry = branch.entries[name] {
            if entry.file == file {
                if closing != nil, case .waiting(let since, let check, false) = entry.state {
                    entry.state = .waiting(since: since, check: min(check, max(since, now) + times.closed), isClosed: true)
                    branch.entries[name] = entry
                }
                return
            }
            let isSame = entry.file.isSame(as: file)
            entry.file = file
            switch entry.state {
            // A new name, a further link or other permissions; and a text that its program wrote again.
            case .taken where isSame || FolderListing.isAccessory(name): lines.append(.known(path, file, isTaken: true))
            case .refused where isSame: break
            case .taken, .refused, .waiting, .later: entry.state = first(file, isClosed: closing != nil, now)
            }
            branch.entries[name] = entry
        } else if let before = vanished[path], before.file.isSame(as: file) {
            // It was away for a moment, as while it was replaced by itself.
            vanished[path] = nil
            branch.entries[name] = Entry(file: file, state: .taken)
        } else {
            branch.entries[name] = Entry(file: file, state: first(file, isClosed: closing != nil, now))
        }
    }

    /// A file whose times are long past has been whole for as long.
    private func first(_ file: WatchedFile, isClosed: Bool, _ now: Double) -> State {
        let age = now - Double(max(file.changed, file.modified)) / 1e9
        let quiet = isClosed ? times.closed : times.quiet
        return .waiting(since: age > 0 ? now - age : now, check: age >= quiet ? now : now + quiet - max(0, age), isClosed: isClosed)
    }

    /// The kernel says that somebody closed a file that was open for writing, or moved it here as a whole.
    mutating func noteClosed(_ path: BytePath, at now: Double) { closings[path] = now }

    /// All that changed has been listed: what was not met there is no file of this watch's.
    mutating func forgetClosings() { closings = [:] }

    /// A folder is no more where it was, with all that is in it; unless it is where a disk was mounted.
    private mutating func lose(_ folder: BytePath, _ now: Double) {
        guard var branch = branches[folder] else {
            branches[folder.parent]?.branches.remove(folder.lastComponent)
            return
        }
        guard !branch.isMount else {
            branch.isOutOfReach = true
            branches[folder] = branch
            awaitNothing(behind: folder)
            return
        }
        branches[folder] = nil
        branches[folder.parent]?.branches.remove(folder.lastComponent)
        busy.remove(folder)
        for (name, entry) in branch.entries where entry.state == .taken { vanished[folder.appending(name)] = Vanished(file: entry.file, since: now) }
        for name in branch.branches { lose(folder.appending(name), now) }
    }

    /// On a disk that is not there no file becomes whole. When it is back, all folders on it are listed.
    private mutating func awaitNothing(behind folder: BytePath) { busy = busy.filter { $0 != folder && $0.relative(to: folder) == nil } }

    /// What a folder is that can't be read is not known, and so nothing of it is gone.
    mutating func noteUnreadable(_ folder: BytePath) {
        branches[folder]?.isTrusted = false
        busy.remove(folder)
    }

    /// A folder that was to be listed is gone; unless its disk is.
    mutating func noteGone(_ folder: BytePath, at now: Double) { if folder != root, !isBehindMissingDisk(folder) { lose(folder, now) } }

    // MARK: What follows

    /// What became of files that were known and are no more where they were.
    struct Outcome: Sendable {
        var moved: [(from: BytePath, to: BytePath)] = []
        var gone: [BytePath] = []
        /// Something else has their names.
        fileprivate var replaced: [BytePath] = []
    }

    /// What was moved, and what is gone for good. To be asked when all folders that changed have been listed; it is so once it is settled.
    func resolveVanished(at now: Double) -> Outcome {
        var outcome = Outcome()
        guard !vanished.isEmpty else { return outcome }
        var arrived: [UInt64: [(path: BytePath, file: WatchedFile)]] = [:]
        for folder in busy.sorted() {
            for (name, entry) in branches[folder]?.entries ?? [:] where entry.state != .taken {
                arrived[entry.file.inode, default: []].append((folder.appending(name), entry.file))
            }
        }
        for (path, before) in vanished.sorted(by: { $0.key < $1.key }) {
            if let match = arrived[before.file.inode]?.firstIndex(where: { $0.file.isSame(as: before.file) }),
                let there = arrived[before.file.inode]?.remove(at: match)
            {
                outcome.moved.append((path, there.path))
            } else if now - before.since >= times.gone || now < before.since {
                // Where something has the name again, that is what a reference by this name is about now.
                if file(at: path) == nil { outcome.gone.append(path) } else { outcome.replaced.append(path) }
            }
        }
        return outcome
    }

    /// Takes in that the library follows what became of files.
    mutating func settle(_ outcome: Outcome) {
        for (from, to) in outcome.moved {
            vanished[from] = nil
            branches[to.parent]?.entries[to.lastComponent]?.state = .taken
            noteBusy(of: to.parent)
            if file(at: from) == nil { lines.append(.gone(from)) }
            if let there = file(at: to) { lines.append(.known(to, there, isTaken: true)) }
        }
        for path in outcome.replaced { vanished[path] = nil }
        for path in outcome.gone {
            vanished[path] = nil
            lines.append(.gone(path))
        }
    }

    /// Files that are whole, in groups that may be one picture's; those beside them that came in before are among them.
    /// - Parameters:
    ///   - limit: of files; a group is never divided.
    ///   - isOpen: whether somebody has a file open for writing; `nil` where nobody can tell.
    mutating func takeReady(at now: Double, limit: Int, isOpen: (BytePath) -> Bool?) -> [[BytePath]] {
        var groups: [[BytePath]] = [], count = 0
        for folder in busy.sorted() {
            guard count < limit, let branch = branches[folder], !branch.isOutOfReach else { continue }
            var stems: [String: [BytePath]] = [:]
            for name in branch.entries.keys { stems[MediaName(name.text).stem, default: []].append(name) }
            for (_, names) in stems.sorted(by: { $0.key < $1.key }) where count < limit {
                guard let ready = takeReady(names.sorted(), in: folder, now, isOpen) else { continue }
                groups.append(ready)
                count += ready.count
            }
        }
        return groups
    }

    /// - Returns: `nil` where none of them is to come in now.
    private mutating func takeReady(_ names: [BytePath], in folder: BytePath, _ now: Double, _ isOpen: (BytePath) -> Bool?) -> [BytePath]? {
        var isWanted = false, isHeld = false
        var group: [BytePath] = []
        for name in names {
            guard let entry = branches[folder]?.entries[name] else { continue }
            switch entry.state {
            case .refused: continue
            case .taken: break
            case .later(let until, _):
                guard until <= now else { continue }
                isWanted = true
            case .waiting:
                guard isWhole(entry, name, in: folder, now, isOpen) else {
                    // Half of a pair would be seen as a picture of its own.
                    isHeld = isHeld || FolderListing.isPart(name)
                    continue
                }
                isWanted = true
            }
            group.append(folder.appending(name))
        }
        if isHeld { for path in group { lookAgain(path, now) } }
        return isWanted && !isHeld ? group : nil
    }

    /// What is whole and waits for another is not looked at without a pause.
    private mutating func lookAgain(_ path: BytePath, _ now: Double) {
        guard let state = branches[path.parent]?.entries[path.lastComponent]?.state, let due = Self.due(state), due <= now else { return }
        let next: State =
            switch state {
            case .waiting(let since, _, let isClosed): .waiting(since: since, check: now + times.closed, isClosed: isClosed)
            case .later(_, let attempts): .later(until: now + times.closed, attempts: attempts)
            case .taken, .refused: state
            }
        branches[path.parent]?.entries[path.lastComponent]?.state = next
    }

    private mutating func isWhole(_ entry: Entry, _ name: BytePath, in folder: BytePath, _ now: Double, _ isOpen: (BytePath) -> Bool?) -> Bool {
        guard case .waiting(let since, let check, let isClosed) = entry.state, check <= now else { return false }
        let still = max(0, now - since)
        let wanted: Double =
            switch isOpen(folder.appending(name)) {
            case true?: times.longest
            case false?: isClosed ? times.closed : times.quiet
            case nil: isClosed ? times.closed : times.unsure
            }
        if still >= wanted { return true }
        let next = wanted == times.longest ? now + times.quiet : since + wanted
        branches[folder]?.entries[name]?.state = .waiting(since: min(since, now), check: max(next, now + 0.1), isClosed: isClosed)
        return false
    }

    /// What became of a file that was to come in.
    mutating func finish(_ path: BytePath, _ state: State) {
        let (folder, name) = (path.parent, path.lastComponent)
        guard let entry = branches[folder]?.entries[name] else { return }
        branches[folder]?.entries[name]?.state = state
        switch state {
        case .taken: lines.append(.known(path, entry.file, isTaken: true))
        case .refused: lines.append(.known(path, entry.file, isTaken: false))
        case .waiting, .later: break
        }
        noteBusy(of: folder)
    }

    /// How often it was tried to bring a file in.
    func attempts(of path: BytePath) -> Int { if case .later(_, let attempts) = branches[path.parent]?.entries[path.lastComponent]?.state { attempts } else { 0 } }

    func isTaken(_ path: BytePath) -> Bool { branches[path.parent]?.entries[path.lastComponent]?.state == .taken }

    func file(at path: BytePath) -> WatchedFile? { branches[path.parent]?.entries[path.lastComponent]?.file }

    /// Folders whose files have to be looked at now, to know whether they are whole.
    func foldersToLook(at now: Double) -> [BytePath] {
        busy.filter { folder in branches[folder]?.entries.values.contains { Self.due($0.state).map { $0 <= now } ?? false } ?? false }.sorted()
    }

    /// When something is to be done next; `nil` where nothing is awaited.
    var due: Double? {
        let waiting = busy.compactMap { branches[$0]?.entries.values.compactMap { Self.due($0.state) }.min() }.min()
        let leaving = vanished.values.map { $0.since + times.gone }.min()
        return [waiting, leaving].compactMap { $0 }.min()
    }

    private static func due(_ state: State) -> Double? {
        switch state {
        case .waiting(_, let check, _): check
        case .later(let until, _): until
        case .taken, .refused: nil
        }
    }

    private mutating func noteBusy(of folder: BytePath) {
        let isBusy = branches[folder]?.entries.values.contains { Self.due($0.state) != nil } ?? false
        if isBusy { busy.insert(folder) } else { busy.remove(folder) }
    }
}

// MARK: - Over the end of a process

/// What is written down of a watch, so that another process goes on with it. Nothing depends on it but time: what is not known is read once more.
package enum WatchLine: Sendable, Equatable {
    case known(BytePath, WatchedFile, isTaken: Bool)
    case gone(BytePath)
    case mount(BytePath, Bool)
    /// How far the catalogue was when the lines before were written.
    case catalogue(CatalogueMoment)
}

extension WatchTree {
    /// What changed since the last call.
    mutating func drainLines() -> [WatchLine] {
        defer { lines = [] }
        return lines
    }

    /// All that is known, for a file that has grown long.
    var allLines: [WatchLine] {
        branches.sorted { $0.key < $1.key }.flatMap { path, branch -> [WatchLine] in
            (branch.isMount ? [.mount(path, true)] : [])
                + branch.entries.sorted { $0.key < $1.key }.compactMap { name, entry in
                    switch entry.state {
                    case .taken: .known(path.appending(name), entry.file, isTaken: true)
                    case .refused: .known(path.appending(name), entry.file, isTaken: false)
                    case .waiting, .later: nil
                    }
                }
        } + vanished.sorted { $0.key < $1.key }.map { .known($0.key, $0.value.file, isTaken: true) }
    }

    /// Takes in what was written down.
    mutating func remember(_ line: WatchLine) {
        switch line {
        case .known(let path, let file, let isTaken):
            guard reach(path.parent) else { return }
            branches[path.parent]?.entries[path.lastComponent] = Entry(file: file, state: isTaken ? .taken : .refused)
        case .gone(let path): branches[path.parent]?.entries[path.lastComponent] = nil
        case .catalogue: break
        case .mount(let path, let isMount): if reach(path) { branches[path]?.isMount = isMount }
        }
    }

    /// Makes the branches on the way to a folder.
    private mutating func reach(_ folder: BytePath) -> Bool {
        if branches[folder] != nil { return true }
        guard folder.relative(to: root) != nil, reach(folder.parent) else { return false }
        branches[folder] = Branch()
        branches[folder.parent]?.branches.insert(folder.lastComponent)
        return true
    }
}

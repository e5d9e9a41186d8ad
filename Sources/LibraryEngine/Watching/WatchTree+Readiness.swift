import Importing
import Originals

/// Which files are whole, and when to look again at the others.
extension WatchTree {
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

    mutating func noteBusy(of folder: BytePath) {
        let isBusy = branches[folder]?.entries.values.contains { Self.due($0.state) != nil } ?? false
        if isBusy { busy.insert(folder) } else { busy.remove(folder) }
    }
}

import Originals

/// What is seen of the folder.
extension WatchTree {
    /// Takes in what a folder holds now.
    /// - Returns: folders in it that are to be listed as well.
    mutating func note(_ listing: FolderListing, of folder: BytePath, at now: Double) -> [BytePath] {
        var branch = branches[folder] ?? Branch()
        let above = folder == root ? nil : branches[folder.parent]?.identity
        let isMount = above.map { $0.device != listing.identity.device } ?? false
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
        (branch.identity, branch.modified) = (listing.identity, listing.modified)
        for (name, file) in listing.files { see(file, as: name, in: folder, &branch, now) }
        for (name, entry) in branch.entries where listing.files[name] == nil && !listing.unknown.contains(name) {
            if entry.state == .taken { vanished[folder.appending(name)] = Vanished(file: entry.file, since: now) }
            branch.entries[name] = nil
        }
        let gone = branch.branches.filter { listing.folders[$0] == nil && !listing.unknown.contains($0) }
        var new: [BytePath] = []
        for (name, identity) in listing.folders {
            let path = folder.appending(name)
            if branch.branches.insert(name).inserted || branches[path]?.identity != identity || branches[path]?.isOutOfReach == true { new.append(path) }
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
}

import Originals

/// What was moved and what is gone.
extension WatchTree {
    /// What became of files that were known and are no more where they were.
    struct Outcome: Sendable {
        var moved: [(from: BytePath, to: BytePath)] = []
        var gone: [BytePath] = []
        /// Something else has their names.
        fileprivate var replaced: [BytePath] = []
    }

    /// What was moved, and what is gone for good. To be asked when all folders that changed have been listed; it counts once it is followed.
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
    mutating func follow(_ outcome: Outcome) {
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
}

import Originals

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

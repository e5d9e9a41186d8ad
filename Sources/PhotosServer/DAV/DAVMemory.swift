import Foundation
import LibraryEngine
import Synchronization

/// A file without content, as desktops put one first: it waits for what belongs in it.
struct EmptyFile: Sendable, Equatable {
    let folder: PutFolder
    let name: String
    /// In seconds since 1970.
    var modified: Double
}

/// What of the network folder lies in memory alone, within bounds: folders that nothing waits in, files without content, and what desktops leave.
final class DAVMemory: Sendable {
    /// Bytes of a file that a desktop left, and of all of them: of more than that the oldest go first.
    static let longestClutter = 64 << 10
    private static let clutterBudget = 16 << 20
    /// Of each kind; the oldest go first.
    private static let most = 1_000

    private struct EmptyKey: Hashable {
        let folder: PutFolder
        let name: String
    }

    private struct State {
        /// Paths below `Incoming`, by themselves, and by the folders that they are in.
        private(set) var folders = Oldest<String, String>(most: DAVMemory.most)
        private(set) var tree = FolderTree()
        var empties = Oldest<EmptyKey, EmptyFile>(most: DAVMemory.most)
        var clutter = Oldest<DAVPath, ClutterFile>(most: DAVMemory.most, budget: DAVMemory.clutterBudget, cost: { $0.cost })

        mutating func add(folder path: String) {
            if folders[path] == nil { tree.add(path) }
            for gone in folders.set(path, path) { tree.remove(gone) }
        }

        mutating func removeFolders(inside path: String) -> [String] {
            let gone = folders.remove(where: { PutFolder(path: $1).isInside(path) })
            for folder in gone { tree.remove(folder) }
            return gone
        }
    }

    private let state = Mutex(State())
    /// What photos are called in folders that were looked at lately.
    let names = FolderNamesCache()
    let locks = DAVLocks()

    // MARK: Folders

    /// Paths below `Incoming` of folders that were made.
    var folders: [String] { state.withLock { $0.folders.all } }

    /// Whether a path is one of them, or one of them is below it.
    func hasFolder(_ path: String) -> Bool { state.withLock { $0.tree.contains(path) } }

    /// Names of those right in a folder.
    func folders(in path: String) -> [String] { state.withLock { $0.tree.names(in: path) } }

    /// Whether one right in a folder has a name, whatever its case.
    func hasFolder(like name: String, in path: String) -> Bool { state.withLock { $0.tree.hasName(like: name, in: path) } }

    func add(folder path: String) { state.withLock { $0.add(folder: path) } }

    /// Forgets a folder, and all that is in it.
    func remove(folder path: String) {
        state.withLock { state in
            _ = state.removeFolders(inside: path)
            state.empties.remove(where: { _, file in file.folder.isInside(path) })
        }
    }

    /// Calls a folder otherwise, and all that is in it.
    func move(folder path: String, to new: String) {
        func moved(_ old: String) -> String { PutFolder.moved(old, from: path, to: new) }
        state.withLock { state in
            for folder in state.removeFolders(inside: path) { state.add(folder: moved(folder)) }
            for file in state.empties.remove(where: { _, file in file.folder.isInside(path) }) {
                let folder = PutFolder(path: moved(file.folder.path))
                state.empties.set(EmptyKey(folder: folder, name: file.name), EmptyFile(folder: folder, name: file.name, modified: file.modified))
            }
        }
    }

    // MARK: Empty files

    func empty(named name: String, in folder: PutFolder) -> EmptyFile? { state.withLock { $0.empties[EmptyKey(folder: folder, name: name)] } }

    func empties(in folder: PutFolder) -> [EmptyFile] { state.withLock { $0.empties.all }.filter { $0.folder == folder } }

    func keep(_ file: EmptyFile) { state.withLock { _ = $0.empties.set(EmptyKey(folder: file.folder, name: file.name), file) } }

    @discardableResult
    func removeEmpty(named name: String, in folder: PutFolder) -> EmptyFile? {
        state.withLock { $0.empties.remove(EmptyKey(folder: folder, name: name)) }
    }

    // MARK: Clutter

    func clutter(at path: DAVPath) -> ClutterFile? { state.withLock { $0.clutter[path] } }
    func keep(_ clutter: ClutterFile, at path: DAVPath) { state.withLock { _ = $0.clutter.set(path, clutter) } }

    @discardableResult
    func removeClutter(at path: DAVPath) -> ClutterFile? { state.withLock { $0.clutter.remove(path) } }

    /// Removes it with all that is below.
    func removeClutter(inside path: DAVPath) { state.withLock { _ = $0.clutter.remove(where: { other, _ in other.isInside(path) }) } }
}

/// Values of which so many are kept, and no more than they may cost together: those that were set last.
struct Oldest<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let most: Int, budget: Int
    private let cost: @Sendable (Value) -> Int
    private var values: [Key: (value: Value, order: UInt64)] = [:]
    private var count: UInt64 = 0
    private var whole = 0

    init(most: Int, budget: Int = .max, cost: @escaping @Sendable (Value) -> Int = { _ in 0 }) { (self.most, self.budget, self.cost) = (most, budget, cost) }

    subscript(key: Key) -> Value? { values[key]?.value }

    /// The oldest first.
    var all: [Value] { values.values.sorted { $0.order < $1.order }.map(\.value) }

    /// - Returns: what had to go for it.
    @discardableResult
    mutating func set(_ key: Key, _ value: Value) -> [Value] {
        remove(key)
        let added = cost(value)
        var gone: [Value] = []
        while values.count >= most || whole + added > budget, let oldest = values.min(by: { $0.value.order < $1.value.order })?.key, let former = remove(oldest) {
            gone.append(former)
        }
        count += 1
        values[key] = (value, count)
        whole += added
        return gone
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let value = values.removeValue(forKey: key)?.value else { return nil }
        whole -= cost(value)
        return value
    }

    /// - Returns: those that went, the oldest first.
    @discardableResult
    mutating func remove(where isMeant: (Key, Value) -> Bool) -> [Value] {
        let meant = values.filter { isMeant($0.key, $0.value.value) }
        for key in meant.keys { remove(key) }
        return meant.values.sorted { $0.order < $1.order }.map(\.value)
    }
}

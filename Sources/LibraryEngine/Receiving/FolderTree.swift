/// Paths of folders, with a slash between them: what is right in one is found without looking at the others, however many these are.
package struct FolderTree: Sendable {
    private struct Child: Sendable {
        let name: String
        /// Of the paths that were added, those that are there or below.
        var count: Int
    }

    /// By a folder's path, and by their names as `PutFolder.folded` has them, of which several may be one: what is right in it.
    private var children: [String: [String: [Child]]] = [:]

    package init() {}

    /// Whether a path was added, or one below it. The outermost folder is always there.
    package func contains(_ path: String) -> Bool {
        guard let last = Self.levels(path).last else { return true }
        return children[last.parent]?[PutFolder.folded(last.name)]?.contains { $0.name == last.name } ?? false
    }

    /// What is right in a folder, in no order.
    package func names(in path: String) -> [String] { children[path]?.values.flatMap { $0.map(\.name) } ?? [] }

    /// Whether anything right in a folder has a name, whatever its case.
    package func hasName(like name: String, in path: String) -> Bool { children[path]?[PutFolder.folded(name)] != nil }

    package mutating func add(_ path: String) {
        for (parent, name) in Self.levels(path) {
            var same = children[parent]?[PutFolder.folded(name)] ?? []
            if let index = same.firstIndex(where: { $0.name == name }) { same[index].count += 1 } else { same.append(Child(name: name, count: 1)) }
            children[parent, default: [:]][PutFolder.folded(name)] = same
        }
    }

    /// - Parameter path: one that was added.
    package mutating func remove(_ path: String) {
        for (parent, name) in Self.levels(path) {
            var same = children[parent]?[PutFolder.folded(name)] ?? []
            guard let index = same.firstIndex(where: { $0.name == name }) else { continue }
            same[index].count -= 1
            if same[index].count == 0 { same.remove(at: index) }
            children[parent]?[PutFolder.folded(name)] = same.isEmpty ? nil : same
            if children[parent]?.isEmpty == true { children[parent] = nil }
        }
    }

    /// Each folder of a path with the path of what it is in, from the outermost on. By bytes: a slash and what is combined with it are one character.
    private static func levels(_ path: String) -> [(parent: String, name: String)] {
        let bytes = Array(path.utf8)
        var levels: [(parent: String, name: String)] = [], start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
            levels.append((String(decoding: bytes[..<max(0, start - 1)], as: UTF8.self), String(decoding: bytes[start..<end], as: UTF8.self)))
            start = end + 1
        }
        return levels
    }
}

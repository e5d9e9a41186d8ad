import Glibc
import Support

extension FolderStore {
    package func list(prefix: String, after: String?, limit: Int) async throws(CloudError) -> ObjectPage {
        guard limit > 0 else { return ObjectPage(objects: [], next: after) }
        return try await withRoot(nil) { [name] root, flag throws(FolderStoreFailure) in
            var walk = Walk(prefix: prefix, after: after, limit: limit, flag: flag, name: name)
            let objects = try folder { () throws(FolderError) in try root.folder(Self.objects) }
            try walk.visit(objects, "")
            let isLast = walk.found.count <= limit
            let page = Array(walk.found.prefix(limit))
            return ObjectPage(objects: page, next: isLast ? nil : page.last?.key)
        }
    }

    /// One walk in the order of the keys' bytes, which goes into no folder that has nothing of the page.
    private struct Walk {
        let prefix: String
        let after: String?
        let limit: Int
        let flag: CancellationFlag
        let name: String
        /// One more than the page has, if there is one.
        var found: [ObjectFacts] = []

        /// - Parameter path: the folder's, with a slash at the end; empty for the top.
        mutating func visit(_ folder: FolderHandle, _ path: String) throws(FolderStoreFailure) {
            try cloud { () throws(CloudError) in try flag.check(nil, name) }
            var entries: [(key: String, name: BytePath, status: stat)] = []
            for entry in try Cloud.folder({ () throws(FolderError) in try folder.names() }) {
                guard let text = String(validating: entry.bytes, as: UTF8.self) else { continue }
                let key = path + text
                guard isOnTheWay(key), let status = try Cloud.folder({ () throws(FolderError) in try folder.status(entry) }) else { continue }
                // A folder's keys continue with a slash, and sort as it does.
                switch status.st_mode & S_IFMT {
                case S_IFDIR: entries.append((key + "/", entry, status))
                case S_IFREG where ObjectKey.isProper(key): entries.append((key, entry, status))
                default: break
                }
            }
            entries.sort { $0.key.precedesByBytes($1.key) }
            for entry in entries where found.count <= limit {
                if entry.status.st_mode & S_IFMT == S_IFREG {
                    if entry.key.utf8.starts(with: prefix.utf8), isAfter(entry.key) { found.append(ObjectFacts(entry.key, entry.status)) }
                } else if reaches(entry.key) {
                    try visit(Cloud.folder { () throws(FolderError) in try folder.folder(entry.name) }, entry.key)
                }
            }
        }

        /// True where the key has the prefix, or is a folder's that leads to it.
        private func isOnTheWay(_ key: String) -> Bool { key.utf8.starts(with: prefix.utf8) || prefix.utf8.starts(with: (key + "/").utf8) }

        private func isAfter(_ key: String) -> Bool { after.map { $0.precedesByBytes(key) } ?? true }

        /// True where a folder may have keys behind `after`.
        private func reaches(_ folder: String) -> Bool { after.map { $0.precedesByBytes(folder) || $0.utf8.starts(with: folder.utf8) } ?? true }
    }
}

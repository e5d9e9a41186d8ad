import Support

/// The folders of a library in which one piece of work changes names: each is opened once, and all are synced together.
struct ManagedFolders {
    private let library: FolderHandle
    private var open: [BytePath: FolderHandle] = [:]

    init(_ library: FolderHandle) { self.library = library }

    /// The open folder of a managed path.
    /// - Parameter making: true for a path that a file is to get, whose folder may be the first of its kind.
    mutating func folder(of path: BytePath, making: Bool = false) throws(FolderError) -> FolderHandle {
        if let known = open[path.parent] { return known }
        if making, try library.status(path.parent) == nil, try library.makeFolder(path.parent) { try library.folder(path.parent.parent).synchronize() }
        let folder = try library.folder(path.parent)
        open[path.parent] = folder
        return folder
    }

    /// Syncs names that were added or removed.
    func synchronize() throws(OriginalsError) {
        for folder in open.values { try beneath(try folder.synchronize()) }
    }
}

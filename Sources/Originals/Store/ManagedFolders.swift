import Support

/// The folders of a library in which one piece of work changes names: each is opened once, and all are synced together.
struct ManagedFolders {
    private let library: FolderHandle
    private var open: [BytePath: FolderHandle] = [:]

    init(_ library: FolderHandle) { self.library = library }

    /// The open folder of a managed path.
    mutating func folder(of path: BytePath) throws(FolderError) -> FolderHandle {
        if let known = open[path.parent] { return known }
        let folder = try library.folder(path.parent)
        open[path.parent] = folder
        return folder
    }

    /// Syncs names that were added or removed.
    func synchronize() throws(OriginalsError) {
        for folder in open.values { try beneath(try folder.synchronize()) }
    }
}

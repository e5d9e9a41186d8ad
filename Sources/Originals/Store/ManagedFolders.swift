import Support

/// The folders of a library that one piece of work changes names in: each opened once, and made to last together.
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

    /// Makes names that were added or taken last.
    func synchronize() throws(OriginalsError) {
        for folder in open.values { try beneath(try folder.synchronize()) }
    }
}

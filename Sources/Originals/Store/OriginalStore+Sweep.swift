extension OriginalStore {
    /// Clears up after sessions whose process is gone; never touches one that lives.
    ///
    /// What a dead session published is kept if `isKnown` says that the catalogue has it; otherwise its commit never happened, the user's
    /// file is still where it was, and the copy goes. If `isKnown` throws, everything stays as it is.
    /// - Returns: how many dead sessions there were.
    @discardableResult
    package func sweep(isKnown: (_ managedPath: String) throws -> Bool) throws -> Int {
        let staging = library.appending("staging")
        try Folder.make(staging)
        let gate = try StagingLock(waitingFor: staging.appending(Self.gateName))
        defer { withExtendedLifetime(gate) {} }
        var swept = 0
        for name in try Folder.names(in: staging) where name != BytePath(Self.gateName) {
            let folder = staging.appending(name)
            guard try FileSignature(linkPath: folder).isFolder else {
                try Folder.removeFile(folder)
                continue
            }
            guard let lock = try StagingLock(trying: folder.appending(Self.lockName)) else { continue }
            try undoPublishes(journal: folder.appending(Self.journalName), isKnown)
            try Folder.removeTree(folder)
            withExtendedLifetime(lock) {}
            swept += 1
        }
        return swept
    }

    private func undoPublishes(journal: BytePath, _ isKnown: (String) throws -> Bool) throws {
        var folders: Set<BytePath> = []
        for path in try StagingJournal.lines(at: journal) where ManagedPath.isProper(path) {
            if try isKnown(path) { continue }
            let absolute = library.appending(path)
            try Folder.removeFile(absolute)
            folders.insert(absolute.parent)
        }
        for folder in folders { try Folder.synchronize(folder) }
    }
}

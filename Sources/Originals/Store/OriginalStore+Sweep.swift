extension OriginalStore {
    /// Clears up after sessions whose process is gone; never touches one that lives.
    ///
    /// What a dead session published is kept if `isKnown` says that the catalogue has it; otherwise its commit never happened, the user's
    /// file is still where it was, and the copy goes. If `isKnown` or `settle` throws, everything stays as it is.
    /// - Parameter settle: called once before anything is removed; must make sure that a commit the catalogue does not show now will never
    ///   show later, which any write that lasts does: a commit that failed may have left a valid record behind the end of the log.
    /// - Returns: how many dead sessions there were.
    @discardableResult
    package func sweep(settle: () throws -> Void = {}, isKnown: (_ managedPath: String) throws -> Bool) throws -> Int {
        let staging = library.appending("staging")
        try Folder.make(staging)
        let dead = try deadSessions(staging)
        var isSettled = false
        for (folder, lock) in dead {
            var unknown: [BytePath] = []
            for path in try StagingJournal.lines(at: folder.appending(Self.journalName)) where ManagedPath.isProper(path) {
                if try isKnown(path) { continue }
                if !isSettled {
                    try settle()
                    isSettled = true
                }
                if try !isKnown(path) { unknown.append(library.appending(path)) }
            }
            for path in unknown { try Folder.removeFile(path) }
            for folder in Set(unknown.map(\.parent)) where (try? FileSignature(linkPath: folder)) != nil { try Folder.synchronize(folder) }
            // Another process that clears up at the same time may look into the folder while it goes; then it goes next time.
            do { try Folder.removeTree(folder) } catch {
                if error.code != .exists, error.code != .missing { throw error }
            }
            withExtendedLifetime(lock) {}
        }
        return dead.count
    }

    /// The folders of dead sessions with their locks. The gate is held for the look only: `settle` waits for writers, who may wait for the gate.
    private func deadSessions(_ staging: BytePath) throws -> [(folder: BytePath, lock: StagingLock)] {
        let gate = try StagingLock(waitingFor: staging.appending(Self.gateName), seconds: gateTimeout)
        defer { withExtendedLifetime(gate) {} }
        var dead: [(BytePath, StagingLock)] = []
        for name in try Folder.names(in: staging) where name != BytePath(Self.gateName) {
            let folder = staging.appending(name)
            if let lock = try lockOfDead(folder) { dead.append((folder, lock)) }
        }
        return dead
    }

    /// `nil` where the session lives, or where it ended, or another process cleared it up, since the names were read.
    private func lockOfDead(_ folder: BytePath) throws -> StagingLock? {
        do {
            if try FileSignature(linkPath: folder).isFolder { return try StagingLock(trying: folder.appending(Self.lockName)) }
            try Folder.removeFile(folder)
        } catch {
            if error.code != .missing { throw error }
        }
        return nil
    }

    /// Paths that the journals of all sessions, living and dead, name: files on their way in or out.
    package func announcedPaths() throws -> Set<String> {
        let staging = library.appending("staging")
        var paths: Set<String> = []
        for name in try Folder.names(in: staging) where name != BytePath(Self.gateName) {
            paths.formUnion(try StagingJournal.lines(at: staging.appending(name).appending(Self.journalName)))
        }
        return paths
    }
}

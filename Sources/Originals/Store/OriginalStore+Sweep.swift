import Support

/// What clearing up found.
package struct SweepReport: Sendable, Equatable {
    /// How many sessions had no process any more.
    package var dead = 0
    /// Paths in the library, such as `staging/notes.txt`, that no session made: they stay.
    package var strays: [String] = []
}

extension OriginalStore {
    /// Clears up after sessions whose process is gone; never touches one that lives, nor anything that no session made.
    ///
    /// What a dead session published is kept if `isKnown` says that the catalogue has it; otherwise its commit never happened, the user's
    /// file is still where it was, and the copy goes. If `isKnown` or `commitBarrier` throws, everything stays as it is.
    /// - Parameter commitBarrier: called once before anything is removed; must make sure that a commit the catalogue does not show now will never
    ///   show later, which any write that lasts does: a commit that failed may have left a valid record behind the end of the log.
    @discardableResult
    package func sweep(commitBarrier: () throws -> Void = {}, isKnown: (_ managedPath: String) throws -> Bool) throws -> SweepReport {
        try beneath(try folder.makeFolder(BytePath("staging")))
        let staging = try beneath(try folder.folder("staging"))
        var report = SweepReport()
        let dead = try deadSessions(staging, &report)
        var hasPassedBarrier = false
        for (session, lock) in dead {
            var unknown: [String] = []
            for path in try StagingJournal.lines(of: SessionFolder.journalName, in: session.folder) where ManagedPath.isProper(path) {
                if try isKnown(path) { continue }
                if !hasPassedBarrier {
                    try commitBarrier()
                    hasPassedBarrier = true
                }
                if try !isKnown(path) { unknown.append(path) }
            }
            try remove(unknown)
            // Another process that clears up at the same time may look into the folder while it goes; then it goes next time.
            do { try SessionFolder.clear(session.name, session.folder, in: staging) } catch {
                if error.code != .exists, error.code != .missing { throw error }
            }
            report.strays += session.strays.map { "staging/\(session.name.text)/\($0.text)" }
            withExtendedLifetime(lock) {}
        }
        report.dead = dead.count
        report.strays.sort()
        return report
    }

    /// What was published and never committed. A folder that is not there any more holds none of it.
    private func remove(_ paths: [String]) throws(OriginalsError) {
        var folders = ManagedFolders(folder)
        for path in paths {
            let location = BytePath(path)
            do throws(FolderError) { try folders.folder(of: location).removeFile(location.lastComponent) } catch {
                let error = OriginalsError(error)
                if error.code != .missing { throw error }
            }
        }
        try folders.synchronize()
    }

    /// Dead sessions with their locks. The gate is held for the look only: `commitBarrier` waits for writers, who may wait for the gate.
    private func deadSessions(_ staging: FolderHandle, _ report: inout SweepReport) throws(OriginalsError) -> [(SessionFolder, StagingLock)] {
        let gate = try StagingLock(waitingFor: Self.gateName, in: staging, seconds: gateTimeout)
        defer { withExtendedLifetime(gate) {} }
        var dead: [(SessionFolder, StagingLock)] = []
        for name in try beneath(try staging.names()) where name != Self.gateName && name != IncomingFolder.name {
            guard let session = try session(name, staging, &report) else { continue }
            do throws(OriginalsError) {
                if let lock = try StagingLock(trying: SessionFolder.lockName, in: session.folder) { dead.append((session, lock)) }
            } catch let error where error.code == .missing {
                // It ended, or another process cleared it up, since the names were read.
            }
        }
        return dead
    }

    /// `nil` for what no session made, which the report then names, and for what is gone.
    private func session(_ name: BytePath, _ staging: FolderHandle, _ report: inout SweepReport) throws(OriginalsError) -> SessionFolder? {
        do throws(OriginalsError) {
            guard let session = try SessionFolder(name, in: staging) else { return nil }
            if session.isOurs { return session }
        } catch let error where error.code == .obstructed {}
        report.strays.append("staging/\(name.text)")
        return nil
    }

    /// Paths that the journals of all sessions, living and dead, name: files on their way in or out.
    package func announcedPaths() throws(OriginalsError) -> Set<String> {
        // A backup may have none.
        guard try beneath(try folder.status(BytePath("staging"))) != nil else { return [] }
        let staging = try beneath(try folder.folder("staging"))
        var paths: Set<String> = [], report = SweepReport()
        for name in try beneath(try staging.names()) where name != IncomingFolder.name {
            guard let session = try session(name, staging, &report) else { continue }
            paths.formUnion(try StagingJournal.lines(of: SessionFolder.journalName, in: session.folder))
        }
        return paths
    }
}

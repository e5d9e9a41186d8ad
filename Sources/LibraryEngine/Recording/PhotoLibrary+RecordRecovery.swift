import Catalog
import Foundation
import Glibc
import Originals
import Record
import Support

extension PhotoLibrary {
    /// Makes the catalogue of the library at `url` anew from the library's own record, whatever has become of the old one. Originals are not touched.
    ///
    /// The new one is made beside, and takes its place as a whole. An old `database/` is moved aside and never deleted; its `backups` stay where they were.
    /// Nobody should have the library open: who has, goes on with the old catalogue.
    /// - Throws: `.notFound` without a record, `.damaged` where none of it can be believed, `.tooNew`, `.locked`, `.cannotWrite`; `.failed` when it is given up.
    package static func recoverFromRecord(
        at url: URL, environment: Environment, progress: @escaping @Sendable (RecoveryProgress) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(LibraryError) -> RecoveryReport {
        let url = url.standardizedFileURL
        let (folder, manifest) = try enter(url, environment)
        do {
            let record = try Record(in: folder, uuid: manifest.uuid, schema: Catalog.schemaVersion, makes: false)
            return try record.turn(waiting: environment.busyTimeout) { _ in
                progress(RecoveryProgress(stage: .reading, done: 0))
                let recovery = RecordRecovery(url: url, folder: folder, environment: environment, progress: progress, isCancelled: isCancelled)
                return try recovery.run(record.contents())
            }
        } catch { throw LibraryError(recording: error) }
    }
}

/// One recovery of a catalogue from a record.
private struct RecordRecovery {
    let url: URL
    let folder: FolderHandle
    let environment: Environment
    let progress: @Sendable (RecoveryProgress) -> Void
    let isCancelled: @Sendable () -> Bool

    /// The catalogue is made here; nothing else ever has this name.
    private static let partName = "database.new"
    private var part: URL { url.appendingPathComponent(Self.partName) }

    func run(_ contents: RecordContents) throws -> RecoveryReport {
        guard contents.schema <= Int64(Catalog.schemaVersion) else {
            throw LibraryError(.tooNew, "The record of \(url.path) was written by a newer version. Update OpenPhotoKit.")
        }
        guard let commit = contents.commit else {
            throw LibraryError(.notFound, "The record of \(url.path) holds nothing yet.")
        }
        var report = RecoveryReport(moment: Date(timeIntervalSinceReferenceDate: commit.date), position: ChangePosition(rawValue: commit.position))
        report.fault = contents.fault
        try removePart()
        do {
            do throws(FolderError) { try folder.makeFolder(BytePath(Self.partName)) } catch { throw OriginalsError(error) }
            var options = CatalogOptions()
            let now = environment.now
            options.now = { now().timeIntervalSinceReferenceDate }
            let file = part.appendingPathComponent("catalog.sqlite")
            try Catalog.restore(at: file, schema: Int(contents.schema), options: options) { restorer in
                try fill(restorer, contents, &report)
                return ChangePosition(rawValue: commit.position)
            }
            do throws(FolderError) { try folder.folder(Self.partName).synchronize() } catch { throw OriginalsError(error) }
            try check()
            report.setAside = try exchange()
        } catch {
            try? removePart()
            throw error
        }
        try lookForOriginals(&report)
        return report
    }

    private func check() throws {
        if isCancelled() { throw LibraryError(.failed, "The recovery of \(url.path) was given up. Nothing was changed.") }
    }

    // MARK: Rows

    private func fill(_ restorer: CatalogRestorer, _ contents: RecordContents, _ report: inout RecoveryReport) throws {
        var done = 0
        // Few beside the assets, and put in when all that they refer to is there.
        var later: [RecordObject] = []
        try contents.forEach { object in
            guard object.key.kind == RecordKind.asset else { return later.append(object) }
            guard let asset = object.storedAsset else { throw unreadable(object) }
            try restorer.add(asset)
            if asset.row["trashedDate"] == nil { report.assets += 1 } else { report.trashed += 1 }
            report.resources += asset.resources.count
            done += 1
            guard done % 1_000 == 0 else { return }
            try check()
            progress(RecoveryProgress(stage: .writing, done: done))
        }
        func each(_ kind: String, _ body: (RecordObject) throws -> Void) throws {
            for object in later where object.key.kind == kind { try body(object) }
        }
        try each(RecordKind.library) { try restorer.add($0.storedLibrary) }
        try each(RecordKind.root) { object in
            guard let root = object.storedRoot else { throw unreadable(object) }
            try restorer.add(root: root)
        }
        try each(RecordKind.collection) { object in
            guard let collection = object.storedCollection else { throw unreadable(object) }
            try restorer.add(collection)
            if collection.row["kind"] == .int(2) { report.folders += 1 } else { report.albums += 1 }
        }
        try each(RecordKind.tree) { object in
            for (folder, children) in object.tree { try restorer.arrange(children: children, of: folder) }
        }
        try each(RecordKind.members) { object in
            guard let (album, assets) = object.members else { throw unreadable(object) }
            try check()
            try restorer.add(members: assets, of: album)
        }
        try each(RecordKind.access) { object in
            guard let access = object.storedAccess else { throw unreadable(object) }
            try restorer.add(access)
        }
    }

    private func unreadable(_ object: RecordObject) -> LibraryError {
        LibraryError(.damaged, "The record of \(url.path) says of \(object.key.kind) \(object.key.id) what no catalogue can hold. Please report this.")
    }

    // MARK: Folders

    /// What a recovery that broke off has left.
    private func removePart() throws {
        var status = stat()
        guard fstatat(folder.descriptor, Self.partName, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw LibraryError(.exists, "\(part.path) is in the way: the new catalogue is made there. Move it elsewhere.")
        }
        for suffix in ["", "-journal", "-wal", "-shm"] { unlinkat(folder.descriptor, "\(Self.partName)/catalog.sqlite\(suffix)", 0) }
        guard unlinkat(folder.descriptor, Self.partName, AT_REMOVEDIR) == 0 else {
            throw LibraryError(.cannotWrite, "\(part.path) can't be removed: \(String(cString: strerror(errno))). Move it elsewhere; the new catalogue is made there.")
        }
    }

    /// Puts the new catalogue in its place.
    /// - Returns: where the old one went.
    private func exchange() throws -> String? {
        let folder = folder.descriptor
        var aside: String?
        var status = stat()
        if fstatat(folder, "database", &status, AT_SYMLINK_NOFOLLOW) == 0 {
            let name = try freeName(folder)
            guard renameat(folder, "database", folder, name) == 0 else { throw cannot("move aside", url.appendingPathComponent("database").path) }
            aside = url.appendingPathComponent(name).path
            // Snapshots of the catalogue are no part of what is damaged.
            if status.st_mode & S_IFMT == S_IFDIR { _ = renameat(folder, "\(name)/backups", folder, "\(Self.partName)/backups") }
        }
        guard renameat(folder, Self.partName, folder, "database") == 0 else { throw cannot("put in its place", part.path) }
        guard fsync(folder) == 0 else { throw cannot("save", url.path) }
        return aside
    }

    private func freeName(_ folder: Int32) throws -> String {
        let stem = "database-damaged-\(environment.now().ISO8601Format().filter { $0 != ":" })"
        var status = stat()
        for number in 1...1_000 {
            let name = number == 1 ? stem : "\(stem)-\(number)"
            if fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0, errno == ENOENT { return name }
        }
        throw LibraryError(.exists, "\(url.path) holds a thousand damaged catalogues of this second. Move some elsewhere.")
    }

    private func cannot(_ doing: String, _ path: String) -> LibraryError {
        LibraryError(.cannotWrite, "Could not \(doing) \(path): \(String(cString: strerror(errno))). Check the permissions and the disk.")
    }

    // MARK: Originals

    /// Only names and sizes are looked at; `photos verify` reads them.
    private func lookForOriginals(_ report: inout RecoveryReport) throws {
        var options = CatalogOptions()
        options.busyTimeout = environment.busyTimeout
        let catalog = try Catalog.open(at: url.appendingPathComponent("database/catalog.sqlite"), options: options)
        defer { catalog.close() }
        let originals = OriginalStore(library: folder, gateTimeout: environment.busyTimeout)
        try originals.makeFolders()
        var done = 0
        try catalog.read { reader in
            try reader.forEachResource { resource in
                done += 1
                if done % 10_000 == 0 { progress(RecoveryProgress(stage: .checking, done: done)) }
                guard case .managed(let path) = resource.place, resource.isLocal, !originals.holds(managedPath: path) else { return }
                report.missing.append(path)
            }
            try originals.forEachManagedFile { path in
                if try reader.resources(managedPath: path).isEmpty { report.unknown.append(path) }
            }
        }
        report.unknown.sort()
    }
}

import Catalog
import Foundation
import Glibc
import Imaging
import Originals
import PhotoModel
import Record
import Support

/// What a recovery shall do, and what is told of it.
package struct RecoveryOptions: Sendable {
    /// A copy of the catalogue; `nil` takes what reaches furthest of all that the library has.
    package var source: URL?
    /// Asked once, with what would be done, before anything is changed.
    package var isWanted: @Sendable (RecoveryResult) throws -> Bool = { _ in true }
    package var progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    package var isCancelled: @Sendable () -> Bool = { false }
    /// The store that the record came from, where there is nothing but what it says: files are there and not here.
    var store: CloudSettings?
    /// Nobody else has a part in that store: what is purged here is removed there.
    var ownsStore = false
    /// A further machine of a library that goes on elsewhere, by its name among those that share the store.
    var guest: UUID?
    /// A file that a store has is there; and another machine's, which it may still send there, is none of this one's.
    var files: RestoredFiles { guest != nil ? .elsewhere : store != nil ? .inStore : .asTold }

    package init() {}
}

extension PhotoLibrary {
    /// Makes a library whole again whose catalogue is gone, damaged or out of date, and looks which originals it finds.
    ///
    /// The library need not open for this, and no other process may have it open. Nothing is removed: the former `database/` is set aside within the
    /// library, and the new one takes its place in one step.
    /// - Returns: `nil` where it was not wanted, or was interrupted before anything changed.
    /// - Throws: what `options.isWanted` throws, or a `LibraryError`.
    package static func recover(at url: URL, environment: Environment, options: RecoveryOptions) throws -> RecoveryResult? {
        do {
            return try Recovery(library: url.standardizedFileURL, environment: environment, options: options).run()
        } catch is SnapshotWriter.Cancelled {
            return nil
        } catch let refusal as Recovery.Refused {
            throw refusal.cause
        } catch {
            throw LibraryError(error)
        }
    }

    /// Everything that the catalogue could be made from, and what is wrong with what could not be used.
    /// - Parameter uuid: the library's; `nil` where `library.json` can't tell.
    static func recoverySources(
        _ library: URL, _ uuid: UUID?, _ catalogOptions: CatalogOptions
    ) -> (sources: [any RecoverySource], unsound: [String]) {
        var sources: [any RecoverySource] = []
        var unsound: [String] = []
        for snapshot in Recovery.snapshots(in: library) {
            if let fault = snapshot.fault {
                unsound.append("\(snapshot.file.lastPathComponent): \(fault)")
                continue
            }
            do throws(CatalogError) {
                sources.append(SnapshotSource(kind: .snapshot, url: snapshot.file, moment: try Catalog.moment(of: snapshot.file, options: catalogOptions)))
                // Older ones hold nothing that this one has not.
                break
            } catch { unsound.append("\(snapshot.file.lastPathComponent): \(error.message)") }
        }
        do {
            let record = try RecordSource(LibraryLayout.open(BytePath(library.path)), uuid: uuid, waiting: catalogOptions.busyTimeout)
            sources.append(record)
            // What it says up to there is right, and it may still be what reaches furthest.
            if let fault = record.fault { unsound.append("\(Record.folderName): \(fault)") }
        } catch let error as RecordError where error.code == .missing {
            // A library that was made before there were records has none.
        } catch { unsound.append("\(Record.folderName): \(error)") }
        return (sources, unsound)
    }
}

/// One recovery of one library.
private struct Recovery {
    /// The answer to what would be done was an error, which is the asker's.
    struct Refused: Error { let cause: any Error }

    let library: URL
    let environment: Environment
    let options: RecoveryOptions
    private let catalogOptions: CatalogOptions
    private var database: URL { library.appendingPathComponent("database", isDirectory: true) }

    init(library: URL, environment: Environment, options: RecoveryOptions) {
        (self.library, self.environment, self.options) = (library, environment, options)
        catalogOptions = PhotoLibrary.catalogOptions(environment)
    }

    func run() throws -> RecoveryResult? {
        let manifest = try readManifest()
        let lock = try locked()
        defer {
            // A program that is being started has the descriptor as well until it runs, and with it the lock.
            flock(lock, LOCK_UN)
            close(lock)
        }
        if let holder = CatalogUse.holder(of: PhotoLibrary.catalogFile(library)) {
            throw LibraryError(.locked, "\(library.path) is open in \(holder), which would go on with the catalogue that is set aside. End it and try again.")
        }
        let (source, unsound) = try chooseSource(manifest)
        var report = RecoveryResult(present: present(), source: source, unsound: unsound)
        let isWanted: Bool
        do { isWanted = try options.isWanted(report) } catch { throw Refused(cause: error) }
        guard isWanted else { return nil }

        let new = library.appendingPathComponent("database-recovering-\(UUID().uuidString)", isDirectory: true)
        guard mkdir(new.path, 0o700) == 0 else { throw SnapshotFolder.failed("make", new.path) }
        do {
            report.moment = try make(in: new, from: source)
            report.hasNewManifest = try restoreManifest(manifest, report.moment)
        } catch {
            try? FileManager.default.removeItem(at: new)
            throw error
        }
        report.setAside = try putInPlace(new)
        try check(&report)
        return report
    }

    // MARK: What there is

    /// `nil` where `library.json` is gone or can't be read and the folder is a library nevertheless.
    private func readManifest() throws -> LibraryManifest? {
        let folder = try LibraryLayout.open(BytePath(library.path))
        try environment.owners.check(folder)
        try LibraryLayout.check(folder)
        do { return try LibraryManifest.read(in: folder) } catch {
            let isLibrary = ["originals", "database"].contains { access(library.appendingPathComponent($0).path, F_OK) == 0 }
            guard isLibrary, error.code == .damaged || error.code == .notALibrary else { throw error }
            return nil
        }
    }

    /// One recovery of a library at a time.
    private func locked() throws -> Int32 {
        let descriptor = open(library.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SnapshotFolder.failed("open", library.path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw LibraryError(.locked, "Another process is recovering \(library.path). Wait until it is done.")
        }
        return descriptor
    }

    private func present() -> RecoveryResult.Present {
        var reading = catalogOptions
        reading.readOnly = true
        do throws(CatalogError) { return .sound(try Catalog.examine(PhotoLibrary.catalogFile(library), options: reading)) } catch {
            switch error.code {
            case .notFound: return .missing
            case .tooNew: return .newer(error.message)
            default: return .damaged(error.message)
            }
        }
    }

    /// Also those of databases that were set aside: a recovery that was cut off may have left them there.
    static func snapshots(in library: URL) -> [Snapshot] {
        let names = (try? Folder.names(in: BytePath(library.path))) ?? []
        let folders = names.map(\.text).filter { $0 == "database" || $0.hasPrefix("database-") }
        return folders.flatMap { SnapshotFolder(library.appendingPathComponent("\($0)/backups")).snapshots }.sorted { $0.name > $1.name }
    }

    private func chooseSource(_ manifest: LibraryManifest?) throws -> (any RecoverySource, unsound: [String]) {
        if let file = options.source {
            let moment = try Catalog.moment(of: file, options: catalogOptions)
            try requireSameLibrary(moment, manifest, file)
            return (SnapshotSource(kind: .file, url: file, moment: moment), [])
        }
        let (sources, unsound) = PhotoLibrary.recoverySources(library, manifest?.uuid, catalogOptions)
        guard let first = sources.first else {
            let found =
                unsound.isEmpty
                ? "There is no record, and no snapshot in \(SnapshotFolder(library: library).url.path)"
                : "Neither a snapshot nor the record is sound (\(unsound.joined(separator: "; ")))"
            throw LibraryError(.damaged, "\(found). Name a copy of the catalogue with 'photos recover FROM', or import the originals into a new library; they are not affected.")
        }
        return (sources.dropFirst().reduce(first) { $1.reachesFurther(than: $0) ? $1 : $0 }, unsound)
    }

    private func requireSameLibrary(_ moment: CatalogMoment, _ manifest: LibraryManifest?, _ file: URL) throws {
        guard let manifest, let kept = moment.manifest.flatMap(LibraryManifest.init(text:)), kept.uuid != manifest.uuid else { return }
        throw LibraryError(
            .invalid, "\(file.path) is of another library (\(kept.uuid.uuidString)), and this one is \(manifest.uuid.uuidString). Name a copy of this library's catalogue.")
    }

    // MARK: Making it again

    private func make(in folder: URL, from source: any RecoverySource) throws -> CatalogMoment {
        let file = folder.appendingPathComponent("catalog.sqlite")
        try source.makeCatalog(file, options.files, environment, progress: options.progress, isCancelled: options.isCancelled)
        // Brings an older schema up to date.
        let catalog = try Catalog.open(at: file, options: catalogOptions)
        defer { catalog.close() }
        // What was restored from Recently Deleted since is in there again: its time begins anew.
        try catalog.write(author: "recover") { writer in
            try writer.setValue(nil, forKey: PhotoLibrary.clockKey)
            if let store = options.store { try writer.noteEverythingElsewhere(store) }
            if options.ownsStore { try writer.noteObjectsOfUploadedFiles() }
            if var progress = try writer.syncProgress() {
                // What others have is not in the record: all that they told is read once more, and what they do not know is told.
                if source.kind == .record { progress.forgetOrder() }
                // By another name: what it told since that moment is new to it.
                (progress.machine, progress.position) = (environment.makeUUID(), nil)
                try writer.setSyncProgress(progress)
            }
            if let machine = options.guest {
                // They are folders of the other machine.
                try writer.setWatchedFolders([])
                try writer.setSyncProgress(SyncProgress(machine: machine, isGuest: true, isJoining: true))
            }
            try writer.setValue("\(environment.makeUUID().uuidString) \(source.kind.rawValue) \(environment.now().formatted(.iso8601))", forKey: CatalogReader.recoveredKey)
        }
        var moment = try catalog.read { try $0.moment() }
        moment.manifest = moment.manifest ?? source.moment.manifest
        // The log of one that was made of the record goes on with the recovery itself, which is not what was asked for.
        if source.kind == .record { (moment.position, moment.date) = (source.moment.position, source.moment.date) }
        return moment
    }

    private func restoreManifest(_ manifest: LibraryManifest?, _ moment: CatalogMoment) throws -> Bool {
        guard manifest == nil else { return false }
        let kept = moment.manifest.flatMap(LibraryManifest.init(text:))
        let new = kept ?? LibraryManifest(uuid: environment.makeUUID(), created: environment.now())
        let file = library.appendingPathComponent(LibraryManifest.fileName)
        let aside = library.appendingPathComponent("\(LibraryManifest.fileName)-damaged-\(SnapshotName.stamp(environment.now()))")
        if access(file.path, F_OK) == 0 { try Folder.rename(BytePath(file.path), to: BytePath(aside.path)) }
        try new.write(to: file)
        return true
    }

    /// - Returns: the name of what was there.
    private func putInPlace(_ new: URL) throws -> String? {
        let root = BytePath(library.path)
        let (old, fresh) = (BytePath(database.path), BytePath(new.path))
        let hasOld = access(database.path, F_OK) == 0
        let aside = freeName("database-damaged-\(SnapshotName.stamp(environment.now()))")
        // Journals of imports that died speak of originals that an older catalogue does not know: the next sweep would take those for never committed.
        let staging = library.appendingPathComponent("staging")
        if access(staging.path, F_OK) == 0 {
            let folder = hasOld ? database : library.appendingPathComponent(aside)
            if !hasOld, mkdir(folder.path, 0o700) != 0 { throw SnapshotFolder.failed("make", folder.path) }
            try Folder.rename(BytePath(staging.path), to: BytePath(folder.appendingPathComponent(freeName("staging", in: folder)).path))
        }
        try Folder.synchronize(fresh)
        guard hasOld else {
            try Folder.rename(fresh, to: old)
            try Folder.synchronize(root)
            return nil
        }
        try Folder.exchange(fresh, old)
        try Folder.synchronize(root)
        // From here on the library is whole; what follows only tidies up.
        let backups = new.appendingPathComponent("backups")
        if access(backups.path, F_OK) == 0 { try Folder.rename(BytePath(backups.path), to: BytePath(SnapshotFolder(library: library).url.path)) }
        try Folder.rename(fresh, to: BytePath(library.appendingPathComponent(aside).path))
        try Folder.synchronize(old)
        try Folder.synchronize(root)
        return aside
    }

    private func freeName(_ name: String, in folder: URL? = nil) -> String {
        func isTaken(_ name: String) -> Bool { access((folder ?? library).appendingPathComponent(name).path, F_OK) == 0 }
        guard isTaken(name) else { return name }
        var number = 2
        while isTaken("\(name)-\(number)") { number += 1 }
        return "\(name)-\(number)"
    }

    // MARK: What came of it

    private func check(_ report: inout RecoveryResult) throws {
        var environment = environment
        environment.takesSnapshots = false
        let library = try PhotoLibrary.open(at: library, environment: environment)
        defer { library.close() }
        try library.forgetLaterDerivatives()
        report.missing = try library.missingOriginals()
        report.unknown = try library.unknownFiles()
    }
}

extension PhotoLibrary {
    /// Originals that are not where the catalogue says, or have another size; their content is `verify`'s to judge.
    func missingOriginals() throws -> [VerifyReport.Finding] {
        var findings: [VerifyReport.Finding] = []
        var last: Int64 = 0
        while true {
            let page = try catalog.read { try $0.filesToBeHere(afterID: last, limit: 1000) }
            guard let end = page.last else { return findings }
            for resource in page {
                let path = resource.location.path
                let size = try? FileSignature(linkPath: originals.library.appending(path)).size
                guard size != resource.size else { continue }
                let uuid = try catalog.read { try $0.uuids(assetIDs: [resource.assetID])[0] }
                let (problem, detail): (VerifyReport.Problem, String) = size.map { (.damaged, "has \($0) bytes instead of \(resource.size)") } ?? (.missing, "is not there")
                findings.append(
                    VerifyReport.Finding(
                        problem: problem, path: path, asset: uuid, filename: resource.filename, detail: "\(detail); import the file again, or restore it from a backup"))
            }
            last = end.id
        }
    }

    /// Drops thumbnails and previews of other revisions than the catalogue's: it will give those that it has not reached to other edits.
    func forgetLaterDerivatives() throws {
        // As on a machine to which the library is new.
        guard !derivatives.isEmpty else { return }
        var revisions: [UUID: Int64] = [:]
        var last: Int64 = 0
        while true {
            let page = try catalog.read { try $0.assetVersions(afterID: last, limit: 10_000) }
            guard let end = page.last else { break }
            derivatives.forgetOthers(than: page.map { DerivativeStore.Version(assetID: $0.id, uuid: $0.uuid, revision: $0.revision) })
            for asset in page { revisions[asset.uuid] = asset.revision }
            last = end.id
        }
        derivatives.forgetPreviews { uuid, revision in revisions[uuid] != revision }
    }
}

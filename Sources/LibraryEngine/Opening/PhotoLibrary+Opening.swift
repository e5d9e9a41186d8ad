import CLoading
import Catalog
import Decoding
import Foundation
import Gazetteer
import Glibc
import Imaging
import Originals
import Pixels
import Support

extension PhotoLibrary {
    /// Makes an empty library and opens it. Missing parent folders are made; an empty folder at the path is used.
    ///
    /// It is made beside the path and then renamed, so nobody ever sees half a library.
    package static func create(at url: URL, environment: Environment) throws(LibraryError) -> PhotoLibrary {
        let url = url.standardizedFileURL
        if let folder = try? LibraryLayout.open(BytePath(url.path)), (try? LibraryManifest.read(in: folder)) != nil {
            throw LibraryError(.exists, "There is a library at \(url.path) already. Open it, or choose another name.")
        }
        let part = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).\(environment.makeUUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try fill(part, environment)
        } catch {
            try? FileManager.default.removeItem(at: part)
            throw cannotMake(url, error)
        }
        // rename(2) replaces an empty folder and nothing else.
        guard rename(part.path, url.path) == 0 else {
            let number = errno
            try? FileManager.default.removeItem(at: part)
            guard number == ENOTEMPTY || number == EEXIST || number == ENOTDIR else { throw cannotMake(url, OriginalsError(.failed, String(cString: strerror(number)))) }
            throw LibraryError(.exists, "\(url.path) is there and is no photo library. Choose another name, or an empty folder.")
        }
        do throws(OriginalsError) { try Folder.synchronize(BytePath(url.deletingLastPathComponent().path)) } catch { throw LibraryError(error) }
        return try open(at: url, environment: environment)
    }

    /// Opens a library, brings its catalogue up to date, and clears up after processes that died.
    package static func open(at url: URL, environment: Environment) throws(LibraryError) -> PhotoLibrary {
        let url = url.withPlainPath
        let (folder, manifest) = try enter(url, environment)
        if let reason = ReadOnlyReason(url, environment) { return try openForReading(at: url, folder, manifest, reason, environment) }
        let originals = OriginalStore(
            library: folder, gateTimeout: environment.busyTimeout, space: environment.diskFigures.map { DiskSpace(figures: $0) })
        var warnings: [String] = []
        do throws(OriginalsError) {
            try originals.makeFolders()
            if try FileSystemKind(holding: originals.library).isNetwork {
                warnings.append("\(url.path) is on a network file system, where two machines writing at once can damage the catalogue. Use it from one machine at a time.")
            }
        } catch { throw LibraryError(error) }

        if environment.makesRoom { makeRoom(in: folder, url) }
        let catalog: Catalog
        do throws(CatalogError) {
            catalog = try Catalog.open(at: catalogFile(url), options: catalogOptions(environment))
        } catch let error where error.code == .diskFull {
            return try openForReading(at: url, folder, manifest, .fullDisk, environment)
        } catch { throw LibraryError(error) }
        try requireSame(catalog, folder, url)
        do {
            let now = environment.now().timeIntervalSinceReferenceDate
            // Its frames take the place of those of a commit that failed, wherever the log ends.
            let commitBarrier = { try catalog.write(author: "sweep") { try $0.setValue("\(now)", forKey: "swept") } }
            let report = try originals.sweep(commitBarrier: commitBarrier) { path in try catalog.read { try !$0.resources(managedPath: path).isEmpty } }
            if let warning = try strays(report.strays, catalog, url) { warnings.append(warning) }
        } catch let error as OriginalsError where error.code == .obstructed {
            throw LibraryError(error)
        } catch {
            // Nothing is wrong with the library: what a dead import left takes room until the next time.
            warnings.append("Could not clear up after an import that was interrupted: \(error)")
        }
        let decoder = makeDecoder(environment)
        warnings.forEach { environment.log(.warning, $0) }
        let library = PhotoLibrary(
            url: url, uuid: manifest.uuid, environment: environment, catalog: catalog, originals: originals, decoder: decoder, warnings: warnings)
        // First, since it asks the history that may be forgotten then.
        library.clearRecentlyDeleted()
        library.pruneHistory()
        library.snapshots.look(library)
        library.recordUpdater?.start()
        return library
    }

    /// On a disk with next to no room left: removes previews, which are made again when they are shown, until there is enough for a change.
    private static func makeRoom(in folder: FolderHandle, _ url: URL) {
        _ = makeRoom(DerivativeStore(library: folder, name: LibraryLayout.derivatives)) { DiskSpace.freeBytes(at: url.path) }
    }

    /// The same while the library is open.
    /// - Returns: whether there was so little.
    func makeRoomForChanges() -> Bool { readOnlyReason == nil && Self.makeRoom(derivatives) { originals.space.freeBytes } }

    private static func makeRoom(_ derivatives: DerivativeStore, _ free: () -> Int64?) -> Bool {
        let least: Int64 = 1 << 20, wanted: Int64 = 8 << 20
        guard let now = free(), now < least else { return false }
        derivatives.forgetPreviews { _, _ in free().map { $0 < wanted } ?? false }
        return true
    }

    /// The open folder of a library that may be worked on: its owner is trusted, and nothing else has the place of a folder or file of ours. From then on
    /// the library is this folder, whatever the path leads to later.
    static func enter(_ url: URL, _ environment: Environment) throws(LibraryError) -> (folder: FolderHandle, manifest: LibraryManifest) {
        let folder = try LibraryLayout.open(BytePath(url.plainPath))
        let manifest = try LibraryManifest.read(in: folder)
        try environment.owners.check(folder)
        return (folder, manifest)
    }

    /// SQLite opens files by their path, which may lead elsewhere by now.
    static func requireSame(_ catalog: Catalog, _ folder: FolderHandle, _ url: URL) throws(LibraryError) {
        guard let opened = FileIdentity(of: catalogFile(url)), opened == FileIdentity(of: BytePath(LibraryLayout.catalog), in: folder) else {
            catalog.close()
            throw LibraryError(.offline, "\(url.path) was replaced while it was opened. Open it again.")
        }
    }

    /// Opens the library at `url`, or makes one where there is nothing.
    package static func openOrCreate(at url: URL, environment: Environment) throws(LibraryError) -> PhotoLibrary {
        do throws(LibraryError) {
            return try open(at: url, environment: environment)
        } catch let error where error.code == .notFound {
            do throws(LibraryError) { return try create(at: url, environment: environment) } catch let error where error.code == .exists {
                // Another process was faster.
                return try open(at: url, environment: environment)
            }
        }
    }

    /// Brings the record up to date and lets go of the catalogue. Afterwards every call that needs it fails.
    package func close() {
        changes.stop()
        space.close()
        contentChecks.flush()
        snapshots.stop()
        fetcher.waitForRecords()
        cloud.keepUses()
        movieCopies.close()
        recordUpdater?.close()
        catalog.close()
    }

    // MARK: Parts

    static func catalogFile(_ library: URL) -> URL { library.file(beneath: LibraryLayout.catalog) }

    static func catalogOptions(_ environment: Environment) -> CatalogOptions {
        var options = CatalogOptions()
        options.busyTimeout = environment.busyTimeout
        options.givenTimeZone = environment.givenTimeZone
        options.usesColumns = environment.usesColumns
        if !environment.keepsResults { options.fetchCacheSize = 0 }
        let now = environment.now
        options.now = { now().timeIntervalSinceReferenceDate }
        let log = environment.log
        options.places = PlaceBook(environment.gazetteer) { error in
            // Nobody who has not installed one has to be told again and again.
            if error.fault == .missing { log(.info, error.description) } else { log(.warning, error.description) }
        }
        return options
    }

    private static func fill(_ part: URL, _ environment: Environment) throws {
        let path = BytePath(part.path)
        do {
            try FolderHandle(following: path.parent).makeFolder(path.lastComponent)
            let folder = try FolderHandle(following: path)
            for name in [LibraryLayout.database, LibraryLayout.derivatives] { try folder.makeFolder(BytePath(name)) }
            try OriginalStore(library: folder).makeFolders()
            try Catalog.create(at: catalogFile(part), options: catalogOptions(environment)).close()
            let manifest = LibraryManifest(uuid: environment.makeUUID(), created: environment.now())
            try folder.makeFile(BytePath(LibraryManifest.fileName), manifest.encoded())
            try folder.folder(LibraryLayout.database).synchronize()
            try folder.synchronize()
        } catch let error as FolderError {
            throw OriginalsError(error)
        }
    }

    /// What to say of things in `staging/` that no session made: once, until others are there.
    private static func strays(_ paths: [String], _ catalog: Catalog, _ url: URL) throws -> String? {
        let key = "strays", told = paths.isEmpty ? nil : String(paths.joined(separator: "\n").prefix(10_000))
        guard try catalog.read({ try $0.value(forKey: key) }) != told else { return nil }
        try catalog.write(author: "sweep") { try $0.setValue(told, forKey: key) }
        guard let first = paths.first else { return nil }
        let others = paths.count > 1 ? " and \(paths.count - 1) more were" : " was"
        return "\(BytePath(url.path).appending(first).display)\(others) not put there by an import, and stays as it is. Move what is yours out of the library's staging folder."
    }

    /// What the system said, without the dictionaries that Foundation prints around it.
    private static func reason(_ error: any Error) -> String {
        guard let cocoa = error as? CocoaError else { return "\(error)" }
        let system = cocoa.userInfo[NSUnderlyingErrorKey] as? NSError
        return system.flatMap { $0.domain == NSPOSIXErrorDomain ? String(cString: strerror(CInt($0.code))) : nil } ?? cocoa.localizedDescription
    }

    private static func cannotMake(_ url: URL, _ error: any Error) -> LibraryError {
        LibraryError(
            .cannotWrite, "Could not make a library at \(url.path): \(reason(error)). Check the permissions and the room on the disk.", cause: error)
    }

    static func makeDecoder(_ environment: Environment) -> any MediaDecoder {
        if case .given(let decoder) = environment.decoder { return decoder }
        return LazyDecoder { () throws(CodecError) in try environment.makeDecoder() }
    }
}

extension URL {
    /// Without `.`, `..` and empty parts. Nearly all have none, which Foundation needs as long to find out as to put right.
    fileprivate var withPlainPath: URL {
        var previous: UInt8?
        for byte in plainPath.utf8 {
            if previous == UInt8(ascii: "/"), byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") { return standardizedFileURL }
            previous = byte
        }
        return isFileURL && baseURL == nil ? self : standardizedFileURL
    }
}

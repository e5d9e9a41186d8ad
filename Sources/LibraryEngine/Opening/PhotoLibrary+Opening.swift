import Catalog
import Codecs
import Decoding
import Foundation
import Glibc
import Originals

extension PhotoLibrary {
    /// Makes an empty library and opens it. Missing parent folders are made; an empty folder at the path is used.
    ///
    /// It is made beside the path and then renamed, so nobody ever sees half a library.
    package static func create(at url: URL, environment: Environment) throws(LibraryError) -> PhotoLibrary {
        let url = url.standardizedFileURL
        if (try? LibraryManifest.read(in: url)) != nil {
            throw LibraryError(.exists, "There is a library at \(url.path) already. Open it, or choose another name.")
        }
        let part = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).\(environment.makeUUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
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
        let url = url.standardizedFileURL
        let manifest = try LibraryManifest.read(in: url)
        guard access(url.path, W_OK | X_OK) == 0 else {
            throw LibraryError(.cannotWrite, "\(url.path) can't be written: \(String(cString: strerror(errno))). Change its permissions, or mount its disk writable.")
        }
        let originals = OriginalStore(library: url, gateTimeout: environment.busyTimeout)
        var warnings: [String] = []
        do throws(OriginalsError) {
            try originals.makeFolders()
            if try FileSystemKind(holding: originals.library).isNetwork {
                warnings.append("\(url.path) is on a network file system, where two machines writing at once can damage the catalogue. Use it from one machine at a time.")
            }
        } catch { throw LibraryError(error) }

        let catalog: Catalog
        do throws(CatalogError) {
            catalog = try Catalog.open(at: catalogFile(url), options: catalogOptions(environment))
        } catch { throw LibraryError(error) }
        do {
            let now = environment.now().timeIntervalSinceReferenceDate
            // Its frames take the place of those of a commit that failed, wherever the log ends.
            let settle = { try catalog.write(author: "sweep") { try $0.setValue("\(now)", forKey: "swept") } }
            try originals.sweep(settle: settle) { path in try catalog.read { try !$0.resources(managedPath: path).isEmpty } }
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
        return library
    }

    /// Opens the library at `url`, or makes one where there is nothing.
    package static func openOrCreate(at url: URL, environment: Environment) throws(LibraryError) -> PhotoLibrary {
        do throws(LibraryError) {
            return try open(at: url, environment: environment)
        } catch where error.code == .notFound {
            do throws(LibraryError) { return try create(at: url, environment: environment) } catch where error.code == .exists {
                // Another process was faster.
                return try open(at: url, environment: environment)
            }
        }
    }

    /// Lets go of the catalogue. Afterwards every call that needs it fails.
    package func close() {
        changes.stop()
        contentChecks.settle()
        catalog.close()
    }

    // MARK: Parts

    private static func catalogFile(_ library: URL) -> URL { library.appendingPathComponent("database/catalog.sqlite") }

    private static func catalogOptions(_ environment: Environment) -> CatalogOptions {
        var options = CatalogOptions()
        options.busyTimeout = environment.busyTimeout
        let now = environment.now
        options.now = { now().timeIntervalSinceReferenceDate }
        return options
    }

    private static func fill(_ part: URL, _ environment: Environment) throws {
        try FileManager.default.createDirectory(at: part.appendingPathComponent("database"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: part.appendingPathComponent("derivatives"), withIntermediateDirectories: true)
        try OriginalStore(library: part).makeFolders()
        try Catalog.create(at: catalogFile(part), options: catalogOptions(environment)).close()
        let manifest = part.appendingPathComponent(LibraryManifest.fileName)
        try LibraryManifest(uuid: environment.makeUUID(), created: environment.now()).encoded().write(to: manifest)
        let handle = try FileHandle(forUpdating: manifest)
        try handle.synchronize()
        try handle.close()
        for folder in ["", "database"] { try Folder.synchronize(BytePath(part.appendingPathComponent(folder).path)) }
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

    private static func makeDecoder(_ environment: Environment) -> any MediaDecoder {
        switch environment.decoder {
        case .given(let decoder): return decoder
        case .automatic(let path):
            var options = DecoderOptions()
            options.log = { environment.log(.warning, $0) }
            return LazyDecoder { [options] () throws(CodecError) in try DecoderLocator().makeDecoder(path: path?.path, options: options) }
        }
    }
}

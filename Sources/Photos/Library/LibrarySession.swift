import Catalog
import Foundation
import LibraryEngine
import Query
import Synchronization

/// One open library as the API sees it, or the reason why there is none.
///
/// A library that can't be opened never traps: fetches from it are empty, changes and requests fail with the reason, which is logged once.
package final class LibrarySession: Sendable {
    private let outcome: Result<PhotoLibrary, LibraryError>
    private let log: @Sendable (LogLevel, String) -> Void

    package init(_ library: PhotoLibrary) {
        outcome = .success(library)
        log = library.environment.log
    }

    private init(failure: LibraryError) {
        outcome = .failure(failure)
        log = { _, _ in }
    }

    /// What objects have that no library gave: `PHAsset()`.
    static let none = LibrarySession(failure: LibraryError(.missing, "The object belongs to no library. Fetch one."))

    /// Opens the library at `url`, or makes it.
    package init(url: URL, environment: Environment) {
        log = environment.log
        let log = environment.log
        outcome = Result { () throws(LibraryError) in
            do throws(LibraryError) { return try PhotoLibrary.openOrCreate(at: url, environment: environment) } catch {
                log(.error, error.message)
                throw error
            }
        }
    }

    /// - Throws: why there is none, or none any more.
    package func library() throws(LibraryError) -> PhotoLibrary {
        let library = try outcome.get()
        if let reason = library.changes.unavailability { throw reason }
        return library
    }

    /// The library, or `nil` where there is none.
    package var openLibrary: PhotoLibrary? { try? library() }

    /// Why there is no library, or none any more: asked of the disk now.
    var failure: LibraryError? {
        do throws(LibraryError) {
            try outcome.get().changes.checkAvailability()
            return nil
        } catch {
            return error
        }
    }

    func report(_ level: LogLevel, _ message: String) { log(level, message) }

    /// Reads from the catalogue. What goes wrong is logged: fetches have no other way to say it.
    func read<T>(_ body: (CatalogReader) throws -> T) -> Result<T, any Error> {
        Result { try library().catalog.read(body) }.mapError { error in
            // A read that fails may be the first to notice that the disk is gone.
            if let gone = failure { return gone }
            if !(error is QueryError) { report(.error, "A fetch failed: \(error)") }
            return error
        }
    }

    /// The library that the process' environment names.
    static func ofProcess() -> LibrarySession {
        LibrarySession(url: defaultURL, environment: .process)
    }

    /// `PHOTOS_LIBRARY`, or `Pictures/Photos.photolibrary` in the home folder.
    static var defaultURL: URL {
        if let path = ProcessInfo.processInfo.environment["PHOTOS_LIBRARY"], !path.isEmpty { return URL(fileURLWithPath: path) }
        return FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent("Pictures/Photos.photolibrary")
    }

    /// Who is asking, for the change log: `PHOTOS_APP_ID`, or the executable's name.
    static let applicationIdentifier = ProcessInfo.processInfo.environment["PHOTOS_APP_ID"] ?? ProcessInfo.processInfo.processName
}

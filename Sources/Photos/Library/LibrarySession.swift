import Foundation
import Glibc
import LibraryEngine
import Query
import Synchronization

/// One open library as one application sees it, or the reason why there is none.
///
/// Everything goes through the gate, which knows what the application may see and change: `read` for fetches, `library(showing:)` for what an
/// asset's files are needed for, `gate()` for changes.
///
/// A library that can't be opened never traps: fetches from it are empty, changes and requests fail with the reason, which is logged once.
package final class LibrarySession: Sendable {
    private let outcome: Result<AccessGate, LibraryError>
    private let log: @Sendable (LogLevel, String) -> Void

    /// - Parameter application: who is asking; the process' own unless a test says otherwise.
    package init(_ library: PhotoLibrary, application: String = LibrarySession.applicationIdentifier, policy: (any PHAuthorizationPolicy)? = nil) {
        outcome = .success(Self.gate(library, application, policy))
        log = library.environment.log
    }

    /// The same library as its owner sees it.
    /// - Throws: why there is no library, or none any more.
    func ofOwner() throws(LibraryError) -> LibrarySession {
        let gate = try gate()
        return LibrarySession(gate: AccessGate(ownerOf: gate.library, choosingFor: gate.application))
    }

    private init(gate: AccessGate) { (outcome, log) = (.success(gate), gate.library.environment.log) }

    private init(failure: LibraryError) {
        outcome = .failure(failure)
        log = Environment.process.log
    }

    /// What objects have that no library gave: `PHAsset()`.
    static let none = LibrarySession(failure: LibraryError(.missing, "The object belongs to no library. Fetch one."))

    /// Whether it is that of objects that no library gave, such as test doubles. Their members may be overridden, those of a library's objects never are.
    var isNone: Bool { self === Self.none }

    /// That of the first of these that a library gave; `none` where there is no such one.
    static func common(to objects: [PHObject]) -> LibrarySession { objects.lazy.map(\.session).first { !$0.isNone } ?? .none }

    /// Opens the library at `url`, or makes it.
    package init(url: URL, environment: Environment) {
        log = environment.log
        let log = environment.log
        outcome = Result { () throws(LibraryError) in
            do throws(LibraryError) {
                return Self.gate(try PhotoLibrary.openOrCreate(at: url, environment: environment), Self.applicationIdentifier, nil)
            } catch {
                log(.error, error.message)
                throw Self.isForbidden(url) ? LibraryError(.restricted, error.message, cause: error) : error
            }
        }
    }

    /// A policy of its own goes before the one that all share, which the host may set at any time.
    private static func gate(_ library: PhotoLibrary, _ application: String, _ policy: (any PHAuthorizationPolicy)?) -> AccessGate {
        AccessGate(library: library, application: application) { (policy ?? PHPhotoLibrary.authorizationPolicy)?.engine }
    }

    /// True where there is something that this process may not write: the file system's permissions are a lock that nobody here can open.
    private static func isForbidden(_ url: URL) -> Bool {
        FileManager.default.fileExists(atPath: url.path) && access(url.path, W_OK) != 0
    }

    /// What the application may see and change.
    /// - Throws: why there is no library, or none any more.
    package func gate() throws(LibraryError) -> AccessGate {
        let gate = try outcome.get()
        if let reason = gate.library.changes.unavailability { throw reason }
        return gate
    }

    /// The library itself, past the gate: never for what an application gets to see.
    package func library() throws(LibraryError) -> PhotoLibrary { try gate().library }

    /// The same, or `nil` where there is none.
    package var openLibrary: PhotoLibrary? { try? library() }

    /// The library, for an asset's pictures and files.
    /// - Throws: `.denied` or `.restricted` without access, `.unknown` for an asset that is not among those the application was given.
    func library(showing asset: PHAsset) throws -> PhotoLibrary {
        let gate = try gate()
        try gate.requireSight(ofAsset: asset.record.id)
        return gate.library
    }

    /// Those of assets at hand that the application may see now.
    func visible(_ assets: [PHAsset]) throws -> [PHAsset] {
        guard try gate().readingScope() == .selection else { return assets }
        let rows = try gate().visible(assetIDs: assets.lazy.filter { $0.session === self }.map(\.record.id))
        return assets.filter { $0.session !== self || rows.contains($0.record.id) }
    }

    /// Why there is no library, or none any more: asked of the disk now.
    var failure: LibraryError? {
        do throws(LibraryError) {
            try outcome.get().library.changes.checkAvailability()
            return nil
        } catch {
            return error
        }
    }

    func report(_ level: LogLevel, _ message: String) { log(level, message) }

    /// Reads what the application may see of the catalogue. What goes wrong is logged: fetches have no other way to say it.
    func read<T>(_ body: (LibraryReader) throws -> T) -> Result<T, any Error> {
        Result { try gate().read(body) }.mapError { error in
            // A refusal has been told already.
            if LibraryError.isRefusal(error) { return error }
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
        if let path = Environment.variable("PHOTOS_LIBRARY"), !path.isEmpty { return URL(fileURLWithPath: path) }
        return FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent("Pictures/Photos.photolibrary")
    }

    /// Who is asking, for the change log: `PHOTOS_APP_ID`, or the executable's name.
    package static let applicationIdentifier = Environment.variable("PHOTOS_APP_ID") ?? Environment.programName
}

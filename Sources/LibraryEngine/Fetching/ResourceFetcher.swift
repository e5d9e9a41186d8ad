import Catalog
import Dispatch
import Foundation
import Originals
import PhotoModel

/// Brings originals here that are in the cloud only.
///
/// Requests for one file share its download. What arrives is compared with the hash that was recorded when the file was imported, and gets its name
/// among the originals only when all of it is there and on disk; a file that has its name is never written again.
final class ResourceFetcher: Sendable {
    /// Nobody waits for the file any more.
    private struct Abandoned: Error {}

    private let catalog: Catalog
    private let originals: OriginalStore
    /// `nil` where the library is connected to none.
    private let store: @Sendable () throws -> (any ObjectStore)?
    private let log: @Sendable (LogLevel, String) -> Void
    private let downloads = Downloads<StoredObject>("photos.download", atOnce: 4)
    /// Downloads that have been told of and not recorded.
    private let unrecorded = DispatchGroup()

    init(
        catalog: Catalog, originals: OriginalStore, store: @escaping @Sendable () throws -> (any ObjectStore)?, log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        (self.catalog, self.originals, self.store, self.log) = (catalog, originals, store, log)
    }

    /// Joins the download of a file, or begins it. Returns at once.
    /// - Parameters:
    ///   - progress: told from 0, growing, to 1 when the file is there. Not called at all where it is there already. What returns false gives up, as the
    ///     ticket's `cancel` does.
    ///   - done: called once, after the last progress, on the same serial queue. `CancellationError` after the ticket was cancelled; a `LibraryError` of
    ///     the code `.inCloud` where nobody knows a way to the file and `.network` where it can't be had.
    func fetch(
        _ resource: ResourceRecord, progress: @escaping @Sendable (Double) -> Bool, done: @escaping @Sendable (FetchTicket.End) -> Void
    ) -> FetchTicket {
        let ticket = FetchTicket(progress: progress, done: done)
        let found: (any ObjectStore)?
        do { found = try store() } catch {
            ticket.endAtOnce(.failure(Self.explained(error, resource.filename)))
            return ticket
        }
        guard case .managed(let path) = resource.location, let store = found else {
            let message = "\(resource.filename) is in the cloud, and this library is connected to none. Open it where it was uploaded, or restore the file."
            ticket.endAtOnce(.failure(LibraryError(.inCloud, message)))
            return ticket
        }
        if originals.holds(managedPath: path) {
            ticket.endAtOnce(.success(()))
            return ticket
        }
        do throws(CatalogError) { try catalog.requireWritable() } catch {
            ticket.endAtOnce(.failure(LibraryError(error)))
            return ticket
        }
        let object = StoredObject(key: path, size: resource.size, sha256: resource.sha256)
        downloads.join(object, ticket) { [self] download in
            try run(download, object, store)
        } ended: { [self] download, result in
            unrecorded.enter()
            defer { unrecorded.leave() }
            download.end(result.mapError { Self.explained($0, resource.filename) })
            switch result {
            case .success: recordPresence(path)
            case .failure(let error as ObjectStoreError) where error.code != .unreachable: recordAbsence(path, error)
            case .failure: break
            }
        }
        return ticket
    }

    /// A way to parts of a file that is not here; `nil` where its store gives whole files alone, or there is none. May wait for the store's key.
    func parts(of resource: ResourceRecord) throws -> ResourceParts? {
        guard case .managed(let path) = resource.location else { return nil }
        guard let store = try openedStore(for: resource) as? any PartedObjectStore else { return nil }
        let known = try catalog.read { try $0.cloudFile(path: path) }
        let object = StoredObject(key: path, size: resource.size, sha256: resource.sha256)
        return ResourceParts(object, resource.filename, store, verified: known?.verified == nil ? nil : known?.etag)
    }

    /// What a file that is not here would be fetched from, opened by now; `nil` where the library is connected to none. May wait for
    /// the store's key.
    @discardableResult
    func openedStore(for resource: ResourceRecord) throws -> (any ObjectStore)? {
        do { return try store() } catch { throw Self.explained(error, resource.filename) }
    }

    /// From 0 to 1, of the one of these files on their way that is furthest from being here; `nil` where none is on its way.
    func progress(of paths: Set<String>) -> Double? {
        downloads.fractions { paths.contains($0.key) }.min()
    }

    /// Waits until the catalogue says of all that was told to be here that it is. Before the catalogue is closed.
    func waitForRecords() { unrecorded.wait() }

    private func run(_ download: Download, _ object: StoredObject, _ store: any ObjectStore) throws {
        guard !download.isOver else { throw Abandoned() }
        // The one before may have brought it while this one was asked for.
        if originals.holds(managedPath: object.key) { return }
        let session = try originals.beginSession()
        defer { session.finish() }
        let staged = try session.receive(size: object.size) { write in
            var received: Int64 = 0
            try store.fetch(object, until: download.cancellation) { bytes in
                guard !download.isOver else { throw Abandoned() }
                received += Int64(bytes.count)
                guard received <= object.size else { throw Self.changed }
                try write(bytes)
                download.note(received, of: object.size)
            }
        }
        guard staged.size == object.size, staged.sha256 == Array(object.sha256) else { throw Self.changed }
        do throws(OriginalsError) {
            try session.publish([(staged, object.key)])
            // The rows that name it are committed already, so there is nothing to take back.
            try session.retire()
        } catch {
            // Another process may have been faster.
            guard error.code == .exists, originals.holds(managedPath: object.key) else { throw error }
        }
    }

    /// After everybody was told: a library that somebody else is writing to has the file all the same, and finds it.
    private func recordPresence(_ path: String) {
        do {
            try catalog.write(author: "cloud") { writer in
                for resource in try writer.resources(managedPath: path) where !resource.isLocal {
                    try writer.update(resourceID: resource.id) { $0.isLocal = true }
                }
                if try writer.cloudFile(path: path)?.failure != nil { try writer.updateCloudFile(path: path) { $0.failure = nil } }
            }
        } catch {
            log(.warning, "Could not note that \(path) was downloaded: \(error)")
        }
    }

    /// The next import of the file then brings it back, which otherwise would find that the store has it.
    private func recordAbsence(_ path: String, _ error: ObjectStoreError) {
        do {
            try catalog.write(author: "cloud") { try $0.updateCloudFile(path: path) { ($0.verified, $0.failure) = (nil, error.message) } }
        } catch {
            log(.warning, "Could not note that the cloud does not have \(path) as it was: \(error)")
        }
    }

    private static let changed = ObjectStoreError(.changed, "The object has other bytes than were uploaded.")

    static func unlike(_ filename: String) -> LibraryError {
        LibraryError(.network, "What the cloud has as \(filename) is not the file that was imported. It was not kept; restore it from a backup, or import the file again.")
    }

    static func explained(_ error: any Error, _ filename: String) -> any Error {
        switch error {
        case is Abandoned: CancellationError()
        case is LibraryError: error
        case is OriginalsError: LibraryError(error)
        case let error as ObjectStoreError where error.code == .missing:
            LibraryError(.network, "The cloud has no \(filename) any more. \(error.message) Where you have the file, import it again.", cause: error)
        case let error as ObjectStoreError where error.code == .changed: unlike(filename)
        case is CancellationError: error
        case let error as ObjectStoreError: LibraryError(.network, "\(filename) could not be downloaded. \(error.message)", cause: error)
        default: LibraryError(.network, "\(filename) could not be downloaded. Check the connection and try again.", cause: error)
        }
    }
}

extension LibraryError {
    static func inCloud(_ resource: ResourceRecord, cause: (any Error)?) -> LibraryError {
        LibraryError(.inCloud, "\(resource.filename) is in the cloud and not on this machine. Allow network access and ask again to download it.", cause: cause)
    }
}

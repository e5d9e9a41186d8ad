import Catalog
import Foundation
import LibraryEngine
import Synchronization

/// The download that one request of a client waits for: what its progress handler is told, and how that ends it.
///
/// The handler runs on a serial queue of the download's, never on the main one: 0 first, growing, 1 once when the file is here; with an error in a last
/// call of its own where it can't be had. Setting its stop flag ends the request as `cancelImageRequest` would.
final class OriginalDownload: Sendable {
    typealias Progress = (Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?) -> Void

    private struct State {
        var ticket: FetchTicket?
        var isStopped = false
        /// How far it was told to be; `nil` before anything was.
        var fraction: Double?
    }

    private let id: PHImageRequestID
    private let handler: Unchecked<Progress?>
    private let state = Mutex(State())

    private init(_ id: PHImageRequestID, _ handler: Unchecked<Progress?>) { (self.id, self.handler) = (id, handler) }

    /// Begins or joins the download of a file. Returns at once.
    /// - Parameter done: called once, after the last progress; `CancellationError` where the client gave up.
    /// - Returns: gives up.
    static func start(
        _ resource: ResourceRecord, in library: PhotoLibrary, for id: PHImageRequestID, _ handler: Unchecked<Progress?>,
        done: @escaping @Sendable (FetchTicket.End) -> Void
    ) -> @Sendable () -> Void {
        let download = OriginalDownload(id, handler)
        let ticket = library.fetcher.fetch(resource) { download.tell($0) } done: { result in
            download.state.withLock { $0.ticket = nil }
            if case .failure(let error) = result, !(error is CancellationError) { download.tell(error) }
            done(result)
        }
        let isStopped = download.state.withLock { state in
            if !state.isStopped { state.ticket = ticket }
            return state.isStopped
        }
        if isStopped { ticket.cancel() }
        return { ticket.cancel() }
    }

    private func tell(_ fraction: Double) {
        state.withLock { $0.fraction = fraction }
        guard let handler = handler.value else { return }
        var stop = ObjCBool(false)
        handler(fraction, nil, &stop, info)
        guard stop.boolValue else { return }
        let ticket = state.withLock { state in
            state.isStopped = true
            defer { state.ticket = nil }
            return state.ticket
        }
        ticket?.cancel()
    }

    /// The file can't be had. Where no download had begun, nothing is told of one.
    private func tell(_ error: any Error) {
        guard let handler = handler.value, let fraction = state.withLock({ $0.fraction }) else { return }
        var stop = ObjCBool(false)
        handler(fraction, RequestInfo.error(PHPhotosError(error)), &stop, info)
    }

    private var info: [AnyHashable: Any] { [PHImageResultRequestIDKey: NSNumber(value: id), PHImageResultIsInCloudKey: NSNumber(value: true)] }
}

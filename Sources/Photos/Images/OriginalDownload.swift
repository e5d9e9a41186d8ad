import Catalog
import Foundation
import LibraryEngine
import PhotoModel
import Synchronization

/// The download that one request of a client waits for: what its progress handler is told, and how that ends it.
///
/// The handler runs on a serial queue of the download's, never on the main one: 0 first, growing, 1 once when the file is here; with an error in a last
/// call of its own where it can't be had. Setting its stop flag ends the request as `cancelImageRequest` would.
final class OriginalDownload: Sendable {
    typealias Progress = (Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?) -> Void

    private let id: PHImageRequestID
    private let handler: Unchecked<Progress?>
    /// How far it was told to be; `nil` before anything was.
    private let fraction = Mutex<Double?>(nil)

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
            if case .failure(let error) = result, !(error is CancellationError) { download.tell(error) }
            done(result)
        }
        return { ticket.cancel() }
    }

    /// - Returns: whether to go on.
    private func tell(_ fraction: Double) -> Bool {
        self.fraction.withLock { $0 = fraction }
        guard let handler = handler.value else { return true }
        var stop = ObjCBool(false)
        handler(fraction, nil, &stop, info)
        return !stop.boolValue
    }

    /// The file can't be had. Where no download had begun, nothing is told of one.
    private func tell(_ error: any Error) {
        guard let handler = handler.value, let fraction = fraction.withLock({ $0 }) else { return }
        var stop = ObjCBool(false)
        handler(fraction, RequestInfo.error(PHPhotosError(error)), &stop, info)
    }

    private var info: [AnyHashable: Any] { [PHImageResultRequestIDKey: NSNumber(value: id), PHImageResultIsInCloudKey: NSNumber(value: true)] }
}

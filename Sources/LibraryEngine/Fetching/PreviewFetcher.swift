import Catalog
import Cloud
import Decoding
import Foundation
import Glibc
import Imaging
import PhotoModel
import Pixels
import Synchronization

/// Brings previews here from the store, of pictures whose files are in the cloud only.
///
/// It never fails: whoever waits looks again at what is here, and asks for the file where that is not enough. Requests for one preview share its download. What
/// comes has its seal compared before it is kept.
final class PreviewFetcher: Sendable {
    /// Seconds.
    private static let pause = 60.0

    private let catalog: Catalog
    private let derivatives: DerivativeStore
    private let decoder: any MediaDecoder
    /// `nil` where the library is connected to none.
    private let store: @Sendable () throws -> (any CloudStore)?
    private let now: @Sendable () -> Date
    private let log: @Sendable (LogLevel, String) -> Void
    /// Seconds since 2001: after a store could not be reached it is not asked for previews before then, since each request would wait for it twice.
    private let next = Mutex(-Double.infinity)
    /// By keys and revisions. Apart from those that bring files.
    private let downloads = Downloads<String>("photos.previews", atOnce: 8)

    init(
        catalog: Catalog, derivatives: DerivativeStore, decoder: any MediaDecoder, store: @escaping @Sendable () throws -> (any CloudStore)?,
        now: @escaping @Sendable () -> Date, log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        (self.catalog, self.derivatives, self.decoder, self.store, self.now, self.log) = (catalog, derivatives, decoder, store, now, log)
    }

    /// Joins the download of a preview, or begins it. Returns at once.
    /// - Parameters:
    ///   - shown: the file that the asset shows at this revision.
    ///   - done: called once, on a serial queue: with success also where there is no preview to be had, and with `CancellationError` after the ticket was cancelled.
    /// - Returns: `nil` where it is here, or is not to be asked for; `done` is not called then.
    func fetch(_ asset: AssetRecord, _ shown: ResourceRecord, done: @escaping @Sendable (FetchTicket.End) -> Void) -> FetchTicket? {
        guard let key = CloudPreview.key(of: shown), !derivatives.isReadOnly, !derivatives.hasPreview(uuid: asset.uuid, revision: asset.revision) else { return nil }
        let date = now().timeIntervalSinceReferenceDate
        guard next.withLock({ $0 <= date }) else { return nil }
        let ticket = FetchTicket(progress: { _ in true }, done: done)
        downloads.join("\(key) \(asset.revision)", ticket) { [self] download in
            if !download.isOver { bring(key, of: asset, shown.filename, download.cancellation) }
        } ended: { download, _ in
            download.end(.success(()))
        }
        return ticket
    }

    private func bring(_ key: String, of asset: AssetRecord, _ filename: String, _ cancellation: FetchCancellation) {
        do {
            guard let store = try store() else { return }
            let bytes = try waiting(cancellation) { try await store.bytes(of: key, limit: DerivativeStore.longestPreview).bytes }
            guard DerivativeStore.isSealedPreview(bytes) else { return passOver(key, filename) }
            try derivatives.storePreview(sealed: bytes, uuid: asset.uuid, revision: asset.revision)
            makeThumbnail(of: asset)
        } catch is CancellationError {
            // Nobody waits for it any more.
        } catch let error as CloudError where [.objectMissing, .cancelled].contains(error.code) {
            // Most files went there before previews did, or have none that is worth its while.
        } catch let error as CloudError where [.corrupt, .tooLarge, .objectChanged].contains(error.code) {
            passOver(key, filename)
        } catch let error as ImagingError {
            log(.info, "\(error)")
        } catch {
            let date = now().timeIntervalSinceReferenceDate + Self.pause
            next.withLock { $0 = date }
            log(.info, "Previews are not asked for for a minute: \(LibraryError(cloud: error).message)")
        }
    }

    /// Has the next round of uploads that comes to it replace what is there.
    private func passOver(_ key: String, _ filename: String) {
        let reason = "\(key) in the store is not the preview that was uploaded. \(filename) is fetched itself, and its preview is uploaded again."
        log(.warning, reason)
        guard !catalog.options.readOnly else { return }
        do {
            try catalog.write(author: "cloud") { try $0.updateCloudFile(path: key) { ($0.etag, $0.failure) = (nil, reason) } }
        } catch {
            log(.info, "Could not note that \(key) is damaged: \(error)")
        }
    }

    /// A thumbnail that was lost comes back by it. That none can be made is no reason to be without the preview.
    private func makeThumbnail(of asset: AssetRecord) {
        guard !derivatives.hasThumbnail(assetID: asset.id, uuid: asset.uuid, revision: asset.revision),
            let descriptor = derivatives.openPreview(uuid: asset.uuid, revision: asset.revision)
        else { return }
        defer { close(descriptor) }
        var options = ExamineOptions()
        options.previewSide = 0
        do {
            guard let thumbnail = try decoder.examine(MediaSource(descriptor: descriptor, name: asset.filename), options).thumbnail else { return }
            try derivatives.storeThumbnail(thumbnail, assetID: asset.id, uuid: asset.uuid, revision: asset.revision)
        } catch {
            log(.info, "No thumbnail came of the preview of \(asset.filename): \(error)")
        }
    }
}

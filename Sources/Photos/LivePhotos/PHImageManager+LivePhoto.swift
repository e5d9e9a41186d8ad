import Foundation
import LibraryEngine

extension PHImageManager {
    func requestLive(
        _ asset: PHAsset, _ target: CGSize, _ mode: PHImageContentMode, _ options: PHLivePhotoRequestOptions?,
        handler: @escaping @Sendable (PHLivePhoto?, [AnyHashable: Any]) -> Void
    ) -> PHImageRequestID {
        let id = Self.nextID(), delivery = options?.deliveryMode ?? .opportunistic
        let request: MediaRequest<PHLivePhoto> = movingRequests.begin(id, on: .main) { delivery in
            switch delivery {
            case .degraded(let photo): handler(photo, RequestInfo.success(id, isDegraded: true))
            case .finished(let photo, let isDegraded): handler(photo, RequestInfo.success(id, isDegraded: isDegraded))
            case .failed(let error): handler(nil, RequestInfo.failure(id, error))
            case .cancelled: handler(nil, RequestInfo.cancelled(id))
            }
        }
        do {
            let library = try asset.sourceLibrary()
            let source = try LivePhotoSource(library, asset, options?.version ?? .current, target, mode)
            let progress = options?.isNetworkAccessAllowed == true ? Unchecked(options?.progressHandler) : nil
            let reading = MediaReading(library: library, id: id, progress: progress, files: [source.still, source.movie])
            MediaReading.queue.addOperation {
                guard request.isWanted else { return }
                let thumbnail = delivery == .highQualityFormat ? nil : source.thumbnail()
                if let thumbnail, delivery == .opportunistic { request.deliver(.degraded(thumbnail)) }
                // The fastest is the still alone, where that is all there is.
                let substitute = delivery == .fastFormat ? thumbnail : nil
                reading.start(request, substitute: substitute) { try source.livePhoto() }
            }
        } catch {
            request.deliver(.failed(PHPhotosError(error)))
        }
        return id
    }
}

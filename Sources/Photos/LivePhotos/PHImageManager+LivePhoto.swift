import Foundation
import LibraryEngine

extension PHImageManager {
    func requestLive(
        _ asset: PHAsset, _ target: CGSize, _ mode: PHImageContentMode, _ options: PHLivePhotoRequestOptions?,
        handler: @escaping @Sendable (PHLivePhoto?, [AnyHashable: Any]) -> Void
    ) -> PHImageRequestID {
        let id = Self.nextID(), delivery = options?.deliveryMode ?? .opportunistic
        let request: ClientRequest<PHLivePhoto> = requests.begin(id, on: .main) { delivery in
            let (photo, info) = delivery.answer(id)
            handler(photo, info)
        }
        do {
            let library = try asset.sourceLibrary()
            let source = try LivePhotoSource(library, asset, ImageRequest.Version(options?.version ?? .current), target, mode)
            let network = NetworkUse(id, isAllowed: options?.isNetworkAccessAllowed, options?.progressHandler)
            let access = ResourceAccess(library, network: network)
            OperationQueue.movingPictures.addOperation {
                guard request.isWanted else { return }
                let thumbnail = delivery == .highQualityFormat ? nil : source.thumbnail()
                if let thumbnail, delivery == .opportunistic { request.deliver(.degraded(thumbnail)) }
                // The fastest is the still alone, where that is all there is.
                let substitute = delivery == .fastFormat ? thumbnail : nil
                request.read([source.still, source.movie], through: access, substitute: substitute) { try source.livePhoto() }
            }
        } catch {
            request.deliver(.failed(PHPhotosError(error)))
        }
        return id
    }
}

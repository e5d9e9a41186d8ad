import Foundation
import Pixels

extension PHLivePhoto {
    static let requests = ClientRequests()

    static func request(
        of fileURLs: [URL], _ image: UIImage?, _ targetSize: CGSize, _ contentMode: PHImageContentMode,
        _ resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]) -> Void
    ) -> PHLivePhotoRequestID {
        let id = PHImageManager.nextID(), handler = Unchecked(resultHandler)
        if let image {
            let pixels = CGSize(width: image.size.width * image.scale, height: image.size.height * image.scale)
            if let still = PixelSize(pixels) {
                resultHandler(PHLivePhoto(still: still, target: targetSize, mode: contentMode, resources: []), info(isDegraded: true))
            }
        }
        let request: ClientRequest<PHLivePhoto> = requests.begin(id, on: .main) { delivery in
            switch delivery {
            case .degraded(let photo): handler.value(photo, info(isDegraded: true))
            case .finished(let photo, let isDegraded): handler.value(photo, info(isDegraded: isDegraded))
            case .failed(let error): handler.value(nil, info(isDegraded: false, PHLivePhotoInfoErrorKey, RequestInfo.error(error)))
            case .cancelled: handler.value(nil, info(isDegraded: false, PHLivePhotoInfoCancelledKey, NSNumber(value: true)))
            }
        }
        OperationQueue.movingPictures.addOperation {
            guard request.isWanted else { return }
            func livePhoto(_ size: PixelSize, _ files: [ResourceFile]) -> PHLivePhoto {
                PHLivePhoto(still: size, target: targetSize, mode: contentMode, resources: files.map { PHAssetResource($0) })
            }
            do {
                let files = try LivePhotoFiles(fileURLs) { still, size in request.deliver(.degraded(livePhoto(size, [still]))) }
                request.deliver(.finished(livePhoto(files.size, [files.still, files.movie])))
            } catch {
                request.deliver(.failed(PHPhotosError(error)))
            }
        }
        return id
    }

    private static func info(isDegraded: Bool, _ key: String? = nil, _ value: NSObject? = nil) -> [AnyHashable: Any] {
        var info: [AnyHashable: Any] = [PHLivePhotoInfoIsDegradedKey: NSNumber(value: isDegraded)]
        if let key { info[key] = value }
        return info
    }
}

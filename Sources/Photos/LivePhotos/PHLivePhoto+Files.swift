import Foundation
import Pixels

extension PHLivePhoto {
    private static let requests = ClientRequests()

    /// Makes a Live Photo of a still's and a movie's file, in any order, which must belong together: their content identifiers are compared.
    ///
    /// The handler first gets Live Photos that don't move yet, with `PHLivePhotoInfoIsDegradedKey` true: of the placeholder, if there is one, on the
    /// calling thread before this returns; then, on the main queue, of the still. Its last call, on the main queue, brings all, or says why it
    /// can't: `PHPhotosError.missingResource` or `.invalidResource` under `PHLivePhotoInfoErrorKey`.
    /// - Parameters:
    ///   - fileURLs: a still and a movie.
    ///   - image: shown until the still is read; `nil`: nothing.
    ///   - targetSize: pixels; zero, and any size below one pixel, mean the still's own.
    ///   - contentMode: whether the Live Photo fits into that size or covers it; it is never enlarged.
    ///   - resultHandler: called at most three times, the last time with everything or an error.
    @discardableResult
    public class func request(
        withResourceFileURLs fileURLs: [URL], placeholderImage image: UIImage?, targetSize: CGSize, contentMode: PHImageContentMode,
        resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]) -> Void
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

    /// Ends a request. Its handler is called a last time, on the main queue, with `PHLivePhotoInfoCancelledKey`.
    public class func cancelRequest(withRequestID requestID: PHLivePhotoRequestID) { requests.cancel(requestID) }

    private static func info(isDegraded: Bool, _ key: String? = nil, _ value: NSObject? = nil) -> [AnyHashable: Any] {
        var info: [AnyHashable: Any] = [PHLivePhotoInfoIsDegradedKey: NSNumber(value: isDegraded)]
        if let key { info[key] = value }
        return info
    }
}

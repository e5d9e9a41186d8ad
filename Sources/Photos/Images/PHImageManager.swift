import Foundation
import LibraryEngine
import Synchronization

/// Delivers pictures. <https://developer.apple.com/documentation/photos/phimagemanager>
///
/// Handlers of asynchronous requests run on the main thread (those of videos on a queue of their own), those of synchronous ones on the calling thread
/// before the request method returns.
/// The last call of a handler has no `PHImageResultIsDegradedKey` of true, but for `.fastFormat`, whose only call is the last; after it none follows, also
/// after `cancelImageRequest`, which leads to one last call with `PHImageCancelledKey`. Which calls come is a table: <doc:ImageRequests>.
///
/// Pictures that any manager delivered or prepared are remembered for all, as long as memory allows.
open class PHImageManager: NSObject, @unchecked Sendable {
    /// Asynchronous ones of this manager, for pictures, data, videos and Live Photos.
    let requests = ClientRequests()

    private static let shared = PHImageManager()
    private static let lastID = Atomic<Int32>(0)

    /// The manager that all parts of a program may share. <https://developer.apple.com/documentation/photos/phimagemanager/default()>
    open class func `default`() -> PHImageManager { shared }

    public override init() {}

    /// Sizes are in pixels. `PHImageManagerMaximumSize` asks for the full size.
    /// - Returns: a name for `cancelImageRequest`; it also comes with every call of the handler.
    @discardableResult
    open func requestImage(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?,
        resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let id = Self.nextID()
        let library: PhotoLibrary
        do { library = try asset.sourceLibrary() } catch {
            return fail(id, PHPhotosError(error), options) { resultHandler(nil, $0) }
        }
        let request = ImageRequest(asset, library, id, targetSize: targetSize, contentMode: contentMode, options: options)
        if options?.isSynchronous == true {
            do throws(ImagingError) {
                let result = try library.images.renderNow(request)
                let info = RequestInfo.success(id, isDegraded: result.isDegraded)
                resultHandler(UIImage(result), RequestInfo.noting(result, of: asset, in: info))
            } catch {
                resultHandler(nil, error.code == .stopped ? RequestInfo.cancelled(id) : RequestInfo.failure(id, PHPhotosError(error)))
            }
            return id
        }
        let handler = Unchecked(resultHandler), images = library.images
        let pending: ClientRequest<ImageResult> = requests.begin(id, on: .main) { delivery in
            let (result, info) = delivery.answer(id)
            handler.value(result.map { UIImage($0) }, RequestInfo.noting(result, of: asset, in: info))
        }
        @Sendable func tell(_ event: ImageEvent) {
            switch event {
            case .degraded(let result), .finished(let result):
                images.hold(result)
                pending.deliver(event.isTerminal ? .finished(result, isDegraded: result.isDegraded) : .degraded(result)) { images.release(result) }
            case .failed(let error): pending.deliver(.failed(PHPhotosError(error)))
            case .cancelled: pending.deliver(.cancelled)
            }
        }
        if let result = images.remembered(request) {
            // Told like any other, and past the pipeline's threads.
            tell(.finished(result))
            return id
        }
        let running = images.reserveID()
        pending.started { images.cancel(running) }
        images.request(request, id: running, handler: tell)
        return id
    }

    /// The file of the current version, or with another version of the original, as it is. The handler is called once; the delivery mode is ignored.
    @discardableResult
    open func requestImageDataAndOrientation(
        for asset: PHAsset, options: PHImageRequestOptions?,
        resultHandler: @escaping (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let id = Self.nextID()
        let library: PhotoLibrary
        do { library = try asset.sourceLibrary() } catch {
            return fail(id, PHPhotosError(error), options) { resultHandler(nil, nil, .up, $0) }
        }
        let request = ImageFileRequest(library, asset.record, id, options)
        if options?.isSynchronous == true {
            do {
                let file = try FetchingWork.now(request.fetch, request.read)
                resultHandler(file.data, file.uniformType, file.orientation, RequestInfo.success(id, isDegraded: false))
            } catch {
                resultHandler(nil, nil, .up, error is CancellationError ? RequestInfo.cancelled(id) : RequestInfo.failure(id, PHPhotosError(error)))
            }
            return id
        }
        let handler = Unchecked(resultHandler)
        let pending: ClientRequest<ImageFile> = requests.begin(id, on: .main) { delivery in
            let (file, info) = delivery.answer(id)
            handler.value(file?.data, file?.uniformType, file?.orientation ?? .up, info)
        }
        let reading = FetchingWork<ImageFile>()
        pending.started { reading.cancel() }
        reading.start(fetch: request.fetch, attempt: FetchingWork.on(.imageData, request.read)) { result in
            guard case .success = result else { return pending.deliver(.init(result)) }
            // The reader's thread waits until the data is taken, so that no more files are read than can be delivered.
            let taken = DispatchSemaphore(value: 0)
            pending.deliver(.init(result)) { taken.signal() }
            taken.wait()
        }
        return id
    }

    /// As `requestImageDataAndOrientation`, with UIKit's orientation. Deprecated by Apple since iOS 13.
    @discardableResult
    open func requestImageData(
        for asset: PHAsset, options: PHImageRequestOptions?, resultHandler: @escaping (Data?, String?, UIImage.Orientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestImageDataAndOrientation(for: asset, options: options) { data, type, orientation, info in
            resultHandler(data, type, UIImage.Orientation(orientation), info)
        }
    }

    /// A Live Photo's still and movie. The handler runs on the main queue; with opportunistic delivery it may first get the thumbnail alone,
    /// which doesn't move, with `PHImageResultIsDegradedKey` true.
    @discardableResult
    open func requestLivePhoto(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHLivePhotoRequestOptions?,
        resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let handler = Unchecked(resultHandler)
        return requestLive(asset, targetSize, contentMode, options) { handler.value($0, $1) }
    }

    /// A video for a player. The handler is called once, on a serial queue that is not the main one.
    @discardableResult
    open func requestPlayerItem(
        forVideo asset: PHAsset, options: PHVideoRequestOptions?, resultHandler: @escaping (AVPlayerItem?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let handler = Unchecked(resultHandler)
        return requestMovie(asset, options, make: { AVPlayerItem(asset: $0) }, handler: { handler.value($0, $1) })
    }

    /// A video for writing it into another file. The handler is called once, on a serial queue that is not the main one; presets that encode
    /// fail with `PHPhotosError.requestNotSupportedForAsset`.
    @discardableResult
    open func requestExportSession(
        forVideo asset: PHAsset, options: PHVideoRequestOptions?, exportPreset: String,
        resultHandler: @escaping (AVAssetExportSession?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let handler = Unchecked(resultHandler)
        return requestMovie(asset, options, make: { try AVAssetExportSession.of($0, exportPreset) }, handler: { handler.value($0, $1) })
    }

    /// A video as an `AVURLAsset` with the file of the library, which is for reading only, or as an `AVComposition` where it is in slow motion and `version` is not
    /// `.original`; there is no audio mix. The handler is called once, on a serial queue that is not the main one.
    @discardableResult
    open func requestAVAsset(
        forVideo asset: PHAsset, options: PHVideoRequestOptions?, resultHandler: @escaping (AVAsset?, AVAudioMix?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let handler = Unchecked(resultHandler)
        return requestMovie(asset, options, make: { $0 }, handler: { handler.value($0, nil, $1) })
    }

    /// Ends an asynchronous request of this manager in constant time. Its handler is called a last time, with `PHImageCancelledKey`.
    open func cancelImageRequest(_ requestID: PHImageRequestID) {
        requests.cancel(requestID)
    }

    /// There is no library: the handler hears so by the rules of the request.
    private func fail(
        _ id: PHImageRequestID, _ error: PHPhotosError, _ options: PHImageRequestOptions?, _ handler: @escaping ([AnyHashable: Any]) -> Void
    ) -> PHImageRequestID {
        if options?.isSynchronous == true {
            handler(RequestInfo.failure(id, error))
        } else {
            let handler = Unchecked(handler)
            let request: ClientRequest<Never> = requests.begin(id, on: .main) { handler.value($0.answer(id).info) }
            request.deliver(.failed(error))
        }
        return id
    }

    /// Positive, and unique among all managers until two thousand million requests have been made.
    static func nextID() -> PHImageRequestID {
        while true {
            let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
            if id > 0 { return id }
            _ = lastID.compareExchange(expected: id, desired: 0, ordering: .relaxed)
        }
    }
}

extension PHAsset {
    /// The library that requests for this asset's pictures and files go to.
    /// - Throws: why there is none for this application; `.unknown` for an asset that it may not see, and for `PHAsset()`.
    func sourceLibrary() throws -> PhotoLibrary {
        guard !session.isNone else { throw LibraryError(.unknown, "The asset belongs to no library. Fetch one.") }
        return try session.library(showing: self)
    }
}

import Foundation
import LibraryEngine

/// Where the handlers of requests for videos are called: never on the main queue, so that they may wait for it; one after the other.
private let handlerQueue = DispatchQueue(label: "photos.video")

extension PHImageManager {
    /// What all requests for videos have in common.
    /// - Parameters:
    ///   - make: turns the movie into what was asked for, on a thread that may wait.
    ///   - handler: called once, on `photos.video`.
    func requestMovie<Result: Sendable>(
        _ asset: PHAsset, _ options: PHVideoRequestOptions?, make: @escaping @Sendable (AVURLAsset) throws -> Result,
        handler: @escaping @Sendable (Result?, [AnyHashable: Any]) -> Void
    ) -> PHImageRequestID {
        let id = Self.nextID(), version = options?.version ?? .current
        let request: MediaRequest<Result> = movingRequests.begin(id, on: handlerQueue) { delivery in
            switch delivery {
            case .degraded(let result): handler(result, RequestInfo.success(id, isDegraded: true))
            case .finished(let result, let isDegraded): handler(result, RequestInfo.success(id, isDegraded: isDegraded))
            case .failed(let error): handler(nil, RequestInfo.failure(id, error))
            case .cancelled: handler(nil, RequestInfo.cancelled(id))
            }
        }
        do {
            let library = try asset.sourceLibrary()
            guard asset.mediaType == .video else {
                throw PHPhotosError(
                    .requestNotSupportedForAsset, "\(asset.record.filename) is no video. Live Photos are asked for with requestLivePhoto.")
            }
            guard let resource = try library.assetNow(asset.record).resources.movie(version) else {
                throw LibraryError(.missing, "\(asset.record.filename) has no movie in this library. Import it again.")
            }
            let progress = options?.isNetworkAccessAllowed == true ? Unchecked(options?.progressHandler) : nil
            MediaReading(library: library, id: id, progress: progress, files: [resource]).start(request) {
                try make(library.movie(in: resource))
            }
        } catch {
            request.deliver(.failed(PHPhotosError(error)))
        }
        return id
    }
}

extension AVAssetExportSession {
    /// - Throws: `PHPhotosError.requestNotSupportedForAsset` for a preset that nobody knows, or that would encode.
    static func of(_ movie: AVURLAsset, _ preset: String) throws -> AVAssetExportSession {
        guard exportPresets(compatibleWith: movie).contains(preset), let session = AVAssetExportSession(asset: movie, presetName: preset) else {
            throw PHPhotosError(
                .requestNotSupportedForAsset,
                "\(movie.url.lastPathComponent) can't be exported with \(preset). AVAssetExportPresetPassthrough exports it as it is.")
        }
        return session
    }
}

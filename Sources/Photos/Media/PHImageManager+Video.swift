import Foundation
import LibraryEngine

/// Where the handlers of requests for videos are called: never on the main queue, so that they may wait for it; one after the other.
private let handlerQueue = DispatchQueue(label: "photos.video")

extension PHImageManager {
    /// What all requests for videos have in common.
    /// - Parameters:
    ///   - make: turns the movie into what was asked for, on a thread that may wait.
    ///   - handler: called once, on `photos.video`.
    func requestMovie<Movie: Sendable>(
        _ asset: PHAsset, _ options: PHVideoRequestOptions?, make: @escaping @Sendable (AVAsset) throws -> Movie,
        handler: @escaping @Sendable (Movie?, [AnyHashable: Any]) -> Void
    ) -> PHImageRequestID {
        let id = Self.nextID(), version: ImageRequest.Version = options?.version == .original ? .original : .current
        let request: ClientRequest<Movie> = requests.begin(id, on: handlerQueue) { delivery in
            let (movie, info) = delivery.answer(id)
            handler(movie, info)
        }
        do {
            let library = try asset.sourceLibrary()
            guard asset.mediaType == .video else {
                throw PHPhotosError(
                    .requestNotSupportedForAsset, "\(asset.record.filename) is no video. Live Photos are asked for with requestLivePhoto.")
            }
            let (now, resources) = try library.assetNow(asset.record)
            guard let resource = resources.movie(version) else {
                throw LibraryError(.missing, "\(asset.record.filename) has no movie in this library. Import it again.")
            }
            let network = NetworkUse(id, isAllowed: options?.isNetworkAccessAllowed, options?.progressHandler)
            // What says how slow it is may be in the cloud as well.
            let needed = [resource] + now.slowMotionFiles(resources, version)
            request.read(needed, through: ResourceAccess(library, network: network)) { try make(library.movie(of: now, resources, in: resource, version)) }
        } catch {
            request.deliver(.failed(PHPhotosError(error)))
        }
        return id
    }
}

extension AVAssetExportSession {
    /// - Throws: `PHPhotosError.requestNotSupportedForAsset` for a preset that nobody knows, or that would encode.
    static func of(_ movie: AVAsset, _ preset: String) throws -> AVAssetExportSession {
        guard exportPresets(compatibleWith: movie).contains(preset), let session = AVAssetExportSession(asset: movie, presetName: preset) else {
            throw PHPhotosError(
                .requestNotSupportedForAsset,
                "\(movie.fileName) can't be exported with \(preset). AVAssetExportPresetPassthrough exports it as it is.")
        }
        return session
    }
}

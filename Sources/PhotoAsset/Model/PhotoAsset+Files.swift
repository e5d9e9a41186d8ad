import Foundation
import Photos

extension PhotoAsset {
    /// The original's bytes as they came in, compared with the hash from the import. Awaited: no thread is blocked; cancelling the task ends it.
    /// - Parameters:
    ///   - allowsNetworkAccess: whether an original in the cloud is downloaded. Default true.
    ///   - progress: of a download, from 0 to 1, on a queue that is not the main one.
    /// - Throws: a `PHPhotosError`: `.networkAccessRequired`, `.missingResource`, `.invalidResource` for bytes that are not the ones that came in;
    ///   `CancellationError`.
    public nonisolated(nonsending) func originalData(allowsNetworkAccess: Bool = true, progress: (@Sendable (Double) -> Void)? = nil) async throws -> Data {
        try await data(of: requireOriginal(), allowsNetworkAccess, progress)
    }

    /// The bytes of the movie of a Live Photo, or of a video's own file.
    /// - Throws: as ``originalData(allowsNetworkAccess:progress:)``; `.requestNotSupportedForAsset` for what has no movie.
    public nonisolated(nonsending) func movieData(allowsNetworkAccess: Bool = true, progress: (@Sendable (Double) -> Void)? = nil) async throws -> Data {
        guard let movie = resources.first(where: { $0.type == .pairedVideo || $0.type == .video }) else {
            throw PHPhotosError(.requestNotSupportedForAsset, userInfo: [NSLocalizedDescriptionKey: "\(filename) has no movie."])
        }
        return try await data(of: movie, allowsNetworkAccess, progress)
    }

    /// The video, to play or to read frames of. With its edits.
    /// - Throws: a `PHPhotosError`: `.requestNotSupportedForAsset` for a photo.
    public nonisolated(nonsending) func video(allowsNetworkAccess: Bool = true) async throws -> AVAsset {
        let options = PHVideoRequestOptions(), download = Download(self)
        defer { download.end() }
        options.isNetworkAccessAllowed = allowsNetworkAccess
        options.progressHandler = download.following()
        let movie: Result<AVAsset, any Error> = await withCheckedContinuation { done in
            AssetsManager.shared.cachingManager.requestAVAsset(forVideo: phAsset, options: options) { movie, _, info in
                done.resume(returning: Self.outcome(movie, info))
            }
        }
        return try movie.get()
    }

    /// The Live Photo, its picture fitted into a size in pixels. With its edits.
    /// - Throws: a `PHPhotosError`: `.requestNotSupportedForAsset` for what is none.
    public nonisolated(nonsending) func livePhoto(targetSize: CGSize = PHImageManagerMaximumSize, allowsNetworkAccess: Bool = true) async throws -> PHLivePhoto {
        let options = PHLivePhotoRequestOptions(), download = Download(self)
        defer { download.end() }
        (options.isNetworkAccessAllowed, options.deliveryMode) = (allowsNetworkAccess, .highQualityFormat)
        options.progressHandler = download.following()
        let photo: Result<PHLivePhoto, any Error> = await withCheckedContinuation { done in
            AssetsManager.shared.cachingManager.requestLivePhoto(for: phAsset, targetSize: targetSize, contentMode: .aspectFit, options: options) { photo, info in
                done.resume(returning: Self.outcome(photo, info))
            }
        }
        return try photo.get()
    }

    // MARK: Steps

    func requireOriginal() throws -> PHAssetResource {
        guard let resource = originalResource else {
            throw PHPhotosError(.missingResource, userInfo: [NSLocalizedDescriptionKey: "\(filename) is not in the library any more, or may not be seen."])
        }
        return resource
    }

    private nonisolated(nonsending) func data(
        of resource: PHAssetResource, _ allowsNetworkAccess: Bool, _ progress: (@Sendable (Double) -> Void)?
    ) async throws -> Data {
        let download = Download(self)
        defer { download.end() }
        do {
            return try await PHAssetResourceManager.default().data(for: resource, options: resourceOptions(allowsNetworkAccess, download, progress))
        } catch {
            if allowsNetworkAccess { download.fail(error) }
            throw error
        }
    }

    func resourceOptions(
        _ allowsNetworkAccess: Bool, _ download: Download, _ progress: (@Sendable (Double) -> Void)? = nil
    ) -> PHAssetResourceRequestOptions {
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = allowsNetworkAccess
        options.progressHandler = { fraction in
            download.note(fraction)
            progress?(fraction)
        }
        return options
    }

    /// What a request's dictionary or a handler told.
    private static func outcome<Value>(_ value: Value?, _ info: [AnyHashable: Any]?) -> Result<Value, any Error> {
        if let value { return .success(value) }
        if let error = info?[PHImageErrorKey] as? any Error { return .failure(PHPhotosError.typed(error)) }
        return .failure(CancellationError())
    }
}

extension PHPhotosError {
    /// The error as one of this type: dictionaries have it as an `NSError`.
    static func typed(_ error: any Error) -> any Error {
        if error is PHPhotosError { return error }
        let bridged = error as NSError
        guard bridged.domain == PHPhotosErrorDomain, let code = Code(rawValue: bridged.code) else { return error }
        return PHPhotosError(code, userInfo: bridged.userInfo)
    }
}

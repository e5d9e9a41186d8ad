import Foundation
import LibraryEngine

extension PHImageManager {
    /// The picture that the last call of `requestImage`'s handler would bring. Addition.
    ///
    /// Ends exactly once, and neither blocks a thread nor waits for the main thread. Cancelling the task ends the request.
    /// - Parameters:
    ///   - targetSize: in pixels. `PHImageManagerMaximumSize` asks for the full size.
    ///   - options: read once, at the call. With `.fastFormat` a thumbnail is all there is; `isSynchronous` has no meaning here.
    /// - Throws: a `PHPhotosError`, such as `.missingResource` for an original that is gone and `.invalidResource` for one that can't be decoded;
    ///   `CancellationError` where the task was cancelled before the picture was there.
    public nonisolated(nonsending) func image(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode = .default, options: PHImageRequestOptions? = nil
    ) async throws -> UIImage {
        var pictures = ImageDeliveries(asset, targetSize, contentMode, options, wantsDegraded: false).makeAsyncIterator()
        // Without degraded ones there is one picture or an error.
        guard let picture = try await pictures.next(isolation: #isolation) else { throw CancellationError() }
        return picture.image
    }

    /// The pictures of all calls of `requestImage`'s handler: with `.opportunistic`, the default, perhaps a thumbnail first. Addition.
    ///
    /// `for try await picture in manager.images(for: asset, targetSize: size)` ends after the last picture. Leaving the loop or cancelling its task
    /// ends the request. Errors, options and sizes are as with `image(for:targetSize:contentMode:options:)`.
    public func images(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode = .default, options: PHImageRequestOptions? = nil
    ) -> ImageDeliveries {
        ImageDeliveries(asset, targetSize, contentMode, options, wantsDegraded: true)
    }

    /// What `requestImageDataAndOrientation` brings: the file of the current version, or with another version of the original, as it is. Addition.
    ///
    /// Ends exactly once, and neither blocks a thread nor waits for the main thread. At most four files are read at once.
    /// - Throws: a `PHPhotosError`, such as `.missingResource`; `CancellationError` where the task was cancelled before the file was read.
    public nonisolated(nonsending) func data(for asset: PHAsset, options: PHImageRequestOptions? = nil) async throws -> ImageData {
        try Task.checkCancellation()
        let library: PhotoLibrary
        do { library = try asset.sourceLibrary() } catch { throw PHPhotosError(error) }
        let file = try await ImageFileReading(AssetSource(library, asset.record, Self.nextID(), options)).result()
        return ImageData(data: file.data, uniformType: file.uniformType, orientation: file.orientation)
    }
}

import Foundation
import LibraryEngine
import Pixels

extension PHImageManager {
    /// The picture that the last call of `requestImage`'s handler would bring. Addition.
    ///
    /// Ends exactly once, and neither blocks a thread nor waits for the main thread. Cancelling the task ends the request.
    /// - Parameters:
    ///   - asset: a photo, a Live Photo's still, or a video, of which a frame comes.
    ///   - targetSize: in pixels. `PHImageManagerMaximumSize` asks for the full size.
    ///   - contentMode: whether the image fits into that size or covers it.
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

    /// The frames of an animated GIF, PNG or WebP or of an image sequence in a HEIC or AVIF, with their delays; of any other picture one frame. Addition.
    ///
    /// Ends exactly once, and neither blocks a thread nor waits for the main thread. Cancelling the task ends the request. Frames are decoded anew for each
    /// call, from the file of the options' version, and are not remembered.
    /// - Parameters:
    ///   - asset: a picture.
    ///   - targetSize: in pixels, of each frame. `PHImageManagerMaximumSize` asks for the full size.
    ///   - contentMode: whether frames fit into that size or cover it; they are never enlarged.
    ///   - options: read once, at the call. Its delivery mode, resize mode, brightness and bits a component have no meaning here, nor has `isSynchronous`.
    /// - Throws: a `PHPhotosError`: `.limitExceeded` where the frames of this size are more than 256 MB of pixels or more than 4,096,
    ///   `.requestNotSupportedForAsset` for videos and sounds, `.invalidResource` for what can't be decoded, and those of
    ///   `image(for:targetSize:contentMode:options:)`; `CancellationError` where the task was cancelled before the frames were there.
    public nonisolated(nonsending) func animation(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode = .default, options: PHImageRequestOptions? = nil
    ) async throws -> ImageAnimation {
        try Task.checkCancellation()
        let library: PhotoLibrary
        do { library = try asset.sourceLibrary() } catch { throw PHPhotosError(error) }
        guard asset.mediaType == .image else {
            let name = asset.record.filename
            throw PHPhotosError(.requestNotSupportedForAsset, "\(name) is no picture, whose frames could be had one by one. Play it as a video.")
        }
        let mailbox = ImageMailbox(library.images)
        mailbox.start(ImageRequest(framesOf: asset, library, Self.nextID(), targetSize: targetSize, contentMode: contentMode, options: options))
        guard let result = try await mailbox.next() else { throw CancellationError() }
        guard result.image.frames?.endsFile == true else {
            let most = "\(ImageRequest.frameBytes >> 20) MB and \(FrameRange.most) frames"
            throw PHPhotosError(
                .limitExceeded,
                "\(asset.record.filename) has more frames of this size than are given at once, which is \(most). Ask for smaller ones.")
        }
        return ImageAnimation(result.image)
    }

    /// What `requestImageDataAndOrientation` brings: the file of the current version, or with another version of the original, as it is. Addition.
    ///
    /// Ends exactly once, and neither blocks a thread nor waits for the main thread. At most four files are read at once.
    /// - Throws: a `PHPhotosError`, such as `.missingResource`; `CancellationError` where the task was cancelled before the file was read.
    public nonisolated(nonsending) func data(for asset: PHAsset, options: PHImageRequestOptions? = nil) async throws -> ImageData {
        try Task.checkCancellation()
        let library: PhotoLibrary
        do { library = try asset.sourceLibrary() } catch { throw PHPhotosError(error) }
        let request = ImageFileRequest(library, asset.record, Self.nextID(), options), file: ImageFile
        do {
            file = try await FetchingWork<ImageFile>().result(fetch: request.fetch, attempt: FetchingWork.on(.awaitedData, request.read))
        } catch let error as CancellationError {
            throw error
        } catch {
            throw PHPhotosError(error)
        }
        return ImageData(data: file.data, uniformType: file.uniformType, orientation: file.orientation)
    }
}

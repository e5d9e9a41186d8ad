import Foundation
import LibraryEngine
import Pixels

extension PHImageManager {
    /// The current version as a JPEG for sending it somewhere: small enough, upright, in sRGB, and telling no more than the options allow. Addition.
    ///
    /// A picture that takes too many bytes is written with less quality, and where that does not suffice smaller. Pixels are decoded and encoded in a
    /// worker. Ends exactly once, and neither blocks a thread nor waits for the main thread; cancelling the task ends the work.
    /// - Parameters:
    ///   - asset: a photo, a Live Photo's still, or a video, of which a frame comes.
    ///   - options: what it may measure and weigh, and whether it tells the place.
    /// - Throws: a `PHPhotosError`: `.limitExceeded` where not even the smallest picture is within the bytes, and those of
    ///   `image(for:targetSize:contentMode:options:)`; `CancellationError` where the task was cancelled before the file was made.
    public nonisolated(nonsending) func jpegRepresentation(
        for asset: PHAsset, options: JPEGRepresentationOptions = JPEGRepresentationOptions()
    ) async throws -> JPEGRepresentation {
        try Task.checkCancellation()
        let library: PhotoLibrary
        do { library = try asset.sourceLibrary() } catch { throw PHPhotosError(error) }
        var image = try await pixels(of: asset, library, options.longestSide, options)
        let quality = options.compressionQuality.isFinite ? min(100, max(1, Int((options.compressionQuality * 100).rounded()))) : 85
        var search = JPEGSearch(limit: options.byteLimit ?? .max, quality: quality, side: max(image.width, image.height))
        var best: JPEGRepresentation?
        while true {
            let attempt = search.attempt
            if attempt.side < max(image.width, image.height) { image = try await pixels(of: asset, library, attempt.side, options) }
            let made = try await Self.write(image, attempt.quality, asset, options, library)
            if made.data.count <= options.byteLimit ?? .max { best = made }
            switch search.next(after: made.data.count) {
            case .attempt: continue
            case .take: if let best { return best } else { fallthrough }
            case .impossible:
                throw PHPhotosError(
                    .limitExceeded, "\(asset.record.filename) can't be made as small as \(options.byteLimit ?? 0) bytes. Allow more of them.")
            }
        }
    }

    /// - Parameter side: pixels of the longer side at most; `nil`: all there are.
    private nonisolated(nonsending) func pixels(
        of asset: PHAsset, _ library: PhotoLibrary, _ side: Int?, _ options: JPEGRepresentationOptions
    ) async throws -> PixelImage {
        let request = PHImageRequestOptions()
        (request.deliveryMode, request.isNetworkAccessAllowed) = (.highQualityFormat, options.isNetworkAccessAllowed)
        let known = max(asset.record.pixelWidth, asset.record.pixelHeight)
        // What is no larger is not enlarged.
        let target = side.flatMap { $0 < known || known == 0 ? CGSize(width: max(1, $0), height: max(1, $0)) : nil } ?? PHImageManagerMaximumSize
        request.resizeMode = target == PHImageManagerMaximumSize ? .none : .exact
        let mailbox = ImageMailbox(library.images)
        mailbox.start(ImageRequest(asset, library, Self.nextID(), targetSize: target, contentMode: .aspectFit, options: request))
        do {
            guard let result = try await mailbox.next() else { throw CancellationError() }
            return result.image
        } catch let error as CancellationError {
            throw error
        } catch {
            throw PHPhotosError(error)
        }
    }

    private static nonisolated(nonsending) func write(
        _ image: PixelImage, _ quality: Int, _ asset: PHAsset, _ options: JPEGRepresentationOptions, _ library: PhotoLibrary
    ) async throws -> JPEGRepresentation {
        let exif = ExifSegment(
            asset.record, zone: asset.session.timeZone, includesLocation: options.includesLocation, width: image.width, height: image.height)
        let decoder = library.decoder
        do {
            let encoded = try await FetchingWork<EncodedImage>().result(
                fetch: nil, attempt: FetchingWork.on(.representations) { try decoder.encode(image, as: .jpeg(quality: quality)) })
            return JPEGRepresentation(
                data: exif.inserted(in: encoded.bytes), pixelWidth: image.width, pixelHeight: image.height, compressionQuality: Double(quality) / 100)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw PHPhotosError(error)
        }
    }
}

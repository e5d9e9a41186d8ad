import Foundation
import LibraryEngine
import PhotoModel
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
        do {
            try Task.checkCancellation()
            return try await JPEGWork(asset, options).result()
        } catch let error as CancellationError {
            throw error
        } catch {
            throw PHPhotosError(error)
        }
    }
}

/// One picture on its way to a JPEG.
private struct JPEGWork {
    private let asset: PHAsset
    private let options: JPEGRepresentationOptions
    private let library: PhotoLibrary
    /// The asset as it is now, which is what its pixels will show.
    private let record: AssetRecord
    private let byteLimit: Int

    init(_ asset: PHAsset, _ options: JPEGRepresentationOptions) throws {
        (self.asset, self.options) = (asset, options)
        library = try asset.sourceLibrary()
        record = try library.assetNow(asset.record).asset
        byteLimit = options.byteLimit ?? .max
    }

    nonisolated(nonsending) func result() async throws -> JPEGRepresentation {
        var picture = try await pixels(side: options.longestSide)
        let quality = options.compressionQuality.isFinite ? min(100, max(1, Int((options.compressionQuality * 100).rounded()))) : 85
        var search = JPEGSearch(limit: byteLimit, quality: quality, side: picture.side), best: JPEGRepresentation?
        while true {
            if search.attempt.side < picture.side { picture = try await pixels(side: search.attempt.side) }
            let made = try await write(picture, search.attempt.quality)
            if made.data.count <= byteLimit { best = made }
            if case .attempt = search.next(after: made.data.count) { continue }
            guard let best else {
                throw PHPhotosError(.limitExceeded, "\(record.filename) can't be made as small as \(byteLimit) bytes. Allow more of them.")
            }
            return best
        }
    }

    /// - Parameter side: pixels of the longer side at most; `nil`: all there are.
    private nonisolated(nonsending) func pixels(side: Int?) async throws -> ImageResult {
        let request = PHImageRequestOptions()
        (request.resizeMode, request.isNetworkAccessAllowed) = (.none, options.isNetworkAccessAllowed)
        var target = PHImageManagerMaximumSize
        // What is no larger is not enlarged.
        if let side, side < max(record.pixelWidth, record.pixelHeight) {
            (request.resizeMode, target) = (.exact, CGSize(width: max(1, side), height: max(1, side)))
        }
        let mailbox = ImageMailbox(library.images)
        var wanted = ImageRequest(asset, library, PHImageManager.nextID(), targetSize: target, contentMode: .aspectFit, options: request)
        wanted.wantsDegradedFirst = false
        mailbox.start(wanted)
        guard let result = try await mailbox.next() else { throw CancellationError() }
        return result
    }

    private nonisolated(nonsending) func write(_ picture: ImageResult, _ quality: Int) async throws -> JPEGRepresentation {
        let (image, decoder) = (picture.image, library.decoder)
        let exif = ExifSegment(
            record, zone: asset.session.timeZone, includesLocation: options.includesLocation, width: image.width, height: image.height)
        let encoded = try await FetchingWork<EncodedImage>().result(
            fetch: nil, attempt: FetchingWork.on(.representations) { try decoder.encode(image, as: .jpeg(quality: quality)) })
        return JPEGRepresentation(
            data: exif.inserted(in: encoded.bytes), pixelWidth: image.width, pixelHeight: image.height, compressionQuality: Double(quality) / 100,
            damage: picture.damage(ofAsset: record.damage))
    }
}

extension ImageResult {
    /// Pixels of the longer side.
    fileprivate var side: Int { max(image.width, image.height) }
}

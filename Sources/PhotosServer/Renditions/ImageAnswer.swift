import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import LibraryEngine
import NIOCore
import PhotoModel
import Pixels

/// The answer to a request for a picture in one of the sizes.
struct ImageAnswer: Sendable {
    private let context: GalleryContext

    init(_ context: GalleryContext) { self.context = context }

    func answer(_ request: Request, _ parameters: Parameters) async throws -> Response {
        guard let size = parameters.get("size").flatMap(RenditionClass.init) else {
            throw Problem(.notFound, "not-found", title: "There is nothing here", detail: "Pictures come as thumbnail, medium, preview, full and unadjusted.")
        }
        let asset = try await AddressedAsset.find(parameters, "image", "/\(size.rawValue)", in: context)
        if let redirection = asset.redirection { return AddressedAsset.redirect(to: redirection) }
        let tag = RenditionRoutes.entityTag(asset.record.uuid, asset.record.revision, size)
        var headers: HTTPFields = [.eTag: tag, .cacheControl: RenditionRoutes.immutable, .contentType: MIMEType.jpeg]
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) { return Response(status: .notModified, headers: headers) }
        // What is small enough already needs no second copy.
        let isSmall = size == .medium && 1...ThumbnailSize.small.rawValue ~= max(asset.record.pixelWidth, asset.record.pixelHeight)
        // Without an edit there is nothing else to show.
        let isSame = size == .unadjusted && !asset.record.hasAdjustments
        let bytes: ByteBuffer
        do { bytes = try await self.bytes(of: asset, isSmall ? .thumbnail : isSame ? .preview : size) } catch is Outdated {
            let now = try await AddressedAsset.find(parameters, "image", "/\(size.rawValue)", in: context)
            guard let redirection = now.redirection else { throw Outdated() }
            return AddressedAsset.redirect(to: redirection)
        }
        headers[.contentLength] = "\(bytes.readableBytes)"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }

    /// - Throws: `Outdated` where the asset was changed meanwhile; a `Problem` where there is nothing to see.
    func bytes(of asset: AddressedAsset, _ size: RenditionClass) async throws -> ByteBuffer {
        if size.isStored, let stored = try await context.work.run(.answer, { stored(asset.record, size) }) { return stored }
        guard asset.resources.showing(size.version, of: asset.record)?.isPicture == true else {
            throw Problem(
                .notFound, "no-picture", title: "There is no picture", detail: "\(asset.record.filename) has nothing to see. /original gives the file itself.")
        }
        let key = RenderingKey(asset: asset.record.id, revision: asset.record.revision, size: size)
        let bytes = try await context.rendering {
            try await context.renderings.value(key) {
                do { return try await make(asset.record, size) } catch let error as ImagingError { throw Self.problem(error) }
            }
        }
        // A download may outlast a grant.
        try await context.work.run(.answer) { [session = context.session] in try session.requireSight(of: asset.record.id) }
        return bytes
    }

    private func stored(_ record: AssetRecord, _ size: RenditionClass) -> ByteBuffer? {
        let derivatives = context.library.derivatives
        switch size {
        case .thumbnail, .medium:
            guard let thumbnail = size.thumbnail, let stored = derivatives.storedThumbnail(thumbnail, assetID: record.id, uuid: record.uuid, revision: record.revision, waits: true)
            else { return nil }
            var (buffer, isWhole) = (ByteBuffer(), false)
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: stored.byteCount) { memory in
                isWhole = stored.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[..<stored.byteCount]), waits: true) == .whole
                return stored.byteCount
            }
            return isWhole ? buffer : nil
        case .preview:
            guard let file = derivatives.preview(uuid: record.uuid, revision: record.revision) else { return nil }
            // A torn one is made again.
            guard file.count > 4, file.starts(with: [0xFF, 0xD8]), file.suffix(2).elementsEqual([0xFF, 0xD9]) else { return nil }
            return ByteBuffer(bytes: file)
        case .full, .unadjusted: return nil
        }
    }

    /// The asset's picture as JPEG, with its longest side no longer than `side`.
    /// - Parameter isStated: whether it says what the library knows of the asset: date, place, title, caption, keywords, rating. Otherwise it says nothing.
    /// - Throws: as `bytes(of:_:)`.
    func picture(of asset: AddressedAsset, side: Int?, isStated: Bool = false) async throws -> ByteBuffer {
        do {
            let bytes = try await context.rendering {
                try await rendered(asset.record, .current, side: side, priority: .interactive, isBright: true) { result, library in
                    var picture = try library.decoder.encode(Self.shown(result, side), as: .jpeg(quality: 90))
                    if isStated { picture = try Self.stating(library.writtenMetadata(asset.record, asset.resources), in: picture, named: asset.record.filename, library) }
                    return ByteBuffer(bytes: picture.with(gainMap: result.image.gainMap).bytes)
                }
            }
            try await context.work.run(.answer) { [session = context.session] in try session.requireSight(of: asset.record.id) }
            return bytes
        } catch let error as ImagingError { throw Self.problem(error) }
    }

    private static func stating(_ known: WrittenMetadata, in picture: EncodedImage, named name: String, _ library: PhotoLibrary) throws -> EncodedImage {
        let bytes = try picture.bytes.withUnsafeBytes { try MediaSource.lend($0, named: name) { try library.decoder.write(known, into: $0) } }
        guard let bytes else { throw LibraryError(.cannotWrite, "There is no memory for a copy of \(name). Close other programs, and try again.") }
        return EncodedImage(bytes: bytes, width: picture.width, height: picture.height)
    }

    /// Rendered from the nearest source that has enough pixels; ended when nobody waits for it any more.
    private func make(_ record: AssetRecord, _ size: RenditionClass) async throws -> ByteBuffer {
        // The small one stands there already.
        let priority: ImageRequest.Priority = size == .medium ? .normal : .interactive
        // Previews have it as they are stored; what is smaller is for a screen full of pictures, where none shall outshine the others.
        let isBright = size == .full || size == .unadjusted
        return try await rendered(record, size.version, side: size.side, priority: priority, isBright: isBright) { result, library in
            // The pipeline keeps what it makes, and that is what everybody gets who asks later.
            if size.isStored, let stored = stored(record, size) { return stored }
            let encoded = try library.decoder.encode(Self.shown(result, size.side), as: .jpeg(quality: size.thumbnail == nil ? 90 : 80))
                .with(gainMap: result.image.gainMap)
            // The pipeline keeps the others itself. A full disk keeps nobody from seeing the picture.
            if size == .medium { try? library.derivatives.storeThumbnail(encoded, .medium, assetID: record.id, uuid: record.uuid, revision: record.revision) }
            return ByteBuffer(bytes: encoded.bytes)
        }
    }

    /// - Parameter isBright: whether a gain map comes along.
    private func rendered(
        _ record: AssetRecord, _ version: ImageRequest.Version, side: Int?, priority: ImageRequest.Priority, isBright: Bool,
        _ encode: @escaping @Sendable (ImageResult, PhotoLibrary) throws -> ByteBuffer
    ) async throws -> ByteBuffer {
        let library = context.library
        var request = ImageRequest(version, of: record, through: context.access)
        (request.target, request.priority, request.carriesGainMap) = (side.map { PixelSize(width: $0, height: $0) }, priority, isBright)
        let result = try await library.images.result(of: request)
        guard result.isOfRequestedRevision else {
            library.images.release(result)
            throw Outdated()
        }
        return try await context.work.run(.picture) {
            defer { library.images.release(result) }
            return try encode(result, library)
        }
    }

    private static func shown(_ result: ImageResult, _ side: Int?) -> PixelImage {
        guard let side, result.image.size.width > side || result.image.size.height > side else { return result.image }
        return result.image.resampled(to: result.image.size.scaled(.fit, PixelSize(width: side, height: side), enlarging: false))
    }

    /// The asset was changed after it was looked up: what it shows now has another address.
    struct Outdated: Error {}

    private static func problem(_ error: ImagingError) -> Problem {
        switch error.code {
        case .sourceUnavailable, .inCloud:
            if let cause = error.cause as? LibraryError { Problem(cause) } else { Problem(.notFound, "missing", title: "The file is not there", detail: error.message) }
        default: Problem(.unsupportedMediaType, "damaged", title: "There is no picture in the file", detail: error.message)
        }
    }
}

extension ImagePipeline {
    /// The finished picture, whose bytes count against the budget until `release`. Cancelling the task ends the request.
    func result(of request: ImageRequest) async throws -> ImageResult {
        let id = reserveID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                self.request(request, id: id) { [weak self] event in
                    switch event {
                    case .degraded: break
                    case .finished(let result):
                        self?.hold(result)
                        continuation.resume(returning: result)
                    case .failed(let error): continuation.resume(throwing: error)
                    case .cancelled: continuation.resume(throwing: CancellationError())
                    }
                }
            }
        } onCancel: {
            cancel(id)
        }
    }
}

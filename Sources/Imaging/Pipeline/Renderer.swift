import CLinux
import Codecs
import Decoding
import Foundation
import Glibc

/// Makes pixels on the calling thread, from the nearest source that has enough of them. Keeps no state.
struct Renderer: Sendable {
    let decoder: any MediaDecoder
    let derivatives: DerivativeStore

    /// What was asked for: thumbnail table, then preview, then the original.
    func render(_ request: ImageRequest) throws(ImagingError) -> ImageResult {
        let plan = RenderPlan(request)
        var candidates: [ImageResult.Source] = plan.sufficientDerivatives
        if !candidates.isEmpty {
            if let result = renderFromDerivatives(request, plan, candidates) { return result }
            // Somebody deleted or damaged them: one decode makes them again, and the next request finds them.
            try remakeDerivatives(request)
            candidates = plan.sufficientDerivatives
            if let result = renderFromDerivatives(request, plan, candidates) { return result }
        }
        return try renderOriginal(request, plan)
    }

    /// The thumbnail as it is stored, for a first impression; `nil` where none is at hand.
    func storedThumbnail(_ request: ImageRequest) -> ImageResult? {
        guard request.version == .current,
              let encoded = derivatives.thumbnail(assetID: request.assetID, uuid: request.uuid, revision: request.revision),
              let image = decode(encoded.bytes, RenderRequest(), name: request.source.name) else { return nil }
        return ImageResult(image: image, isDegraded: true, source: .thumbnail)
    }

    /// Anything that resembles the picture, as fast as it can be had: the thumbnail, made now where it is missing.
    func fastest(_ request: ImageRequest) throws(ImagingError) -> ImageResult {
        if let result = storedThumbnail(request) { return result }
        var small = request
        small.target = PixelSize(width: DerivativeStore.thumbnailSide, height: DerivativeStore.thumbnailSide)
        (small.mode, small.exact, small.crop) = (.fit, false, nil)
        var result = try render(small)
        result.isDegraded = true
        return result
    }

    private func renderFromDerivatives(_ request: ImageRequest, _ plan: RenderPlan, _ candidates: [ImageResult.Source]) -> ImageResult? {
        for source in candidates {
            var image: PixelImage?
            switch source {
            case .thumbnail:
                guard let encoded = derivatives.thumbnail(assetID: request.assetID, uuid: request.uuid, revision: request.revision) else { continue }
                image = decode(encoded.bytes, plan.decoding, name: request.source.name)
            case .preview:
                guard let url = derivatives.preview(uuid: request.uuid, revision: request.revision) else { continue }
                image = decode(url, plan.decoding)
                // A torn one would cost every request a failed decode.
                if image == nil { unlink(url.path) }
            case .original:
                continue
            }
            if let image { return ImageResult(image: plan.finish(image), isDegraded: false, source: source) }
        }
        return nil
    }

    private func renderOriginal(_ request: ImageRequest, _ plan: RenderPlan) throws(ImagingError) -> ImageResult {
        let image = try withSource(request) { source throws(CodecError) in try decoder.render(source, plan.decoding) }
        return ImageResult(image: plan.finish(image), isDegraded: false, source: .original)
    }

    private func remakeDerivatives(_ request: ImageRequest) throws(ImagingError) {
        var options = ExamineOptions()
        options.thumbnailSide = DerivativeStore.thumbnailSide
        options.previewSide = DerivativeStore.previewSide
        let wanted = options
        let made = try withSource(request) { source throws(CodecError) in try decoder.examine(source, wanted) }
        // A full disk must not keep anybody from seeing the picture: what can't be kept is made again next time.
        if let thumbnail = made.thumbnail {
            try? derivatives.storeThumbnail(thumbnail, assetID: request.assetID, uuid: request.uuid, revision: request.revision)
        }
        if let preview = made.preview {
            try? derivatives.storePreview(preview, uuid: request.uuid, revision: request.revision)
        }
    }

    private func withSource<T>(_ request: ImageRequest, _ body: (MediaSource) throws(CodecError) -> T) throws(ImagingError) -> T {
        let descriptor: Int32
        do {
            descriptor = try request.source.open()
        } catch let error as ImagingError {
            throw error
        } catch {
            throw ImagingError(.sourceUnavailable, "Could not open \(request.source.name)", cause: error)
        }
        defer { close(descriptor) }
        do {
            return try body(MediaSource(descriptor: descriptor, name: request.source.name))
        } catch {
            throw ImagingError(error)
        }
    }

    private func decode(_ url: URL, _ request: RenderRequest) -> PixelImage? {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return decode(MediaSource(descriptor: descriptor, name: url.lastPathComponent), request)
    }

    /// The decoder takes descriptors, so bytes travel in an anonymous file. They go to the worker like everything else: it was
    /// a worker that wrote them.
    private func decode(_ bytes: [UInt8], _ request: RenderRequest, name: String) -> PixelImage? {
        let descriptor = csys_sealed_memory("thumbnail", Int64(bytes.count))
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard writeFully(descriptor, bytes, at: 0) else { return nil }
        return decode(MediaSource(descriptor: descriptor, name: name), request)
    }

    /// Derivatives are upright and whole; a torn one says so by its damage, and is as good as none.
    private func decode(_ source: MediaSource, _ request: RenderRequest) -> PixelImage? {
        var request = request
        request.orientation = 1
        guard let image = try? decoder.render(source, request), image.damage == nil else { return nil }
        return image
    }
}

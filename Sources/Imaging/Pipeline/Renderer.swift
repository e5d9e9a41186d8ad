import Decoding
import Foundation
import Glibc
import Pixels

/// Makes pixels on the calling thread, from the nearest source that has enough of them. Keeps no state but of files that are not worth a second try.
struct Renderer: Sendable {
    let decoder: any MediaDecoder
    let derivatives: DerivativeStore
    /// Told of files that can't be decoded, on the thread that noticed.
    let onFault: @Sendable (ImageFault) -> Void
    /// Told of derivatives that were made because somebody asked for them, on the thread that made them.
    let onMade: @Sendable (MadeDerivatives) -> Void
    let slowFiles = TimedOutFiles()
    private let underWay = DerivationsUnderWay()

    /// What was asked for: thumbnail table, then preview, then the original.
    func render(_ request: ImageRequest) throws(ImagingError) -> ImageResult {
        let plan = RenderPlan(request)
        if let result = renderFromDerivatives(request, plan, plan.sufficientDerivatives) { return result }
        return try render(current(request), insteadOf: request)
    }

    /// What to ask the decoder for where a job begins with the stored thumbnail. Jobs that ask the same may share a trip.
    func thumbnailDecoding(_ key: JobKey, _ request: ImageRequest) -> RenderRequest? {
        guard request.version == .current else { return nil }
        switch key {
        case .firstDegradedImage, .fastest: return RenderRequest()
        case .render: return RenderPlan(request).ofThumbnail
        case .secondDegradedImage, .fastestOfUnmeasured, .derive: return nil
        }
    }

    /// The same jobs' pictures with one trip to the decoder; `nil` for each that has to take its own way.
    func thumbnails(_ works: [(key: JobKey, request: ImageRequest)], _ decoding: RenderRequest) -> [ImageResult?] {
        let stored = derivatives.thumbnails(works.map { ($0.request.assetID, $0.request.uuid, $0.request.revision) }).map { $0?.bytes }
        var pictures = decode(stored.compactMap { $0 }, decoding)[...]
        return zip(works, stored).map { work, bytes in
            guard bytes != nil, let image = pictures.popFirst() ?? nil else { return nil }
            guard case .render = work.key else { return ImageResult(image: image, isDegraded: true, source: .thumbnail) }
            return ImageResult(image: RenderPlan(work.request).finish(image), isDegraded: false, source: .thumbnail)
        }
    }

    /// The stored thumbnail, for a degraded image; `nil` where none is stored.
    func storedThumbnail(_ request: ImageRequest) -> ImageResult? {
        if let image = thumbnail(request, RenderRequest()) { return ImageResult(image: image, isDegraded: true, source: .thumbnail) }
        guard let now = try? refreshed(request), now.differs(from: request), let image = thumbnail(now, RenderRequest()) else { return nil }
        return ImageResult(image: image, isDegraded: true, source: .thumbnail)
    }

    /// The same of the preview.
    func storedPreview(_ request: ImageRequest) -> ImageResult? {
        preview(request, RenderRequest()).map { ImageResult(image: $0, isDegraded: true, source: .preview) }
    }

    /// Anything that resembles the picture, as fast as it can be had: the thumbnail, made now where it is missing.
    func fastest(_ request: ImageRequest) throws(ImagingError) -> ImageResult {
        if let image = thumbnail(request, RenderRequest()) { return ImageResult(image: image, isDegraded: true, source: .thumbnail) }
        let now = try current(request)
        guard RenderPlan(now).asksForMore(than: DerivativeStore.thumbnailSide) else { return try render(now, insteadOf: request) }
        var small = now
        small.target = PixelSize(width: DerivativeStore.thumbnailSide, height: DerivativeStore.thumbnailSide)
        (small.mode, small.exact, small.crop) = (.fit, true, nil)
        var result = try render(small, insteadOf: request)
        result.isDegraded = true
        return result
    }

    /// Makes the derivatives where there are none; never gives a picture.
    func derive(_ request: ImageRequest) {
        guard request.version == .current, !derivatives.isReadOnly,
            derivatives.storedThumbnail(assetID: request.assetID, uuid: request.uuid, revision: request.revision, waits: true) == nil
        else { return }
        if let now = try? current(request), now.version == .current { try? remakeDerivatives(now) }
    }

    /// Makes the derivatives as the library has the asset now, whether or not there are any.
    /// - Returns: `nil` where another thread made them meanwhile.
    func deriveNow(_ request: ImageRequest) throws(ImagingError) -> MadeDerivatives? {
        let now = try refreshed(request)
        return try makeDerivatives(now)
    }

    // MARK: What the library has now

    private func refreshed(_ request: ImageRequest) throws(ImagingError) -> ImageRequest {
        do {
            return try request.source.refresh?(request) ?? request
        } catch {
            throw ImagingError(.sourceUnavailable, "Could not open \(request.source.name)", cause: error)
        }
    }

    /// The request as the library answers it now: a client's asset may be older than an edit, and what it does not know of other versions is read from
    /// their file.
    private func current(_ request: ImageRequest) throws(ImagingError) -> ImageRequest {
        var now = try refreshed(request)
        guard now.pixelSize.width <= 0 || now.pixelSize.height <= 0 else { return now }
        // What can't be told is left to the decoder, which says what is wrong with the file.
        try withSource(now) { source throws(CodecError) in
            if let size = sizeTold(by: source) { now.pixelSize = size }
        }
        return now
    }

    private func sizeTold(by source: MediaSource) -> PixelSize? {
        guard let size = try? decoder.examine(source, .factsOnly).facts.uprightSize else { return nil }
        return PixelSize(width: size.width, height: size.height)
    }

    /// - Parameter now: what became of the request when the library was asked.
    private func render(_ now: ImageRequest, insteadOf request: ImageRequest) throws(ImagingError) -> ImageResult {
        let plan = RenderPlan(now)
        let stored = try fromDerivatives(now, plan, areNew: now.differs(from: request))
        var result: ImageResult
        if let stored { result = stored } else { result = try renderOriginal(now, plan) }
        // Under the old name it would be found when the asset has changed once more.
        result.isOfRequestedRevision = now.revision == request.revision
        return result
    }

    /// `nil` where derivatives are no help.
    private func fromDerivatives(_ request: ImageRequest, _ plan: RenderPlan, areNew: Bool) throws(ImagingError) -> ImageResult? {
        guard !plan.sufficientDerivatives.isEmpty else { return nil }
        if areNew, let result = renderFromDerivatives(request, plan, plan.sufficientDerivatives) { return result }
        // Somebody deleted or damaged them: one decode makes them again, and the next request finds them.
        try remakeDerivatives(request)
        return renderFromDerivatives(request, plan, plan.sufficientDerivatives)
    }

    // MARK: Sources

    private func thumbnail(_ request: ImageRequest, _ decoding: RenderRequest, _ size: ThumbnailSize = .small) -> PixelImage? {
        guard request.version == .current,
            let encoded = derivatives.thumbnail(size, assetID: request.assetID, uuid: request.uuid, revision: request.revision)
        else { return nil }
        return decode([encoded.bytes], decoding)[0]
    }

    private func preview(_ request: ImageRequest, _ decoding: RenderRequest) -> PixelImage? {
        guard request.version == .current, let descriptor = derivatives.openPreview(uuid: request.uuid, revision: request.revision) else { return nil }
        defer { close(descriptor) }
        let image = decode(MediaSource(descriptor: descriptor, name: DerivativeStore.previewName(request.uuid, request.revision)), decoding)
        // A torn one would cost every request a failed decode.
        if image == nil { derivatives.removePreview(uuid: request.uuid, revision: request.revision) }
        return image
    }

    private func renderFromDerivatives(_ request: ImageRequest, _ plan: RenderPlan, _ candidates: [ImageResult.Source]) -> ImageResult? {
        for source in candidates {
            let image: PixelImage? =
                switch source {
                case .thumbnail: thumbnail(request, plan.decoding)
                // There only for what was shown large before; nothing waits for one to be made.
                case .mediumThumbnail: thumbnail(request, plan.decoding, .medium)
                case .preview: preview(request, plan.decoding)
                case .original: nil
                }
            if let image { return ImageResult(image: plan.finish(image), isDegraded: false, source: source) }
        }
        return nil
    }

    private func renderOriginal(_ request: ImageRequest, _ plan: RenderPlan) throws(ImagingError) -> ImageResult {
        let image = try withSource(request) { source throws(CodecError) in try decoder.render(source, plan.decoding) }
        if request.version == .current, !derivatives.isReadOnly,
            derivatives.storedThumbnail(assetID: request.assetID, uuid: request.uuid, revision: request.revision, waits: true) == nil
        {
            // While the file is at hand; that they can't be made keeps nobody from seeing the picture.
            try? remakeDerivatives(request)
        }
        return ImageResult(image: plan.finish(image), isDegraded: false, source: .original)
    }

    private func remakeDerivatives(_ request: ImageRequest) throws(ImagingError) {
        if let made = try makeDerivatives(request) { onMade(made) }
    }

    private func makeDerivatives(_ request: ImageRequest) throws(ImagingError) -> MadeDerivatives? {
        let key = SourceKey(uuid: request.uuid, revision: request.revision, version: request.version)
        guard underWay.begin(key) else { return nil }
        defer { underWay.end(key) }
        var options = ExamineOptions()
        options.thumbnailSide = DerivativeStore.thumbnailSide
        options.previewSide = DerivativeStore.previewSide
        let wanted = options
        let made = try withSource(request) { source throws(CodecError) in try decoder.examine(source, wanted) }
        var unkept: ImagingError?
        // A full disk must not keep anybody from seeing the picture: what can't be kept is made again next time.
        do throws(ImagingError) {
            if let thumbnail = made.thumbnail {
                try derivatives.storeThumbnail(thumbnail, assetID: request.assetID, uuid: request.uuid, revision: request.revision)
            }
        } catch { unkept = error }
        do throws(ImagingError) {
            if let preview = made.preview { try derivatives.storePreview(preview, uuid: request.uuid, revision: request.revision) }
        } catch { unkept = error }
        return MadeDerivatives(request, isShown: made.thumbnail != nil, damage: made.facts.damage, unkept: unkept)
    }

    private func withSource<T>(_ request: ImageRequest, _ body: (MediaSource) throws(CodecError) -> T) throws(ImagingError) -> T {
        let descriptor: Int32
        do {
            descriptor = try request.source.open()
        } catch let error as any FetchableError where error.isInCloud {
            throw ImagingError(.inCloud, "\(error)", cause: error)
        } catch {
            throw ImagingError(.sourceUnavailable, "Could not open \(request.source.name)", cause: error)
        }
        defer { close(descriptor) }
        if let error = slowFiles.error(descriptor) { throw ImagingError(error) }
        do {
            return try body(MediaSource(descriptor: descriptor, name: request.source.name))
        } catch {
            // A picture is had in no time where all the frames are not.
            if request.frames == nil { slowFiles.note(descriptor, error) }
            if let fault = ImageFault(request, error) { onFault(fault) }
            throw ImagingError(error)
        }
    }

    /// Derivatives are upright and whole; a torn one says so by its damage, and is as good as none.
    private func decode(_ source: MediaSource, _ request: RenderRequest) -> PixelImage? {
        var request = request
        request.orientation = 1
        guard let image = try? decoder.render(source, request), image.damage == nil else { return nil }
        return image
    }

    /// The same of stored bytes, which go to a worker like everything else: it was a worker that wrote them.
    private func decode(_ files: [[UInt8]], _ request: RenderRequest) -> [PixelImage?] {
        var request = request
        request.orientation = 1
        return (try? decoder.render(packed: files, request)) ?? Array(repeating: nil, count: files.count)
    }
}

extension ImageRequest {
    /// Whether other derivatives belong to it.
    fileprivate func differs(from other: ImageRequest) -> Bool { revision != other.revision || version != other.version }
}

import Codecs

/// The geometry of a request: what to ask the decoder for, which derivatives have enough pixels, and what is left to do afterwards.
struct RenderPlan: Equatable {
    /// What the decoder is asked for.
    let decoding: RenderRequest
    /// Derivatives that have enough pixels, smallest first.
    let sufficientDerivatives: [ImageResult.Source]
    /// The exact size to end with; `nil` takes what the decoder gives.
    let exactSize: PixelSize?

    init(_ request: ImageRequest) {
        let crop = request.crop?.clipped
        let shown = request.pixelSize.cropped(to: crop)
        let target = request.target.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }

        var decoding = RenderRequest()
        decoding.target = target
        decoding.mode = request.mode
        decoding.exact = request.exact
        decoding.crop = crop
        decoding.keepsWideGamut = request.keepsWideGamut
        // The original "in its highest fidelity" is not the JPEG that a RAW file carries.
        decoding.allowsEmbeddedPreview = request.version == .current && target != nil
        self.decoding = decoding

        exactSize = target.flatMap { target in
            guard request.exact else { return nil }
            guard request.mode == .fit else { return target }
            return shown.width > 0 && shown.height > 0 ? shown.scaled(.fit, target, enlarging: true) : nil
        }

        guard request.version == .current, request.pixelSize.width > 0, request.pixelSize.height > 0, let target else {
            sufficientDerivatives = []
            return
        }
        let needed = shown.scaled(request.mode, target, enlarging: false)
        let sources: [(ImageResult.Source, Int)] = [(.thumbnail, DerivativeStore.thumbnailSide), (.preview, DerivativeStore.previewSide)]
        sufficientDerivatives = sources.compactMap { source, side in
            // The thumbnail is always sRGB; a preview keeps its profile.
            if source == .thumbnail, request.keepsWideGamut { return nil }
            let box = PixelSize(width: side, height: side)
            let stored = request.pixelSize.scaled(.fit, box, enlarging: false)
            return stored.cropped(to: crop).covers(needed) ? source : nil
        }
    }

    /// Brings what the decoder gave to the exact size: cuts what `fill` lets overhang, evenly on both sides, and resamples the rest.
    func finish(_ image: PixelImage) -> PixelImage {
        guard let size = exactSize, image.size != size, image.width > 0, image.height > 0 else { return image }
        guard decoding.mode == .fill else { return image.resampled(to: size) }
        let covering = image.size.scaled(.fill, size, enlarging: true)
        let scaled = image.resampled(to: PixelSize(width: max(covering.width, size.width), height: max(covering.height, size.height)))
        return scaled.cropped(x: (scaled.width - size.width) / 2, y: (scaled.height - size.height) / 2, width: size.width, height: size.height)
    }
}

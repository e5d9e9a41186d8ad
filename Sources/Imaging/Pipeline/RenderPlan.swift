import Pixels

/// The geometry of a request: what to ask the decoder for, which derivatives have enough pixels, and what is left to do afterwards.
struct RenderPlan: Equatable {
    /// What the decoder is asked for.
    let decoding: RenderRequest
    /// Derivatives that have enough pixels, smallest first.
    let sufficientDerivatives: [ImageResult.Source]
    /// The exact size to end with; `nil` takes what the decoder gives.
    let exactSize: PixelSize?
    /// How large the picture must be for the answer, of 1, and its longest side in pixels.
    private let scale: Double
    private let longest: Int
    /// Bytes of the answer at most.
    let mostBytes: Int

    init(_ request: ImageRequest) {
        let size = request.pixelSize
        let crop = request.crop?.clipped.map { $0.alignedToPixels(of: size) }
        let shown = size.cropped(to: crop)
        let target = request.target.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }

        var decoding = RenderRequest()
        decoding.target = target
        decoding.mode = request.mode
        decoding.exact = request.exact
        decoding.crop = crop
        (decoding.keepsWideGamut, decoding.format, decoding.headroom) = (request.keepsWideGamut, request.format, request.headroom)
        (decoding.frames, decoding.carriesGainMap) = (request.frames, request.carriesGainMap)
        // The original "in its highest fidelity" is not the JPEG that a RAW file carries.
        decoding.allowsEmbeddedPreview = request.version == .current && target != nil
        self.decoding = decoding

        exactSize = target.flatMap { target in
            guard request.exact, request.frames == nil else { return nil }
            guard request.mode == .fit else { return target }
            return shown.width > 0 && shown.height > 0 ? shown.scaled(.fit, target, enlarging: true) : nil
        }

        longest = size.longestSide
        mostBytes = Self.mostBytes(shown, target, request)
        guard size.width > 0, size.height > 0, let target else {
            (scale, sufficientDerivatives) = (1, [])
            return
        }
        let across = Double(target.width) / Double(shown.width), down = Double(target.height) / Double(shown.height)
        let factor = min(1, request.mode == .fit ? min(across, down) : max(across, down))
        scale = factor
        let sources: [(ImageResult.Source, Int)] = [
            (.thumbnail, ThumbnailSize.small.rawValue), (.mediumThumbnail, ThumbnailSize.medium.rawValue), (.preview, DerivativeStore.previewSide),
        ]
        let isOrdinary = request.format == .rgba8 && request.headroom == 1 && request.frames == nil
        sufficientDerivatives =
            request.version != .current || !isOrdinary
            ? []
            : sources.compactMap { source, side in
                // Thumbnails are always sRGB; a preview keeps its profile.
                if source != .preview, request.keepsWideGamut { return nil }
                return Self.isMore(factor, of: size.longestSide, than: side) ? nil : source
            }
    }

    /// What to ask the decoder for where the stored thumbnail is what comes first; `nil` where it is not.
    var ofThumbnail: RenderRequest? { sufficientDerivatives.first == .thumbnail ? decoding : nil }

    /// Whether the picture, reduced to a longest side of so many pixels, is less than what was asked for.
    func asksForMore(than side: Int) -> Bool { Self.isMore(scale, of: longest, than: side) }

    private static func isMore(_ scale: Double, of longest: Int, than side: Int) -> Bool {
        // A millionth of a pixel is an error of the division.
        scale * Double(longest) > Double(min(side, longest)) + 1e-6
    }

    /// What nobody knows the size of is taken for a camera's usual picture.
    private static func mostBytes(_ shown: PixelSize, _ target: PixelSize?, _ request: ImageRequest) -> Int {
        if let frames = request.frames { return frames.bytes }
        let isKnown = shown.width > 0 && shown.height > 0
        let (width, height) = isKnown ? (Double(shown.width), Double(shown.height)) : (4000, 3000)
        var pixels = width * height
        if let target {
            let across = Double(target.width) / width, down = Double(target.height) / height
            let factor = request.mode == .fit ? min(across, down) : max(across, down)
            // Where the size need not be exact, the decoder's own is taken up to twice that.
            pixels = request.exact ? pixels * factor * factor : min(pixels, pixels * 4 * factor * factor)
        }
        return Int(min(max(pixels, 1), Double(1 << 40))) * request.format.bytesPerPixel
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

extension UnitRect {
    /// With its edges between pixels, at least one of them apart: what is cut from the picture has a whole size, whoever cuts it.
    fileprivate func alignedToPixels(of size: PixelSize) -> UnitRect {
        guard size.width > 0, size.height > 0 else { return self }
        func edges(_ origin: Double, _ extent: Double, _ pixels: Int) -> (Double, Double) {
            let low = min((origin * Double(pixels)).rounded(), Double(pixels) - 1)
            return (low / Double(pixels), max(1, ((origin + extent) * Double(pixels)).rounded() - low) / Double(pixels))
        }
        let (x, w) = edges(x, width, size.width), (y, h) = edges(y, height, size.height)
        return UnitRect(x: x, y: y, width: w, height: h)
    }
}

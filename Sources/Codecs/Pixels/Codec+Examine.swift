import Metadata
import Pixels

extension Codec {
    private static let previewQuality = 85
    private static let thumbnailQuality = 80

    /// Facts, preview and thumbnail of one file, from one decode.
    ///
    /// The preview is reduced from the smallest sufficient decode and the thumbnail from the preview, upright, without leaving the
    /// colour space JPEG stores. What can be shown of a damaged file is shown, and `facts.damage` says why it is not all. Sounds,
    /// sidecars and adjustment files give facts only, and so do films and RAW files that no installed decoder can show.
    package func examine(_ bytes: UnsafeRawBufferPointer, name: String, _ options: ExamineOptions = ExamineOptions()) throws(CodecError) -> Examination {
        var facts = try FactsReader.read(bytes, name: name, limits: limits, findsMovies: true)
        guard options.previewSide > 0 || options.thumbnailSide > 0, facts.isShown else {
            return Examination(facts: facts, preview: nil, thumbnail: nil)
        }
        // What is cut off is looked at now: nothing may be there to be shown.
        if facts.damage == nil, options.postpones(facts), FileEnding.isThere(bytes, facts) {
            return Examination(postponed: facts, quarters: embeddedColors(bytes, facts))
        }
        do {
            let reader = try reader(bytes, facts: facts, time: 0)
            var made = try reader.withFallback { reader throws(CodecError) in
                try derivatives(reader, facts: facts, options)
            } marking: {
                $0.damage = $1
            }
            facts.damage = facts.damage ?? made.damage
            if facts.gainMap != nil, made.damage == nil { made.preview = withGainMap(made.preview, bytes, facts, reader) }
            return Examination(facts: facts, preview: made.preview, thumbnail: made.thumbnail)
        } catch let error where error.code == .unsupported && facts.kind != .image {
            return Examination(facts: facts, preview: nil, thumbnail: nil)
        } catch {
            throw error.naming(name)
        }
    }

    private func derivatives(
        _ reader: any PictureReader, facts: MediaFacts, _ options: ExamineOptions
    ) throws(CodecError) -> (preview: EncodedImage?, thumbnail: EncodedImage?, damage: String?) {
        var request = RenderRequest()
        let side = max(options.previewSide, options.thumbnailSide)
        request.target = PixelSize(width: side, height: side)
        let turn = reader.containerTurn ?? OrientationTransform(orientation: facts.orientation)
        let geometry = try Geometry(request, size: reader.size, turn: turn)
        // A RAW file's own preview is what its camera meant; decoding the sensor's data is for files without one.
        if let colors = reader.bright {
            let picture = try planes(bright: reader, colors, geometry)
            var (preview, thumbnail) = try encoded(picture.image, picture.profile, options)
            if let bytes = preview?.bytes, let map = picture.map, let joined = UltraHDRFile.joined(bytes, map: map) { preview?.bytes = joined }
            return (preview, thumbnail, picture.damage)
        }
        let picture = try reader.picture(covering: geometry.wanted, allowsEmbedded: facts.kind == .rawImage)
        let window = geometry.window(in: picture.image.size, of: reader.size)
        var large = try picture.image.resampled(window, to: geometry.size, turn: turn, chroma: .halved).recodedForJPEG()
        var profile = reader.profile
        if large.chroma == nil, let grey = profile {
            // There is no wide grey: only another curve, which every viewer would have to know.
            large = try large.converted(from: grey)
            profile = nil
        }
        let (preview, thumbnail) = try encoded(large, profile, options)
        return (preview, thumbnail, picture.damage)
    }

    /// The colours of the small picture that a file carries beside its own, upright; `nil` where there is none, or none that can be read.
    private func embeddedColors(_ bytes: UnsafeRawBufferPointer, _ facts: MediaFacts) -> QuarterColors? {
        guard let range = facts.embeddedThumbnail, range.upperBound <= bytes.count,
            let reader = try? JPEGReader(UnsafeRawBufferPointer(rebasing: bytes[range]), limits: limits), max(reader.size.width, reader.size.height) <= 1_024,
            // An eighth of the usual 160 by 120 is enough for four colours.
            let picture = try? reader.decode(covering: PixelSize(width: 16, height: 12)), picture.damage == nil
        else { return nil }
        let size = picture.image.size, whole = Window(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        return (try? picture.image.resampled(whole, to: size, turn: OrientationTransform(orientation: facts.orientation), chroma: .halved).recodedForJPEG())?.quarters
    }

    /// The preview with the picture's gain map behind it, so that a bright screen shows it as bright as the picture. Without it where it can't be decoded.
    private func withGainMap(_ preview: EncodedImage?, _ bytes: UnsafeRawBufferPointer, _ facts: MediaFacts, _ reader: any PictureReader) -> EncodedImage? {
        guard var preview, let map = gainMap(bytes, facts, reader) else { return preview }
        let turn = reader.containerTurn ?? OrientationTransform(orientation: facts.orientation)
        let shown = ShownPicture(size: reader.size, turn: turn, request: RenderRequest(), result: PixelSize(width: preview.width, height: preview.height))
        if let map = try? encoded(map, shown), let joined = UltraHDRFile.joined(preview.bytes, map: map) { preview.bytes = joined }
        return preview
    }

    private func encoded(
        _ large: PlanarImage, _ profile: ColorProfile?, _ options: ExamineOptions
    ) throws(CodecError) -> (preview: EncodedImage?, thumbnail: EncodedImage?) {
        var preview: EncodedImage?, thumbnail: EncodedImage?
        if options.previewSide > 0 {
            let image = try large.reduced(to: options.previewSide)
            preview = try JPEGWriter.write(image, quality: Self.previewQuality, profile: profile?.bytes)
        }
        if options.thumbnailSide > 0 {
            var image = try large.reduced(to: options.thumbnailSide)
            if let profile { image = try image.converted(from: profile) }
            thumbnail = try JPEGWriter.write(image, quality: Self.thumbnailQuality)
            thumbnail?.quarters = image.quarters
        }
        return (preview, thumbnail)
    }
}

extension PlanarImage {
    /// Fitted into a square of this side; the same where it fits already.
    fileprivate func reduced(to side: Int) throws(CodecError) -> PlanarImage {
        guard max(size.width, size.height) > side else { return self }
        let target = try Geometry.size(of: size, target: PixelSize(width: side, height: side), mode: .fit)
        return try resampled(
            Window(x: 0, y: 0, width: Double(size.width), height: Double(size.height)), to: target, turn: .none, chroma: .halved)
    }

    /// The same picture in sRGB.
    fileprivate func converted(from profile: ColorProfile) throws(CodecError) -> PlanarImage {
        guard let subsampling else { return self }
        let pixels = try Plane(width: size.width * 4, height: size.height)
        try writeRGBA(to: pixels.samples, bytesPerRow: pixels.stride) { rows, count in
            profile.convertToSRGB(rows, width: size.width, height: count, bytesPerRow: pixels.stride)
        }
        return try PlanarImage(pixels: pixels.samples, size: size, bytesPerRow: pixels.stride, layout: .rgba, subsampling: subsampling)
    }
}

extension MediaFacts {
    /// Whether the content is something to look at.
    var isShown: Bool {
        switch kind {
        case .image, .rawImage, .video: true
        case .audio, .adjustment, .sidecar: false
        }
    }
}

extension CodecError {
    /// The same with the file's name in front, for messages that speak of content only.
    func naming(_ name: String) -> CodecError {
        message.contains(name) ? self : CodecError(code, "\(name): \(message)", cause: cause)
    }
}

import Glibc
import Metadata
import PhotoModel
import Pixels

extension Codec {
    /// Upright pixels of one file as the request describes them. Never enlarges.
    package func render(_ bytes: UnsafeRawBufferPointer, name: String, _ request: RenderRequest) throws(CodecError) -> PixelImage {
        var memory: UnsafeMutableRawBufferPointer?
        do throws(CodecError) {
            let layout = try render(bytes, name: name, request) { count throws(CodecError) in
                var base: UnsafeMutableRawPointer?
                // Vector code may write a little past the end.
                guard posix_memalign(&base, 64, count + 64) == 0, let base else {
                    throw CodecError(.tooLarge, "There is not enough memory for \(count) bytes of pixels.")
                }
                free(memory?.baseAddress)
                let fresh = UnsafeMutableRawBufferPointer(start: base, count: count)
                memory = fresh
                return fresh
            }
            guard let memory, memory.count >= layout.byteCount else { throw CodecError(.damaged, "The picture has no pixels.") }
            return PixelImage(layout, PixelBuffer(adopting: UnsafeMutableRawBufferPointer(rebasing: memory[..<layout.byteCount])))
        } catch {
            free(memory?.baseAddress)
            throw error
        }
    }

    /// The same into memory of the caller's, such as a segment shared with another process.
    ///
    /// - Parameter allocate: Called once, before the pixels are written, with the number of bytes needed; gives memory of at least that size
    ///   which stays valid until the call returns.
    package func render(
        _ bytes: UnsafeRawBufferPointer, name: String, _ request: RenderRequest,
        into allocate: (Int) throws(CodecError) -> UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> PixelLayout {
        if let range = request.frames { return try renderFrames(bytes, name: name, request, range, into: allocate) }
        let facts = try needed(bytes, name: name, request)
        do {
            let reader = try reader(bytes, facts: facts, time: request.time)
            let map = request.headroom != 1 && request.adjustments == nil ? gainMap(bytes, facts, reader) : nil
            var layout = try reader.withFallback { reader throws(CodecError) in
                try render(reader, map, facts, request, into: allocate)
            } marking: {
                $0.damage = $1
            }
            if request.carriesGainMap, layout.damage == nil { layout.gainMap = carriedMap(bytes, facts, reader, request, layout) }
            if request.carriesTags {
                let isHEIF = UniformTypes.conforms(facts.uniformType, to: UniformTypes.heifStandard)
                layout.exif = CarriedTags.block(bytes, isHEIF: isHEIF, size: PixelSize(width: layout.width, height: layout.height))
            }
            // Whether a film or a RAW file is whole is known by their structure, and does not show in one picture of them.
            if layout.damage == nil, facts.kind != .image { layout.damage = facts.damage }
            return layout
        } catch {
            throw error.naming(name)
        }
    }

    func render(
        _ reader: any PictureReader, _ facts: MediaFacts, _ request: RenderRequest,
        into allocate: (Int) throws(CodecError) -> UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> PixelLayout {
        let turn = turn(of: reader, facts, request)
        if let adjustments = request.adjustments { return try render(adjusted: reader, facts, request, adjustments, turn: turn, into: allocate) }
        let geometry = try Geometry(request, size: reader.size, turn: turn)
        if let colors = reader.bright { return try render(bright: reader, colors, geometry, request, into: allocate) }
        if let reader = reader as? VipsReader { return try reader.render(geometry, request, into: allocate) }
        return try render(reader, geometry, request, into: allocate)
    }

    /// - Parameter map: what makes the picture brighter.
    private func render(
        _ reader: any PictureReader, _ map: GainMapPicture?, _ facts: MediaFacts, _ request: RenderRequest,
        into allocate: (Int) throws(CodecError) -> UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> PixelLayout {
        guard let map else { return try render(reader, facts, request, into: allocate) }
        return try render(reader, brightenedBy: map, facts, request, turn: turn(of: reader, facts, request), into: allocate)
    }

    private func turn(of reader: any PictureReader, _ facts: MediaFacts, _ request: RenderRequest) -> OrientationTransform {
        request.orientation.map { OrientationTransform(orientation: $0) } ?? reader.containerTurn ?? OrientationTransform(orientation: facts.orientation)
    }

    /// The gain map as it goes with the pixels. One that can't be decoded stays behind: the picture is whole without it.
    private func carriedMap(
        _ bytes: UnsafeRawBufferPointer, _ facts: MediaFacts, _ reader: any PictureReader, _ request: RenderRequest, _ layout: PixelLayout
    ) -> [UInt8]? {
        let turn = turn(of: reader, facts, request), result = PixelSize(width: layout.width, height: layout.height)
        let shown = ShownPicture(size: reader.size, turn: turn, request: request, result: result)
        if let colors = reader.bright {
            let side = max(reader.size.width, reader.size.height) / 4
            guard request.headroom == 1, let map = try? gainMap(bright: reader, colors, turn: turn, longestSide: min(max(side, 256), Self.longestSide)) else { return nil }
            return try? encoded(map, shown)
        }
        return gainMap(bytes, facts, reader).flatMap { try? encoded($0, shown) }
    }

    /// What has to be known of a file before its pixels: often no more than its type, since reading all tags of a thumbnail takes as long as decoding it.
    private func needed(_ bytes: UnsafeRawBufferPointer, name: String, _ request: RenderRequest) throws(CodecError) -> MediaFacts {
        if let type = FileSniffer.sniff(bytes, name: name), type.kind == .image,
            request.orientation != nil || UniformTypes.conforms(type.uniformType, to: UniformTypes.heifStandard)
        {
            return MediaFacts(kind: type.kind, uniformType: type.uniformType)
        }
        var onlyFirstFrame = limits
        onlyFirstFrame.frames = 1
        return try FactsReader.read(bytes, name: name, limits: onlyFirstFrame)
    }

    private func render(
        _ reader: any PictureReader, _ geometry: Geometry, _ request: RenderRequest, into allocate: (Int) throws(CodecError) -> UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> PixelLayout {
        if let reader = reader as? JPEGReader, geometry.showsAllAsStored(of: reader.size) {
            var layout = PixelLayout(width: reader.size.width, height: reader.size.height, hasAlpha: false)
            let output = try allocated(layout, allocate)
            layout.damage = try reader.writeWhole(to: output, bytesPerRow: layout.bytesPerRow)
            layout.iccProfile = keepOrConvert(reader.profile, request, output, layout)
            return layout
        }
        if let picture = try reader.samples(covering: geometry.wanted, deep: request.format == .rgba16) {
            let upright = geometry.turn.apply(geometry.size)
            var layout = PixelLayout(
                width: upright.width, height: upright.height, format: picture.bits == 16 ? .rgba16 : .rgba8, hasAlpha: picture.hasAlpha,
                damage: picture.damage)
            let output = try allocated(layout, allocate)
            try VipsImage.samples(of: picture).write(geometry, of: reader.size, to: output)
            layout.iccProfile = keepOrConvert(reader.profile, request, output, layout)
            return layout
        }
        let picture = try reader.picture(covering: geometry.wanted, allowsEmbedded: request.allowsEmbeddedPreview && request.target != nil)
        let window = geometry.window(in: picture.image.size, of: reader.size)
        var size = geometry.size
        // Close enough costs no resampling: the decoder's own size, as long as it is at most twice what was asked for.
        if !request.exact, window.width <= 2 * Double(size.width), window.height <= 2 * Double(size.height) {
            size = PixelSize(width: max(size.width, Int(window.width.rounded())), height: max(size.height, Int(window.height.rounded())))
        }
        let image = try picture.image.resampled(window, to: size, turn: geometry.turn, chroma: .asAvailable).recodedForJPEG()
        var layout = PixelLayout(width: image.size.width, height: image.size.height, hasAlpha: false, damage: picture.damage)
        let output = try allocated(layout, allocate)
        let kept = reader.profile.flatMap { request.keeps($0) ? $0 : nil }, converted = kept == nil ? reader.profile : nil
        try image.writeRGBA(to: output, bytesPerRow: layout.bytesPerRow) { rows, count in
            converted?.convertToSRGB(rows, width: layout.width, height: count, bytesPerRow: layout.bytesPerRow)
        }
        layout.iccProfile = kept?.bytes
        return layout
    }
}

/// Memory from the caller, checked.
func allocated(_ layout: PixelLayout, _ allocate: (Int) throws(CodecError) -> UnsafeMutableRawBufferPointer) throws(CodecError) -> UnsafeMutableRawPointer {
    let output = try allocate(layout.byteCount)
    guard output.count >= layout.byteCount, let base = output.baseAddress else {
        throw CodecError(.invalidRequest, "The memory given for \(layout.width) × \(layout.height) pixels is too small.")
    }
    return base
}

/// Keeps a wide profile beside the pixels where that is wanted, else converts them to sRGB.
func keepOrConvert(_ profile: ColorProfile?, _ request: RenderRequest, _ pixels: UnsafeMutableRawPointer, _ layout: PixelLayout) -> [UInt8]? {
    guard let profile else { return nil }
    if request.keeps(profile) { return profile.bytes }
    switch layout.format {
    case .rgba8: profile.convertToSRGB(pixels, width: layout.width, height: layout.height, bytesPerRow: layout.bytesPerRow)
    case .rgba16: profile.convertDeepToSRGB(pixels, count: layout.width * layout.height)
    }
    return nil
}

extension RenderRequest {
    /// Whether the pixels stay in the picture's own colours.
    fileprivate func keeps(_ profile: ColorProfile) -> Bool { keepsWideGamut && !profile.isGrey }
}

import Adjustments
import Metadata
import Pixels

extension Codec {
    /// Upright pixels of a photo's edit. The picture is scaled while it is decoded, then sampled once where it is turned by less than a quarter, then
    /// coloured in its own primaries.
    ///
    /// - Parameter turn: what the file itself asks for.
    func render(
        adjusted reader: any PictureReader, _ facts: MediaFacts, _ request: RenderRequest, _ adjustments: PhotoAdjustments, turn: OrientationTransform,
        into allocate: (Int) throws(CodecError) -> UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> PixelLayout {
        do throws(AdjustmentError) { try adjustments.validate() } catch { throw CodecError(.invalidRequest, error.message) }
        let turned = turn.followed(by: OrientationTransform(orientation: adjustments.orientation)), frame = turned.apply(reader.size)
        let geometry = ResultGeometry(adjustments, frameWidth: frame.width, frameHeight: frame.height)
        let full = PixelSize(width: geometry.width, height: geometry.height)
        let size = try Geometry.size(of: full, target: request.target, mode: request.mode)
        var source = request
        (source.adjustments, source.orientation, source.exact) = (nil, turned.orientation, true)
        (source.keepsWideGamut, source.headroom) = (true, 1)
        // A RAW file's own preview is what its camera meant: where it has all pixels, an edit begins with it at any size.
        source.target = request.target ?? full
        let colors = ColorRecipe(adjustments)
        guard adjustments.isWarped else {
            let crop = adjustments.crop
            source.crop = crop == .all ? nil : UnitRect(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
            if colors.isNeutral {
                source.keepsWideGamut = request.keepsWideGamut
                return try render(reader, facts, source, into: allocate)
            }
            let picture = try AdjustedPicture(try decoded(reader, facts, source))
            return try finish(picture, colors, request, into: allocate)
        }
        let scale = Double(size.width) / Double(full.width)
        (source.mode, source.target) = (.fill, PixelSize(width: Self.scaled(frame.width, scale), height: Self.scaled(frame.height, scale)))
        let whole = try AdjustedPicture(try decoded(reader, facts, source))
        return try finish(try whole.projected(geometry, to: size), colors, request, into: allocate)
    }

    private static func scaled(_ pixels: Int, _ scale: Double) -> Int { max(1, Int((Double(pixels) * scale).rounded(.up))) }

    private func decoded(
        _ reader: any PictureReader, _ facts: MediaFacts, _ request: RenderRequest
    ) throws(CodecError) -> (PixelLayout, PixelMemory) {
        let memory = PixelMemory()
        let layout = try render(reader, facts, request) { count throws(CodecError) in try memory.allocate(count) }
        return (layout, memory)
    }

    private func finish(
        _ picture: AdjustedPicture, _ colors: ColorRecipe, _ request: RenderRequest, into allocate: (Int) throws(CodecError) -> UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> PixelLayout {
        var layout = picture.layout
        let output = try allocated(layout, allocate)
        try picture.colored(colors, into: output)
        layout.iccProfile = keepOrConvert(ColorProfile(layout.iccProfile ?? []), request, output, layout)
        return layout
    }
}

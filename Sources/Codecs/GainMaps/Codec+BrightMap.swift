import Glibc
import Metadata
import Pixels

extension Codec {
    /// A gain map for a picture for bright screens that is shown as for ordinary ones: by how much each part was darkened.
    /// - Parameter turn: what the file asks for; the map is upright.
    func gainMap(bright reader: any PictureReader, _ colors: BrightColors, turn: OrientationTransform, longestSide: Int) throws(CodecError) -> GainMapPicture? {
        var request = RenderRequest()
        request.target = PixelSize(width: longestSide, height: longestSide)
        return try reader.deepPixels(Geometry(request, size: reader.size, turn: turn)).gainMap(colors)
    }
}

extension DeepPixels {
    /// `nil` where nothing is darker than it was.
    func gainMap(_ colors: BrightColors) throws(CodecError) -> GainMapPicture? {
        let mapping = ToneMapping(colors, headroom: 1)
        var logarithms = [Float](repeating: 0, count: count)
        mapping.darkening(samples, count: count) { logarithms[$0] = log2f($1) }
        let most = logarithms.max() ?? 0
        // Less than a fiftieth of a stop, nobody sees.
        guard most > 0.02, let parameters = GainMapParameters(channels: [.init(maximum: Double(most), baseOffset: 0, alternateOffset: 0)], alternateHeadroom: Double(most))
        else { return nil }
        let plane = try Plane(width: size.width, height: size.height)
        for y in 0..<size.height {
            for x in 0..<size.width { plane.row(y)[x] = UInt8(clamping: Int((logarithms[y &* size.width &+ x] / most * 255).rounded())) }
        }
        return GainMapPicture(StillReader(DecodedPicture(image: PlanarImage(luma: plane)), profile: nil), parameters)
    }
}

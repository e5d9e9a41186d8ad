import Adjustments
import Pixels

/// Edits the colours of frames for bright screens: as they look on ordinary ones, and every pixel stays as many times brighter than that as it was. That is what becomes of a
/// photo that is edited, whose gain map says by how much.
struct BrightEditing {
    private let mapping: ToneMapping
    private let encoding: BrightEncoding
    /// Of sRGB's values.
    private static let light: [Float] = (0...65535).map { ColorRecipe.light(Float($0) / 65535) }

    init(_ colors: BrightColors) { (mapping, encoding) = (ToneMapping(colors, headroom: 1), BrightEncoding(colors)) }

    /// Changes the picture where it lies.
    /// - Parameter picture: of 16 bits a component, with the frame's own curve.
    func apply(_ recipe: ColorRecipe, to picture: AdjustedPicture) throws(CodecError) {
        let layout = picture.layout, count = layout.width * layout.height
        guard layout.format == .rgba16, let base = picture.pixels.bytes.baseAddress, picture.pixels.bytes.count >= layout.byteCount else {
            throw CodecError(.damaged, "The frame has no pixels.")
        }
        let samples = base.assumingMemoryBound(to: UInt16.self), ordinary = PixelMemory(), edited = PixelMemory()
        guard let standard = try ordinary.allocate(layout.byteCount).baseAddress?.assumingMemoryBound(to: UInt16.self),
            let result = try edited.allocate(layout.byteCount).baseAddress
        else { throw CodecError(.damaged, "The frame has no pixels.") }
        standard.update(from: samples, count: count * 4)
        mapping.toStandard(samples, count: count, keepsPrimaries: true) { standard[$0] = $1 }
        try AdjustedPicture((layout, ordinary)).colored(recipe, into: result)
        let shown = result.assumingMemoryBound(to: UInt16.self)
        Self.light.withUnsafeBufferPointer { light in
            // A pixel is read before its own is written, and no other is.
            mapping.darkening(samples, count: count) { pixel, factor in
                let at = pixel &* 4
                encoding.write(
                    (light[Int(shown[at])] * factor, light[Int(shown[at &+ 1])] * factor, light[Int(shown[at &+ 2])] * factor), to: samples + at)
            }
        }
        withExtendedLifetime((picture, ordinary, edited)) {}
    }
}

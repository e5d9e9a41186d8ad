import Adjustments
import CAdjusting
import Pixels

/// A decoded picture on its way through an edit, in primaries of its own and with sRGB's curve.
struct AdjustedPicture {
    let layout: PixelLayout
    private let memory: PixelMemory

    /// Pictures with another curve, or with a table for a profile, become Display P3: the formulas are about light, which only a curve tells.
    init(_ decoded: (layout: PixelLayout, memory: PixelMemory)) throws(CodecError) {
        var layout = decoded.layout
        if let profile = layout.iccProfile, !StandardCurve.isCurve(of: profile) {
            try ColorProfile.convertToDisplayP3(decoded.memory.bytes, layout, from: profile)
            layout.iccProfile = ColorProfile.displayP3
        }
        (self.layout, memory) = (layout, decoded.memory)
    }

    /// Rows without gaps.
    var pixels: PixelMemory { memory }

    private init(_ layout: PixelLayout, _ memory: PixelMemory) { (self.layout, self.memory) = (layout, memory) }

    private func base() throws(CodecError) -> UnsafeMutableRawPointer {
        guard let base = memory.bytes.baseAddress, memory.bytes.count >= layout.byteCount else { throw CodecError(.damaged, "The picture has no pixels.") }
        return base
    }

    /// Turned, leaned and cropped as the geometry says, in one sampling.
    func projected(_ geometry: ResultGeometry, to size: PixelSize) throws(CodecError) -> AdjustedPicture {
        var result = PixelLayout(width: size.width, height: size.height, format: layout.format, hasAlpha: layout.hasAlpha, damage: layout.damage)
        result.iccProfile = layout.iccProfile
        let target = PixelMemory(), source = try base()
        guard let output = try target.allocate(result.byteCount).baseAddress else { throw CodecError(.invalidRequest, "The picture has no pixels.") }
        let m = geometry.matrix, width = Double(layout.width), height = Double(layout.height)
        for row in 0..<size.height {
            let y = (Double(row) + 0.5) / Double(size.height), step = 1 / Double(size.width), x = step / 2
            let depth = m[6] * x + m[7] * y + m[8], more = m[6] * step
            // A pixel's centre is a whole number there, and half a pixel from the edge here.
            let across = (m[0] * x + m[1] * y + m[2]) * width - depth / 2, down = (m[3] * x + m[4] * y + m[5]) * height - depth / 2
            let line = [across, m[0] * step * width - more / 2, down, m[3] * step * height - more / 2, depth, more]
            switch layout.format {
            case .rgba8:
                cadjusting_project8(
                    source.assumingMemoryBound(to: UInt8.self), layout.width, layout.height, line, (output + row * result.bytesPerRow).assumingMemoryBound(to: UInt8.self),
                    size.width)
            case .rgba16:
                cadjusting_project16(
                    source.assumingMemoryBound(to: UInt16.self), layout.width, layout.height, line, (output + row * result.bytesPerRow).assumingMemoryBound(to: UInt16.self),
                    size.width)
            }
        }
        return AdjustedPicture(result, target)
    }

    /// Writes the pixels with their new colours.
    func colored(_ recipe: ColorRecipe, into output: UnsafeMutableRawPointer) throws(CodecError) {
        let source = try base(), rows = layout.bytesPerRow
        let sharpening = try recipe.sharpness > 0 ? Sharpening(layout, recipe.sharpness) : nil
        CurveTables(recipe).withColors { colors in
            var colors = colors
            for y in 0..<layout.height {
                let detail = sharpening?.detail(ofRow: y, in: source), width = layout.width
                let place = cadjusting_place(x: 1 / Float(width) - 1, step: 2 / Float(width), y: (2 * Float(y) + 1) / Float(layout.height) - 1)
                let from = source + y * rows, to = output + y * rows
                switch layout.format {
                case .rgba8: cadjusting_row8(from.assumingMemoryBound(to: UInt8.self), to.assumingMemoryBound(to: UInt8.self), width, detail, &colors, place)
                case .rgba16: cadjusting_row16(from.assumingMemoryBound(to: UInt16.self), to.assumingMemoryBound(to: UInt16.self), width, detail, &colors, place)
                }
            }
        }
    }
}

/// The channels' curves as the loops read them.
private struct CurveTables {
    private let recipe: ColorRecipe
    private let curves: [Float]
    private let bytes: [Float]

    init(_ recipe: ColorRecipe) {
        self.recipe = recipe
        let steps = Int(ADJUSTING_STEPS)
        curves = (0..<3).flatMap { channel in (0...steps + 1).map { recipe.value(min(Float($0) / Float(steps), 1), channel: channel) } }
        bytes = (0..<3).flatMap { channel in (0..<256).map { recipe.value(Float($0) / 255, channel: channel) } }
    }

    func withColors(_ body: (cadjusting_colors) -> Void) {
        curves.withUnsafeBufferPointer { curves in
            bytes.withUnsafeBufferPointer { bytes in
                var colors = cadjusting_colors()
                (colors.curves, colors.byte_curves) = (curves.baseAddress, bytes.baseAddress)
                let m = recipe.matrix
                colors.matrix = (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8])
                (colors.contrast, colors.lift, colors.vignette) = (recipe.contrast, recipe.lift, recipe.vignette)
                body(colors)
            }
        }
    }
}

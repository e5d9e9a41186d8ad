import CTurboJPEG
import Pixels

extension PlanarImage {
    /// Writes opaque `R G B A` rows. The image must be in JPEG's coding and of a resolution TurboJPEG has a name for.
    ///
    /// - Parameter finish: gets some rows at a time, the first one's address and their number, while they are in the processor's cache.
    func writeRGBA(
        to output: UnsafeMutableRawPointer, bytesPerRow: Int, then finish: (UnsafeMutableRawPointer, Int) -> Void = { _, _ in }
    ) throws(CodecError) {
        guard let subsampling, coding == .jpeg else {
            throw CodecError(.invalidRequest, "The planes are not in a form that can be converted to pixels.")
        }
        let handle = try TurboHandle(.decompress)
        // A multiple of what chroma samples cover.
        let strip = 16
        for top in stride(from: 0, to: size.height, by: strip) {
            let count = min(strip, size.height - top), rows = output + top * bytesPerRow
            let result = withPlanes(from: top) { planes, strides in
                planes.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 3) { planes in
                    tjDecodeYUVPlanes(
                        handle.raw, planes, strides, CInt(subsampling.rawValue), rows.assumingMemoryBound(to: UInt8.self), CInt(size.width),
                        CInt(bytesPerRow), CInt(count), CInt(TJPF_RGBA.rawValue), 0)
                }
            }
            _ = try handle.outcome(result, "Converting planes to pixels")
            finish(rows, count)
        }
    }

    /// Planes of pixels in rows, of which `layout` says the order; alpha is ignored.
    init(pixels: UnsafeRawPointer, size: PixelSize, bytesPerRow: Int, layout: TJPF, subsampling: TJSAMP) throws(CodecError) {
        try self.init(size: size, subsampling: subsampling)
        try fill(rows: pixels, count: size.height, bytesPerRow: bytesPerRow, layout: layout, from: 0)
    }

    /// Converts `count` rows into the planes from row `top` on, which must be a multiple of the chroma step.
    func fill(rows pixels: UnsafeRawPointer, count: Int, bytesPerRow: Int, layout: TJPF, from top: Int) throws(CodecError) {
        guard let subsampling else { throw CodecError(.invalidRequest, "The planes are not in a form that pixels can be converted to.") }
        let handle = try TurboHandle(.compress)
        let result = withPlanes(from: top) { planes, strides in
            tjEncodeYUVPlanes(
                handle.raw, pixels.assumingMemoryBound(to: UInt8.self), CInt(size.width), CInt(bytesPerRow), CInt(count), CInt(layout.rawValue), planes,
                strides, CInt(subsampling.rawValue), 0)
        }
        guard result == 0 else { throw CodecError(.tooLarge, "Converting pixels to planes failed.", cause: handle.message) }
    }
}

import CTurboJPEG
import Pixels

/// Writes JPEGs, from planes without leaving their colour space, or from pixels.
enum JPEGWriter {
    /// `image` must be in JPEG's coding.
    static func write(_ image: PlanarImage, quality: Int, profile: [UInt8]? = nil) throws(CodecError) -> EncodedImage {
        guard let subsampling = image.subsampling else {
            throw CodecError(.invalidRequest, "There is no JPEG with \(image.chromaStep.x) × \(image.chromaStep.y) luma samples to a chroma sample.")
        }
        image.completeChromaBlocks()
        let handle = try TurboHandle(.compress)
        var buffer: UnsafeMutablePointer<UInt8>?
        var length: CUnsignedLong = 0
        defer { tjFree(buffer) }
        let result = image.withPlanes { planes, strides in
            planes.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 3) { planes in
                tjCompressFromYUVPlanes(
                    handle.raw, planes, CInt(image.size.width), strides, CInt(image.size.height), CInt(subsampling.rawValue), &buffer, &length,
                    CInt(quality), 0)
            }
        }
        return try finish(handle, result, buffer, length, size: image.size, profile: profile)
    }

    /// `pixels` are RGBA rows; alpha is ignored.
    static func write(rgba pixels: UnsafePointer<UInt8>, size: PixelSize, bytesPerRow: Int, quality: Int, profile: [UInt8]?) throws(CodecError) -> EncodedImage {
        let handle = try TurboHandle(.compress)
        var buffer: UnsafeMutablePointer<UInt8>?
        var length: CUnsignedLong = 0
        defer { tjFree(buffer) }
        let result = tjCompress2(
            handle.raw, pixels, CInt(size.width), CInt(bytesPerRow), CInt(size.height), CInt(TJPF_RGBX.rawValue), &buffer, &length,
            CInt(TJSAMP_420.rawValue), CInt(quality), 0)
        return try finish(handle, result, buffer, length, size: size, profile: profile)
    }

    private static func finish(
        _ handle: TurboHandle, _ result: CInt, _ buffer: UnsafeMutablePointer<UInt8>?, _ length: CUnsignedLong, size: PixelSize, profile: [UInt8]?
    ) throws(CodecError) -> EncodedImage {
        guard result == 0, let buffer else {
            throw CodecError(.invalidRequest, "A picture of \(size.width) × \(size.height) pixels cannot be written as JPEG.", cause: handle.message)
        }
        let bytes = Array(UnsafeBufferPointer(start: buffer, count: Int(length)))
        return EncodedImage(bytes: profile.map { JPEGMarkers.inserting($0, into: bytes) } ?? bytes, width: size.width, height: size.height)
    }
}

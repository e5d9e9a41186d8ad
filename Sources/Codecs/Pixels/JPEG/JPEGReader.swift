import CTurboJPEG
import Pixels

/// A JPEG's header, and its pixels at the smallest scale that serves.
struct JPEGReader: PictureReader {
    let size: PixelSize
    let profile: ColorProfile?
    private let bytes: UnsafeRawBufferPointer
    private let subsampling: TJSAMP
    /// The one that read the header.
    private let handle: TurboHandle

    /// Reads the header. `nil` where the colours are stored in a way that libjpeg-turbo does not give as planes (CMYK, RGB, odd
    /// sampling factors): those go another way. `bytes` must outlive the reader.
    init?(_ bytes: UnsafeRawBufferPointer, limits: DecodingLimits) throws(CodecError) {
        let first = try TurboHandle(.decompress)
        var width: CInt = 0, height: CInt = 0, subsampling: CInt = -1, colors: CInt = -1
        let result = tjDecompressHeader3(
            first.raw, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CUnsignedLong(bytes.count), &width, &height, &subsampling, &colors)
        if result != 0, width <= 0 || height <= 0 || subsampling < 0 {
            if width > 0, height > 0 || first.message.contains("subsampling") { return nil }
            throw CodecError(.damaged, "The JPEG header cannot be read. The file is damaged; try another copy of it.", cause: first.message)
        }
        guard colors == CInt(TJCS_YCbCr.rawValue) || colors == CInt(TJCS_GRAY.rawValue) else { return nil }
        handle = result == 0 ? first : try TurboHandle(.decompress)
        size = PixelSize(width: Int(width), height: Int(height))
        try limits.check(size)
        self.bytes = bytes
        self.subsampling = colors == CInt(TJCS_GRAY.rawValue) ? TJSAMP_GRAY : TJSAMP(UInt32(subsampling))
        profile = ColorProfile(JPEGMarkers.iccProfile(in: bytes), grey: self.subsampling == TJSAMP_GRAY)
    }

    func decode(covering wanted: PixelSize) throws(CodecError) -> DecodedPicture {
        let scaled = Self.scaledSize(of: size, covering: wanted)
        let image = try PlanarImage(size: scaled, subsampling: subsampling)
        let result = image.withPlanes { planes, strides in
            tjDecompressToYUVPlanes(
                handle.raw, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CUnsignedLong(bytes.count), planes, CInt(scaled.width), strides,
                CInt(scaled.height), TJFLAG_LIMITSCANS)
        }
        let damage = try handle.outcome(result, "Decoding the JPEG")
        return DecodedPicture(image: image, damage: damage)
    }

    /// Writes the whole picture as it is stored into RGBA rows, without planes in between. Gives the damage, if any.
    func writeWhole(to output: UnsafeMutableRawPointer, bytesPerRow: Int) throws(CodecError) -> String? {
        let result = tjDecompress2(
            handle.raw, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CUnsignedLong(bytes.count), output.assumingMemoryBound(to: UInt8.self),
            CInt(size.width), CInt(bytesPerRow), CInt(size.height), CInt(TJPF_RGBA.rawValue), TJFLAG_LIMITSCANS)
        return try handle.outcome(result, "Decoding the JPEG")
    }

    /// The smallest size among eighths that have a fast inverse DCT which is not smaller than `wanted`.
    static func scaledSize(of size: PixelSize, covering wanted: PixelSize) -> PixelSize {
        for eighths in [1, 2, 4] {
            let scaled = PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
            if scaled.width >= wanted.width, scaled.height >= wanted.height { return scaled }
        }
        return size
    }
}

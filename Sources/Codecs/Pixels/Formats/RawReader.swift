import CRaw
import Pixels

/// A camera's RAW file: the preview its camera stored where that is large enough, else the sensor's data developed.
struct RawReader: PictureReader {
    let size: PixelSize
    var profile: ColorProfile? { nil }
    private let bytes: UnsafeRawBufferPointer
    private let limits: DecodingLimits
    /// For the preview; developing changes what an open file says of itself, and opens its own.
    private let file: RawFile

    /// Reads the header. `bytes` must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer, limits: DecodingLimits) throws(CodecError) {
        file = try RawFile(bytes)
        size = file.size
        try limits.check(size)
        (self.bytes, self.limits) = (bytes, limits)
    }

    func embeddedPreview(covering wanted: PixelSize) throws(CodecError) -> DecodedPicture? {
        // A camera's preview may be a few pixels smaller than the sensor's visible area.
        guard let picture = file.preview() else { return nil }
        defer { picture.release() }
        guard let jpeg = picture.jpeg else { return try suits(picture.size, wanted) ? picture.planes(limits: limits) : nil }
        guard let reader = try? JPEGReader(jpeg, limits: limits), suits(reader.size, wanted) else { return nil }
        return try? reader.decode(covering: wanted)
    }

    func decode(covering wanted: PixelSize) throws(CodecError) -> DecodedPicture {
        let (picture, damage) = try developed(half: isHalfEnough(wanted), bits: 8)
        defer { picture.release() }
        var result = try picture.planes(limits: limits)
        result.damage = damage
        return result
    }

    /// The sensor has more bits than a preview or planes.
    func samples(covering wanted: PixelSize, deep: Bool) throws(CodecError) -> SamplePicture? {
        guard deep else { return nil }
        let (picture, damage) = try developed(half: isHalfEnough(wanted), bits: 16)
        let result = try picture.samples(limits: limits)
        result.damage = damage
        return result
    }

    /// The preview at whatever size it has.
    func fallbackPictures() -> [FallbackPicture] {
        // LibRaw reads the preview of an open file once.
        guard let preview = (try? RawFile(bytes))?.preview() else { return [] }
        defer { preview.release() }
        guard let reader = try? StillReader(preview, limits: limits) else { return [] }
        return [FallbackPicture(reader: reader, reason: "its sensor's data is broken, only the preview that its camera stored can be shown")]
    }

    /// Torn data is for files without a preview: LibRaw makes something of what is not there.
    private func developed(half: Bool, bits: Int) throws(CodecError) -> (picture: RawPicture, damage: String?) {
        let file = try RawFile(bytes), picture = try file.developed(half: half, bits: bits)
        guard file.isTorn else { return (picture, nil) }
        guard fallbackPictures().isEmpty else {
            picture.release()
            throw CodecError(.damaged, "A part of the RAW file's sensor data is broken. The file is damaged; try another copy of it.")
        }
        return (picture, "a part of its sensor's data is broken")
    }

    /// Two samples of the sensor make one pixel on each axis, so at half the size nothing has to be guessed.
    private func isHalfEnough(_ wanted: PixelSize) -> Bool { wanted.width <= size.width / 2 && wanted.height <= size.height / 2 }

    private func suits(_ preview: PixelSize, _ wanted: PixelSize) -> Bool {
        let shape = Double(preview.width) / Double(preview.height) * Double(size.height) / Double(size.width)
        return preview.width >= min(wanted.width, size.width * 98 / 100) && preview.height >= min(wanted.height, size.height * 98 / 100)
            && abs(shape - 1) < 0.02
    }
}

/// An open RAW file, closed with its owner.
private final class RawFile {
    private let raw: OpaquePointer?

    init(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
        var raw: OpaquePointer?
        let code = craw_open(bytes.baseAddress, bytes.count, &raw)
        guard code == 0, raw != nil else {
            craw_close(raw)
            throw Self.failure(code)
        }
        self.raw = raw
    }

    deinit { craw_close(raw) }

    var size: PixelSize { PixelSize(width: Int(craw_width(raw)), height: Int(craw_height(raw))) }

    /// `nil` where there is none that can be read.
    func preview() -> RawPicture? {
        var picture = craw_picture()
        return craw_preview(raw, &picture) == 0 ? RawPicture(raw: picture) : nil
    }

    func developed(half: Bool, bits: Int) throws(CodecError) -> RawPicture {
        var picture = craw_picture()
        let code = craw_develop(raw, half ? 1 : 0, CInt(bits), &picture)
        guard code == 0 else { throw Self.failure(code) }
        return RawPicture(raw: picture)
    }

    /// Whether what was developed has holes.
    var isTorn: Bool { craw_is_torn(raw) != 0 }

    private static func failure(_ code: CInt) -> CodecError {
        let cause = craw_text(code).map { String(cString: $0) }
        if craw_is_unsupported(code) != 0 {
            return CodecError(.unsupported, "The installed LibRaw cannot develop this camera's RAW files.", cause: cause)
        }
        return CodecError(.damaged, "Reading the RAW file failed. The file is probably damaged; try another copy of it.", cause: cause)
    }
}

/// Memory of LibRaw's with a JPEG or RGB pixels in it, to be released.
private struct RawPicture {
    let raw: craw_picture

    var size: PixelSize { PixelSize(width: Int(raw.width), height: Int(raw.height)) }
    var jpeg: UnsafeRawBufferPointer? { raw.is_jpeg != 0 ? UnsafeRawBufferPointer(start: raw.bytes, count: raw.length) : nil }

    func planes(limits: DecodingLimits) throws(CodecError) -> DecodedPicture {
        try limits.check(size)
        guard raw.is_jpeg == 0, let bytes = raw.bytes, raw.length >= size.width * size.height * 3 else {
            throw CodecError(.damaged, "The RAW file does not develop to pixels.")
        }
        return DecodedPicture(image: try PlanarImage(pixels: bytes, size: size, bytesPerRow: size.width * 3, layout: .rgb, subsampling: .full), damage: nil)
    }

    /// Takes the picture over.
    func samples(limits: DecodingLimits) throws(CodecError) -> SamplePicture {
        do throws(CodecError) { try limits.check(size) } catch {
            release()
            throw error
        }
        guard let bytes = raw.bytes else { throw CodecError(.damaged, "The RAW file does not develop to pixels.") }
        return SamplePicture(bytes, size: size, hasAlpha: false, bits: Int(raw.bits)) { release() }
    }

    func release() {
        var picture = raw
        craw_release(&picture)
    }
}

extension StillReader {
    /// A camera's preview, which lies the way the sensor's data does.
    fileprivate init(_ preview: RawPicture, limits: DecodingLimits) throws(CodecError) {
        if let jpeg = preview.jpeg {
            guard let reader = try JPEGReader(jpeg, limits: limits) else { throw CodecError(.unsupported, "The RAW file's preview is of an odd kind.") }
            self.init(try reader.decode(covering: reader.size), profile: reader.profile)
        } else {
            self.init(try preview.planes(limits: limits), profile: nil)
        }
    }
}

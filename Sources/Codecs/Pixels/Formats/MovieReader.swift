import CMedia
import Glibc
import Pixels

/// A still of a film, or a BMP picture.
struct MovieReader: PictureReader {
    let size: PixelSize
    /// Known once a frame is decoded.
    var profile: ColorProfile? { ColorProfile(movie.profile) }
    let containerTurn: OrientationTransform?
    /// What the frame says, which is decoded for it; one that can't be will say so when it is asked for.
    var bright: BrightColors? { try? movie.bright(at: time, limits: limits) }
    private let movie: Movie
    private let time: Double
    private let limits: DecodingLimits

    /// Reads the headers. `bytes` must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer, time: Double, limits: DecodingLimits) throws(CodecError) {
        movie = try Movie(bytes, isBitmap: false, limits: limits)
        size = movie.size
        try limits.check(size)
        containerTurn = nil
        (self.time, self.limits) = (time, limits)
    }

    init(bitmap bytes: UnsafeRawBufferPointer, limits: DecodingLimits) throws(CodecError) {
        movie = try Movie(bytes, isBitmap: true, limits: limits)
        size = movie.size
        try limits.check(size)
        containerTurn = OrientationTransform.none
        (time, self.limits) = (0, limits)
    }

    func decode(covering wanted: PixelSize) throws(CodecError) -> DecodedPicture {
        DecodedPicture(image: try movie.still(at: time, limits: limits), damage: damage)
    }

    /// Of what has been decoded.
    private var damage: String? {
        guard movie.isTorn else { return nil }
        return containerTurn == nil ? "some of its frames can't be decoded" : "its end is missing"
    }

    func samples(covering wanted: PixelSize, deep: Bool) throws(CodecError) -> SamplePicture? {
        guard deep, bright != nil else { return nil }
        let picture = try movie.samples(at: time, limits: limits)
        picture.damage = damage
        return picture
    }
}

/// An open film, closed with its owner.
private final class Movie {
    private let raw: OpaquePointer?
    /// Of the last frame's primaries; films have the same curve everywhere, near enough to sRGB's to be shown as that.
    private(set) var profile: [UInt8] = []
    private var decoded: cmedia_frame?

    init(_ bytes: UnsafeRawBufferPointer, isBitmap: Bool, limits: DecodingLimits) throws(CodecError) {
        var raw: OpaquePointer?
        var text = [CChar](repeating: 0, count: 256)
        let result =
            isBitmap
            ? cmedia_reader_open_bitmap(bytes.baseAddress, bytes.count, Int64(limits.pixels), &raw, &text, text.count)
            : cmedia_reader_open(bytes.baseAddress, bytes.count, Int64(limits.pixels), &raw, &text, text.count)
        guard result == CInt(cmedia_ok) else {
            cmedia_reader_close(raw)
            throw Self.failure(result, text)
        }
        self.raw = raw
    }

    deinit { cmedia_reader_close(raw) }

    /// Whether something had to be passed over for the frame.
    var isTorn: Bool { decoded?.is_torn ?? 0 != 0 }

    var size: PixelSize { PixelSize(width: Int(cmedia_reader_width(raw)), height: Int(cmedia_reader_height(raw))) }

    /// The frame shown at `time`; one movie is asked for one moment only.
    private func frame(at time: Double, limits: DecodingLimits) throws(CodecError) -> cmedia_frame {
        if let decoded { return decoded }
        var frame = cmedia_frame()
        var text = [CChar](repeating: 0, count: 256)
        let result = cmedia_reader_still(raw, time.isFinite ? time : 0, &frame, &text, text.count)
        guard result == CInt(cmedia_ok) else { throw Self.failure(result, text) }
        try limits.check(PixelSize(width: Int(frame.width), height: Int(frame.height)))
        profile = ColorProfile.primaries(Int(frame.primaries))
        decoded = frame
        return frame
    }

    /// Of films with more than 8 bits: fewer can't hold what a bright screen is for.
    func bright(at time: Double, limits: DecodingLimits) throws(CodecError) -> BrightColors? {
        let frame = try frame(at: time, limits: limits)
        return frame.deep != 0 ? BrightColors(primaries: Int(frame.primaries), transfer: Int(frame.transfer)) : nil
    }

    func samples(at time: Double, limits: DecodingLimits) throws(CodecError) -> SamplePicture {
        let frame = try frame(at: time, limits: limits)
        let size = PixelSize(width: Int(frame.width), height: Int(frame.height)), memory = malloc(size.width * size.height * 6)
        var text = [CChar](repeating: 0, count: 256)
        guard let memory else { throw Self.failure(CInt(cmedia_no_memory), text) }
        let picture = SamplePicture(memory, size: size, hasAlpha: false, bits: 16) { free(memory) }
        let result = cmedia_reader_deep(raw, memory.assumingMemoryBound(to: UInt16.self), &text, text.count)
        guard result == CInt(cmedia_ok) else { throw Self.failure(result, text) }
        return picture
    }

    func still(at time: Double, limits: DecodingLimits) throws(CodecError) -> PlanarImage {
        try PlanarImage(try frame(at: time, limits: limits))
    }

    private static func failure(_ result: CInt, _ text: [CChar]) -> CodecError {
        let cause = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        switch Int(result) {
        case cmedia_unsupported: return CodecError(.unsupported, "No installed decoder can show this film.", cause: cause)
        case cmedia_no_memory, cmedia_too_large:
            return CodecError(.tooLarge, "There is not enough memory to show this film.", cause: cause)
        default: return CodecError(.damaged, "Decoding the film failed. The file is probably damaged; try another copy of it.", cause: cause)
        }
    }
}

extension PlanarImage {
    /// A copy of a film's frame.
    init(_ frame: cmedia_frame) throws(CodecError) {
        let size = PixelSize(width: Int(frame.width), height: Int(frame.height))
        func plane(_ samples: UnsafePointer<UInt8>?, _ stride: CInt, _ size: PixelSize) throws(CodecError) -> Plane {
            guard let samples, Int(stride) >= size.width else { throw CodecError(.damaged, "The frame has no pixels.") }
            let plane = try Plane(width: size.width, height: size.height)
            plane.copyRows(from: samples, stride: Int(stride))
            return plane
        }
        self.init(luma: try plane(frame.planes.0, frame.strides.0, size))
        chromaStep = (Int(frame.step_x), Int(frame.step_y))
        let chromaSize = PlanarImage.chromaSize(size, step: chromaStep)
        chroma = (try plane(frame.planes.1, frame.strides.1, chromaSize), try plane(frame.planes.2, frame.strides.2, chromaSize))
        coding = ColorCoding(matrix: Int(frame.matrix), isFullRange: frame.full_range != 0)
    }
}

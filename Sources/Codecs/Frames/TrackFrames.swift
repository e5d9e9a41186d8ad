import CMedia
import Glibc
import Metadata
import Pixels

/// The frames of an animated PNG, or of the image sequence in a HEIF or AVIF, which libavcodec decodes.
final class TrackFrames: FrameSource {
    let size: PixelSize
    let hasAlpha: Bool
    private(set) var profile: ColorProfile?
    let containerTurn: OrientationTransform?
    let count: Int

    /// Of a PNG, whose frames are no luma and chroma; sequences say it of each picture.
    private let delays: [Int]?
    private let raw: OpaquePointer?
    /// The track with the alpha of the pictures.
    private let alpha: OpaquePointer?
    private let limits: DecodingLimits
    private var number = 0

    /// A PNG that is animated. `bytes` must outlive the source.
    init(_ bytes: UnsafeRawBufferPointer, png: VipsReader, hasAlpha: Bool, _ timing: AnimationTiming, limits: DecodingLimits) throws(CodecError) {
        (raw, alpha) = (try Self.open(bytes, limits, track: 0), nil)
        (size, profile, containerTurn, self.limits) = (png.size, png.profile, nil, limits)
        (self.hasAlpha, count, delays) = (hasAlpha, timing.delays.count, timing.delays)
    }

    /// An image sequence of so many pictures.
    init(_ bytes: UnsafeRawBufferPointer, sequence count: Int, limits: DecodingLimits) throws(CodecError) {
        let raw = try Self.open(bytes, limits, track: 0)
        self.raw = raw
        do throws(CodecError) {
            alpha = if let track = QuickTimeTracks(bytes).alphaTrack { try Self.open(bytes, limits, track: track) } else { nil }
        } catch {
            cmedia_reader_close(raw)
            throw error
        }
        size = PixelSize(width: Int(cmedia_reader_width(raw)), height: Int(cmedia_reader_height(raw)))
        containerTurn =
            switch cmedia_reader_turn(raw) {
            case 90: OrientationTransform(orientation: 6)
            case 180: OrientationTransform(orientation: 3)
            case 270: OrientationTransform(orientation: 8)
            default: OrientationTransform.none
            }
        (hasAlpha, self.count, delays, self.limits) = (alpha != nil, count, nil, limits)
        try limits.check(size)
    }

    deinit {
        cmedia_reader_close(raw)
        cmedia_reader_close(alpha)
    }

    /// Pictures are made of the ones before, so those are decoded too.
    func begin(at first: Int, count: Int) throws(CodecError) {
        while number < first {
            guard try advance() != nil else { throw CodecError(.damaged, "The animation ends before its frame \(first + 1).") }
        }
    }

    func next() throws(CodecError) -> AnimationFrame? {
        guard let milliseconds = try advance() else { return nil }
        if let delays {
            return AnimationFrame(picture: .samples(try samples()), milliseconds: delays[min(number, count) - 1])
        }
        let frame = try frame(of: raw)
        if frame.deep != 0, BrightColors(primaries: Int(frame.primaries), transfer: Int(frame.transfer)) != nil { throw Codec.brightAnimation }
        profile = ColorProfile(ColorProfile.primaries(Int(frame.primaries)))
        let planes = try PlanarImage(frame)
        let cover: PlanarImage? = if let alpha { try PlanarImage(try self.frame(of: alpha)) } else { nil }
        return AnimationFrame(picture: .planes(planes, alpha: cover), milliseconds: milliseconds)
    }

    /// Decodes one more; `nil` at the end, else how long it shows.
    private func advance() throws(CodecError) -> Int? {
        guard let milliseconds = try Self.advance(raw) else { return nil }
        if let alpha { guard try Self.advance(alpha) != nil else { return nil } }
        number += 1
        return milliseconds
    }

    private static func advance(_ raw: OpaquePointer?) throws(CodecError) -> Int? {
        var milliseconds: Int64 = 0, text = text
        let result = cmedia_reader_next(raw, &milliseconds, &text, text.count)
        if result == CInt(cmedia_end) { return nil }
        try check(result, text)
        return Int(clamping: milliseconds)
    }

    /// What was decoded last, which must have the size of the first.
    private func frame(of raw: OpaquePointer?) throws(CodecError) -> cmedia_frame {
        var frame = cmedia_frame(), text = Self.text
        try Self.check(cmedia_reader_describe(raw, &frame, &text, text.count), text)
        guard Int(frame.width) == size.width, Int(frame.height) == size.height else {
            throw CodecError(.damaged, "A frame has another size than the first.")
        }
        return frame
    }

    private func samples() throws(CodecError) -> SamplePicture {
        guard let memory = malloc(size.width * size.height * 4) else { throw CodecError(.tooLarge, "There is not enough memory for a frame.") }
        let picture = SamplePicture(memory, size: size, hasAlpha: true, bits: 8) { free(memory) }
        var text = Self.text
        let pixels = memory.assumingMemoryBound(to: UInt8.self)
        try Self.check(cmedia_reader_rgba(raw, pixels, CInt(size.width), CInt(size.height), &text, text.count), text)
        return picture
    }

    private static var text: [CChar] { [CChar](repeating: 0, count: 256) }

    private static func open(_ bytes: UnsafeRawBufferPointer, _ limits: DecodingLimits, track: Int) throws(CodecError) -> OpaquePointer? {
        var raw: OpaquePointer?, text = text
        let result = cmedia_reader_open_frames(bytes.baseAddress, bytes.count, Int64(limits.pixels), CInt(clamping: track), &raw, &text, text.count)
        do { try check(result, text) } catch {
            cmedia_reader_close(raw)
            throw error
        }
        return raw
    }

    private static func check(_ result: CInt, _ text: [CChar]) throws(CodecError) {
        let cause = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        switch Int(result) {
        case cmedia_ok: return
        case cmedia_unsupported: throw CodecError(.unsupported, "No installed decoder can show this animation.", cause: cause)
        case cmedia_no_memory, cmedia_too_large: throw CodecError(.tooLarge, "There is not enough memory to show this animation.", cause: cause)
        default: throw CodecError(.damaged, "Decoding a frame failed. The file is probably damaged; try another copy of it.", cause: cause)
        }
    }
}

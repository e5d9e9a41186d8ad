import CMedia
import Glibc
import Pixels

extension Codec {
    /// Makes a film of another one; what it consists of goes to `sink`, on this thread.
    ///
    /// - Throws: `CodecError`; `.cancelled` where the sink gave up.
    package func transcode(_ bytes: UnsafeRawBufferPointer, name: String, _ request: TranscodeRequest, to sink: some TranscodeSink) throws(CodecError) {
        var text = [CChar](repeating: 0, count: 256), film = cmedia_transcoder_film(), raw: OpaquePointer?
        let speed = request.speed
        // They are read until the film is closed.
        let said = request.statements.texts.mapValues { strdup($0) }
        defer { for text in said.values { free(text) } }
        let holes = request.fillsHoles ? Holes(sink) : nil
        // Whoever closes the film is done with them.
        defer { withExtendedLifetime(holes) {} }
        let opened = speed.withCString { speed in
            var options = cmedia_transcoder_options(request, limits, speed: speed)
            if let holes { (options.need, options.need_context) = (Holes.need, Unmanaged.passUnretained(holes).toOpaque()) }
            withUnsafeMutableBytes(of: &options.said) { places in
                let places = places.bindMemory(to: UnsafePointer<CChar>?.self)
                for (place, text) in said { places[place] = text.map { UnsafePointer($0) } }
            }
            return cmedia_transcoder_open(bytes.baseAddress, bytes.count, &options, &raw, &film, &text, text.count)
        }
        defer { cmedia_transcoder_close(raw) }
        guard opened == CInt(cmedia_ok) else { throw Self.failure(opened, text, name, request) }
        let tones = film.transfer > 0 ? ToneCube.values(for: film) : nil
        let bright = BrightColors(primaries: Int(film.primaries), transfer: Int(film.transfer))
        let profile = tones == nil ? ColorProfile.primaries(Int(film.primaries)) : []
        let editing = request.edits ? FrameEditing(request.adjustments, sink, profile: profile, bright: bright) : nil
        let relay = Relay(sink, editing)
        let result = withExtendedLifetime(relay) {
            let context = Unmanaged.passUnretained(relay).toOpaque()
            return cmedia_transcoder_run(raw, tones, editing == nil ? nil : Relay.edit, Relay.write, Relay.tell, context, &text, text.count)
        }
        if let failure = editing?.failure { throw failure }
        guard result == CInt(cmedia_ok) else { throw Self.failure(result, text, name, request) }
    }

    private static func failure(_ result: CInt, _ text: [CChar], _ name: String, _ request: TranscodeRequest) -> CodecError {
        let cause = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        switch Int(result) {
        case cmedia_transcoder_stopped: return CodecError(.cancelled, "“\(name)” was not encoded to its end, since that was cancelled")
        case cmedia_transcoder_absent:
            let what = request.picture == .none ? "no sound" : "no picture"
            return CodecError(.unsupported, "“\(name)” has \(what) that could be encoded")
        case cmedia_transcoder_unfit:
            let container = request.container == .quickTime ? "a QuickTime movie" : "an MPEG-4 file"
            return CodecError(.unsupported, "what “\(name)” consists of can't be copied into \(container): choose another format, or have it encoded")
        case cmedia_unsupported: return CodecError(.unsupported, "“\(name)” can't be encoded: a codec for it is missing", cause: cause)
        case cmedia_no_memory, cmedia_too_large:
            return CodecError(.tooLarge, "there is not enough memory to encode “\(name)”; try a smaller size", cause: cause)
        default: return CodecError(.damaged, "“\(name)” can't be encoded; it is damaged: try another copy of it", cause: cause)
        }
    }
}

/// Has the sink fill what is in the way, from the film's head on.
private final class Holes {
    private let sink: any TranscodeSink

    init(_ sink: some TranscodeSink) { self.sink = sink }

    static let need: cmedia_transcoder_need = { context, offset, count in
        guard let context, offset >= 0, count > 0 else { return 1 }
        let (start, length) = (Int(offset), Int(count))
        return Unmanaged<Holes>.fromOpaque(context).takeUnretainedValue().sink.need(start..<start + length) ? 0 : 1
    }
}

/// Hands on what C calls with.
private final class Relay {
    private let sink: any TranscodeSink
    private let editing: FrameEditing?

    init(_ sink: some TranscodeSink, _ editing: FrameEditing?) { (self.sink, self.editing) = (sink, editing) }

    static let edit: cmedia_transcoder_edit = { context, seconds, pixels, isDeep, width, height, edited, editedWidth, editedHeight in
        guard let context, let pixels, let edited, let editedWidth, let editedHeight, width > 0, height > 0,
            let editing = Unmanaged<Relay>.fromOpaque(context).takeUnretainedValue().editing
        else { return 1 }
        let format: PixelFormat = isDeep == 0 ? .rgba8 : .rgba16
        let frame = UnsafeRawBufferPointer(start: pixels, count: Int(width) * Int(height) * format.bytesPerPixel)
        guard let result = editing.edit(frame, PixelSize(width: Int(width), height: Int(height)), format, at: seconds) else { return 1 }
        (edited.pointee, editedWidth.pointee, editedHeight.pointee) = (result.pixels, CInt(clamping: result.size.width), CInt(clamping: result.size.height))
        return 0
    }

    static let write: cmedia_transcoder_write = { context, offset, bytes, count in
        guard let context, offset >= 0 else { return 1 }
        let sink = Unmanaged<Relay>.fromOpaque(context).takeUnretainedValue().sink
        return sink.write(UnsafeRawBufferPointer(start: bytes, count: count), at: Int(offset)) ? 0 : 1
    }

    static let tell: cmedia_transcoder_tell = { context, done in
        guard let context else { return 1 }
        return Unmanaged<Relay>.fromOpaque(context).takeUnretainedValue().sink.goesOn(done: done) ? 0 : 1
    }
}

extension TranscodeRequest {
    /// The encoder's preset of this effort.
    fileprivate var speed: String {
        switch (picture, effort) {
        case (.av1, .live): "11"
        case (.av1, .usual): "8"
        case (.hevc, .live): "ultrafast"
        case (.hevc, .usual): "fast"
        case (_, .live): "superfast"
        case (_, .usual): "fast"
        }
    }

    /// Quality that is hard to tell from the source, in the encoder's own measure.
    fileprivate var factor: Double {
        if let quality { return quality }
        switch picture {
        case .hevc: return 24
        case .av1: return 32
        default: return 21
        }
    }
}

extension cmedia_transcoder_options {
    fileprivate init(_ request: TranscodeRequest, _ limits: DecodingLimits, speed: UnsafePointer<CChar>) {
        self.init()
        (picture, sound, container) = (CInt(request.picture.rawValue), CInt(request.sound.rawValue), CInt(request.container.rawValue))
        (long_side, short_side) = (CInt(clamping: request.longSide ?? 0), CInt(clamping: request.shortSide ?? 0))
        (quality, self.speed) = (request.factor, speed)
        deep = request.keepsDepth ? 1 : 0
        forward_only = request.container == .fragments ? 1 : 0
        sound_rate = Int64(request.soundRate)
        (start, end) = (request.start, request.end ?? .infinity)
        index_first = request.indexFirst ? 1 : 0
        leave_place = request.keepsPlace ? 0 : 1
        leave_words = request.keepsWords ? 0 : 1
        strict = request.isStrict ? 1 : 0
        volume = request.volume
        (slow_start, slow_end, slow_rate) = (request.slowMotion?.start ?? 0, request.slowMotion?.end ?? 0, request.slowMotion?.rate ?? 1)
        max_pixels = Int64(limits.pixels)
    }
}

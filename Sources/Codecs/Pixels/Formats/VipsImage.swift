import CTurboJPEG
import CVips
import Glibc
import Pixels

/// A pipeline of libvips, closed with its owner.
final class VipsImage {
    private let raw: OpaquePointer
    /// Keeps what the pixels are read from.
    private let source: SamplePicture?

    private init(_ raw: OpaquePointer?, _ doing: String, source: SamplePicture? = nil) throws(CodecError) {
        guard let raw else { throw Self.failure(doing, .damaged) }
        (self.raw, self.source) = (raw, source)
    }

    deinit { cvips_close(raw) }

    static func open(_ bytes: UnsafeRawBufferPointer, _ loader: VipsLoader, scale: Double, strict: Bool) throws(CodecError) -> VipsImage {
        try VipsImage(cvips_open(bytes.baseAddress, bytes.count, loader.raw, scale, strict ? 1 : 0), "Reading the picture's header")
    }

    /// Frames of a GIF or WebP, one below the other.
    ///
    /// - Parameter count: `nil` for all from the first one on.
    static func open(_ bytes: UnsafeRawBufferPointer, _ loader: VipsLoader, first: Int, count: Int?, strict: Bool) throws(CodecError) -> VipsImage {
        let raw = cvips_open_frames(bytes.baseAddress, bytes.count, loader.raw, CInt(first), CInt(count ?? -1), strict ? 1 : 0)
        return try VipsImage(raw, "Reading the picture's header")
    }

    static func samples(of picture: SamplePicture) throws(CodecError) -> VipsImage {
        try Codec.startLibraries()
        let raw = cvips_from_memory(
            picture.samples, CInt(picture.size.width), CInt(picture.size.height), picture.hasAlpha ? 4 : 3, CInt(picture.bits))
        return try VipsImage(raw, "Reading the picture", source: picture)
    }

    static func failure(_ doing: String, _ code: CodecError.Code) -> CodecError {
        var text = [CChar](repeating: 0, count: 512)
        cvips_message(&text, text.count)
        let message = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return CodecError(code, "\(doing) failed. The file is probably damaged; try another copy of it.", cause: message)
    }

    var size: PixelSize { PixelSize(width: Int(cvips_width(raw)), height: Int(cvips_height(raw))) }
    var bands: Int { Int(cvips_bands(raw)) }
    /// Of a normalized image.
    var hasAlpha: Bool { bands == 2 || bands == 4 }

    /// Whether there are 16 bits a component to be had.
    var isDeep: Bool { cvips_is_deep(raw) != 0 }
    /// Of a normalized image: 8 or 16.
    var bits: Int { Int(cvips_bits(raw)) }

    var profile: [UInt8] {
        var data: UnsafeRawPointer?
        let length = cvips_profile(raw, &data)
        return Array(UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : length))
    }

    func normalized(flatten: Bool) throws(CodecError) -> VipsImage {
        try VipsImage(cvips_normalize(raw, flatten ? 1 : 0), "Converting the picture's colours", source: source)
    }

    /// Of a deep image: with its 16 bits a component.
    func normalizedDeep() throws(CodecError) -> VipsImage {
        try VipsImage(cvips_normalize_deep(raw), "Converting the picture's colours", source: source)
    }

    func rgba() throws(CodecError) -> VipsImage { try VipsImage(cvips_rgba(raw), "Converting the picture's colours", source: source) }

    /// The pixels that the window touches, inside the image.
    private func cropped(_ window: Window) throws(CodecError) -> VipsImage {
        let x = min(max(0, Int(window.x.rounded())), size.width - 1), y = min(max(0, Int(window.y.rounded())), size.height - 1)
        let width = min(max(1, Int(window.width.rounded())), size.width - x), height = min(max(1, Int(window.height.rounded())), size.height - y)
        return try VipsImage(cvips_crop(raw, CInt(x), CInt(y), CInt(width), CInt(height)), "Cropping the picture", source: source)
    }

    /// A copy of so many rows, as RGB or RGBA of 8 bits.
    func samples(from top: Int, height: Int) throws(CodecError) -> SamplePicture {
        let bands = bands, width = size.width
        guard bands == 3 || bands == 4 else { throw CodecError(.unsupported, "A picture with \(bands) components cannot be shown.") }
        let part = try VipsImage(cvips_crop(raw, 0, CInt(top), CInt(width), CInt(height)), "Cutting a frame", source: source)
        guard let memory = malloc(width * height * bands) else { throw CodecError(.tooLarge, "There is not enough memory for a frame.") }
        let picture = SamplePicture(memory, size: PixelSize(width: width, height: height), hasAlpha: bands == 4, bits: 8) { free(memory) }
        try part.rows(step: 64) { rows, stride, top, count in
            for y in 0..<count { (memory + (top + y) * width * bands).copyMemory(from: rows + y * stride, byteCount: width * bands) }
        }
        return picture
    }

    private func resized(_ size: PixelSize) throws(CodecError) -> VipsImage {
        let image = try VipsImage(cvips_resize(raw, CInt(size.width), CInt(size.height)), "Resizing the picture", source: source)
        guard image.size == size else { throw CodecError(.damaged, "Resizing the picture gave \(image.size.width) × \(image.size.height) pixels.") }
        return image
    }

    /// Computes the rows and hands them on in strips, top to bottom.
    private func rows(step: Int, _ sink: (UnsafeRawPointer, _ stride: Int, _ top: Int, _ count: Int) throws(CodecError) -> Void) throws(CodecError) {
        var failure: CodecError?
        let result: CInt = withoutActuallyEscaping(sink) { sink in
            let context = RowSink(sink)
            defer { failure = context.failure }
            return cvips_rows(
                raw, CInt(step),
                { context, rows, stride, top, count in
                    guard let context, let rows else { return -1 }
                    return Unmanaged<RowSink>.fromOpaque(context).takeUnretainedValue().take(rows, stride, Int(top), Int(count))
                }, Unmanaged.passUnretained(context).toOpaque())
        }
        if let failure { throw failure }
        guard result == 0 else { throw Self.failure("Decoding the picture", .damaged) }
    }

    /// Planes of an opaque picture.
    func planes(_ chroma: TJSAMP) throws(CodecError) -> PlanarImage {
        let size = size
        guard bands == 1 || bands == 3 else { throw CodecError(.unsupported, "A picture with \(bands) components cannot be shown.") }
        let image = try PlanarImage(size: size, subsampling: bands == 1 ? .grey : chroma)
        let isGrey = bands == 1
        try rows(step: 64) { rows, stride, top, count throws(CodecError) in
            if isGrey {
                for y in 0..<count { image.luma.row(top + y).update(from: (rows + y * stride).assumingMemoryBound(to: UInt8.self), count: size.width) }
            } else {
                try image.fill(rows: rows, count: count, bytesPerRow: stride, layout: .rgb, from: top)
            }
        }
        return image
    }

    /// Cuts, resizes and turns this normalized picture, which shows all of one of `full` size, and writes its RGBA rows without gaps.
    func write(_ geometry: Geometry, of full: PixelSize, to output: UnsafeMutableRawPointer) throws(CodecError) {
        let window = geometry.window(in: size, of: full)
        var image = self
        if window != Window(x: 0, y: 0, width: Double(size.width), height: Double(size.height)) { image = try image.cropped(window) }
        if image.size != geometry.size { image = try image.resized(geometry.size) }
        if image.bits == 16 { try image.writeDeep(to: output, turn: geometry.turn) } else { try image.rgba().write(to: output, turn: geometry.turn) }
    }

    private func write(to output: UnsafeMutableRawPointer, turn: OrientationTransform) throws(CodecError) {
        let size = size
        guard bands == 4 else { throw CodecError(.unsupported, "A picture with \(bands) components cannot be shown.") }
        let upright = turn.apply(size)
        try rows(step: 64) { rows, stride, top, count in
            for y in top..<top + count {
                let row = rows + (y - top) * stride
                if turn == .none {
                    (output + y * size.width * 4).copyMemory(from: row, byteCount: size.width * 4)
                    continue
                }
                let line = turn.mirrorsRows ? size.height - 1 - y : y
                let pixels = row.assumingMemoryBound(to: UInt32.self), target = output.assumingMemoryBound(to: UInt32.self)
                for x in 0..<size.width {
                    let column = turn.mirrorsColumns ? size.width - 1 - x : x
                    target[turn.transposes ? column * upright.width + line : line * upright.width + column] = pixels[x]
                }
            }
        }
    }

    /// Grey becomes three alike, and alpha is opaque where there is none.
    private func writeDeep(to output: UnsafeMutableRawPointer, turn: OrientationTransform) throws(CodecError) {
        let size = size, bands = bands, hasAlpha = hasAlpha
        guard (1...4).contains(bands) else { throw CodecError(.unsupported, "A picture with \(bands) components cannot be shown.") }
        let upright = turn.apply(size), target = output.assumingMemoryBound(to: UInt16.self)
        let (green, blue) = bands < 3 ? (0, 0) : (1, 2)
        try rows(step: 64) { rows, stride, top, count in
            for y in top..<top + count {
                let row = (rows + (y - top) * stride).assumingMemoryBound(to: UInt16.self)
                let line = turn.mirrorsRows ? size.height - 1 - y : y
                for x in 0..<size.width {
                    let column = turn.mirrorsColumns ? size.width - 1 - x : x
                    let to = 4 &* (turn.transposes ? column &* upright.width &+ line : line &* upright.width &+ column), from = x &* bands
                    target[to] = row[from]
                    target[to &+ 1] = row[from &+ green]
                    target[to &+ 2] = row[from &+ blue]
                    target[to &+ 3] = hasAlpha ? row[from &+ bands &- 1] : .max
                }
            }
        }
    }
}

/// Carries a closure and its error through a C callback.
private final class RowSink {
    private let sink: (UnsafeRawPointer, Int, Int, Int) throws(CodecError) -> Void
    private(set) var failure: CodecError?

    init(_ sink: @escaping (UnsafeRawPointer, Int, Int, Int) throws(CodecError) -> Void) { self.sink = sink }

    func take(_ rows: UnsafePointer<UInt8>, _ stride: Int, _ top: Int, _ count: Int) -> CInt {
        do {
            try sink(rows, stride, top, count)
            return 0
        } catch {
            failure = error
            return -1
        }
    }
}

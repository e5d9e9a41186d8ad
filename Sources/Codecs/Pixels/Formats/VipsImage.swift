import CTurboJPEG
import CVips

/// A pipeline of libvips, closed with its owner.
final class VipsImage {
    private let raw: OpaquePointer

    private init(_ raw: OpaquePointer?, _ doing: String) throws(CodecError) {
        guard let raw else { throw Self.failure(doing, .damaged) }
        self.raw = raw
    }

    deinit { vips_shim_close(raw) }

    static func open(_ bytes: UnsafeRawBufferPointer, _ loader: VipsLoader, scale: Double, strict: Bool) throws(CodecError) -> VipsImage {
        try VipsImage(vips_shim_open(bytes.baseAddress, bytes.count, loader.raw, scale, strict ? 1 : 0), "Reading the picture's header")
    }

    static func failure(_ doing: String, _ code: CodecError.Code) -> CodecError {
        var text = [CChar](repeating: 0, count: 512)
        vips_shim_message(&text, text.count)
        let message = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return CodecError(code, "\(doing) failed. The file is probably damaged; try another copy of it.", cause: message)
    }

    var size: PixelSize { PixelSize(width: Int(vips_shim_width(raw)), height: Int(vips_shim_height(raw))) }
    var bands: Int { Int(vips_shim_bands(raw)) }
    /// Of a normalized image.
    var hasAlpha: Bool { bands == 2 || bands == 4 }

    var profile: [UInt8] {
        var data: UnsafeRawPointer?
        let length = vips_shim_profile(raw, &data)
        return Array(UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : length))
    }

    func normalized(flatten: Bool) throws(CodecError) -> VipsImage {
        try VipsImage(vips_shim_normalize(raw, flatten ? 1 : 0), "Converting the picture's colours")
    }

    func rgba() throws(CodecError) -> VipsImage { try VipsImage(vips_shim_rgba(raw), "Converting the picture's colours") }

    /// The pixels that the window touches, inside the image.
    func cropped(_ window: Window) throws(CodecError) -> VipsImage {
        let x = min(max(0, Int(window.x.rounded())), size.width - 1), y = min(max(0, Int(window.y.rounded())), size.height - 1)
        let width = min(max(1, Int(window.width.rounded())), size.width - x), height = min(max(1, Int(window.height.rounded())), size.height - y)
        return try VipsImage(vips_shim_crop(raw, CInt(x), CInt(y), CInt(width), CInt(height)), "Cropping the picture")
    }

    func resized(_ size: PixelSize) throws(CodecError) -> VipsImage {
        try VipsImage(vips_shim_resize(raw, CInt(size.width), CInt(size.height)), "Resizing the picture")
    }

    /// Computes the rows and hands them on in strips, top to bottom.
    private func rows(step: Int, _ sink: (UnsafeRawPointer, _ stride: Int, _ top: Int, _ count: Int) throws(CodecError) -> Void) throws(CodecError) {
        var failure: CodecError?
        let result: CInt = withoutActuallyEscaping(sink) { sink in
            let context = RowSink(sink)
            defer { failure = context.failure }
            return vips_shim_rows(raw, CInt(step), { context, rows, stride, top, count in
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

    /// Writes RGBA rows without gaps, turned.
    func write(to output: UnsafeMutableRawPointer, turn: Turn) throws(CodecError) {
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

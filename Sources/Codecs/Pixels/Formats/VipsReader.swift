import CVips
import PhotoModel
import Pixels

/// Which of libvips' loaders may read a type; those not listed are never started.
struct VipsLoader {
    let raw: cvips_loader

    /// `nil` for types that libvips is not asked for.
    init?(uniformType: String) {
        switch uniformType {
        case UniformTypes.png: raw = cvips_png
        case UniformTypes.webP: raw = cvips_webp
        case UniformTypes.gif: raw = cvips_gif
        case UniformTypes.tiff: raw = cvips_tiff
        case UniformTypes.jpegXL: raw = cvips_jxl
        case UniformTypes.jpeg2000: raw = cvips_jp2
        case UniformTypes.jpeg: raw = cvips_jpeg
        default: return nil
        }
    }

    /// libjxl turns the picture upright itself.
    var turnsItself: Bool { raw == cvips_jxl }
    var scales: Bool { raw == cvips_webp }
}

/// A picture that libvips reads.
struct VipsReader: PictureReader {
    let size: PixelSize
    let profile: ColorProfile?
    let containerTurn: OrientationTransform?
    let bright: BrightColors?
    private let bytes: UnsafeRawBufferPointer
    private let loader: VipsLoader
    private let isDeep: Bool

    /// Reads the header. `bytes` must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer, loader: VipsLoader, limits: DecodingLimits) throws(CodecError) {
        try Codec.startLibraries()
        let image = try VipsImage.open(bytes, loader, scale: 1, strict: false)
        size = image.size
        try limits.check(size)
        // libvips converts CMYK to sRGB, so its profile does not describe what comes out; `ColorProfile` takes none of that kind.
        let stated = loader.raw == cvips_png ? PNGColors(bytes) : nil, embedded = image.profile
        profile = ColorProfile(stated?.profile ?? embedded, grey: image.bands < 3)
        bright = image.bands < 3 ? nil : stated?.bright ?? BrightColors(profile: embedded)
        containerTurn = loader.turnsItself ? OrientationTransform.none : nil
        (self.bytes, self.loader, isDeep) = (bytes, loader, image.isDeep)
    }

    func decode(covering wanted: PixelSize) throws(CodecError) -> DecodedPicture {
        try tolerantly { strict throws(CodecError) in
            let image = try open(covering: wanted, strict: strict).normalized(flatten: true)
            return DecodedPicture(image: try image.planes(.halved), damage: nil)
        } marking: {
            $0.damage = $1
        }
    }

    /// Beyond this many pixels a picture streams through libvips instead of lying in memory.
    private static let inMemory = 64 << 20

    /// Pixels with their alpha. Opaque pictures that get smaller go through planes, which is faster; the others through libvips, which
    /// weighs transparent pixels and changes none that need no change.
    func render(
        _ geometry: Geometry, _ request: RenderRequest, into allocate: (Int) throws(CodecError) -> UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> PixelLayout {
        let upright = geometry.turn.apply(geometry.size)
        let isDeep = isDeep && request.format == .rgba16
        var layout = PixelLayout(width: upright.width, height: upright.height, format: isDeep ? .rgba16 : .rgba8, hasAlpha: false)
        let output = try allocated(layout, allocate)
        layout = try tolerantly { strict throws(CodecError) in
            var result = layout
            let opened = try open(covering: geometry.wanted, strict: strict)
            guard !isDeep || opened.isDeep else { throw CodecError(.damaged, "The picture says it has 16 bits and decodes to fewer.") }
            let image = try isDeep ? opened.normalizedDeep() : opened.normalized(flatten: false)
            result.hasAlpha = image.hasAlpha
            if !isDeep, !image.hasAlpha, geometry.wanted != size, image.size.width * image.size.height <= Self.inMemory {
                let window = geometry.window(in: image.size, of: size)
                let planes = try image.planes(.full).resampled(window, to: geometry.size, turn: geometry.turn, chroma: .asAvailable)
                try planes.writeRGBA(to: output, bytesPerRow: result.bytesPerRow)
                return result
            }
            try image.write(geometry, of: size, to: output)
            return result
        } marking: {
            $0.damage = $1
        }
        layout.iccProfile = keepOrConvert(profile, request, output, layout)
        return layout
    }

    func deepPixels(_ geometry: Geometry) throws(CodecError) -> DeepPixels {
        try tolerantly { strict throws(CodecError) in
            let opened = try open(covering: geometry.wanted, strict: strict)
            let image = try opened.isDeep ? opened.normalizedDeep() : opened.normalized(flatten: false)
            let result = try DeepPixels(size: geometry.turn.apply(geometry.size))
            result.hasAlpha = image.hasAlpha
            try image.write(geometry, of: size, to: result.samples)
            if image.bits == 8 { result.widen() }
            return result
        } marking: {
            $0.damage = $1
        }
    }

    /// Truncated content fails first, and is then decoded as far as it goes.
    private func tolerantly<Result>(
        _ body: (_ strict: Bool) throws(CodecError) -> Result, marking: (inout Result, String) -> Void
    ) throws(CodecError) -> Result {
        do {
            return try body(true)
        } catch let error where error.code == .damaged {
            guard var result = try? body(false) else { throw error }
            marking(&result, error.cause ?? error.message)
            return result
        }
    }

    private func open(covering wanted: PixelSize, strict: Bool) throws(CodecError) -> VipsImage {
        let scale =
            loader.scales
            ? min(1, max(Double(wanted.width) / Double(size.width), Double(wanted.height) / Double(size.height))) : 1
        let image = try VipsImage.open(bytes, loader, scale: scale, strict: strict)
        guard image.size.width <= size.width, image.size.height <= size.height else {
            throw CodecError(.damaged, "The picture says it has one size and decodes to another.")
        }
        return image
    }

    static func writePNG(_ image: PixelImage) throws(CodecError) -> EncodedImage {
        try Codec.startLibraries()
        let row = image.width * image.format.bytesPerPixel
        let packed =
            image.bytesPerRow == row
            ? image.pixels
            : PixelBuffer(count: row * image.height) { target in
                image.pixels.withUnsafeBytes { source in
                    for y in 0..<image.height {
                        let part = UnsafeRawBufferPointer(rebasing: source[y * image.bytesPerRow..<y * image.bytesPerRow + row])
                        UnsafeMutableRawBufferPointer(rebasing: target[(y * row)...]).copyMemory(from: part)
                    }
                }
            }
        var png: UnsafeMutableRawPointer?
        var length = 0
        let profile = image.iccProfile ?? []
        let result = packed.withUnsafeBytes { pixels in
            cvips_save_png(
                pixels.baseAddress, CInt(image.width), CInt(image.height), CInt(image.format.bitsPerComponent), image.hasAlpha ? 4 : 3,
                profile.isEmpty ? nil : profile, profile.count, &png, &length)
        }
        defer { cvips_free(png) }
        guard result == 0, let png else { throw VipsImage.failure("Writing the PNG", .invalidRequest) }
        return EncodedImage(bytes: Array(UnsafeRawBufferPointer(start: png, count: length)), width: image.width, height: image.height)
    }
}

import CHeif
import CMedia
import Pixels

/// One picture in a HEIF file.
final class HeifHandle {
    let raw: OpaquePointer

    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit { heif_image_handle_release(raw) }

    /// The decoder that is asked first.
    static let preferred = "ffmpeg"

    var id: heif_item_id { heif_image_handle_get_item_id(raw) }
    /// Before the container's crop and turns, and after them.
    var storedSize: PixelSize { PixelSize(width: Int(heif_image_handle_get_ispe_width(raw)), height: Int(heif_image_handle_get_ispe_height(raw))) }
    var shownSize: PixelSize { PixelSize(width: Int(heif_image_handle_get_width(raw)), height: Int(heif_image_handle_get_height(raw))) }

    /// The ICC profile, or one that says the same as the code point that AVIF uses instead; empty for sRGB.
    var profile: [UInt8] {
        let length = heif_image_handle_get_raw_color_profile_size(raw)
        guard length > 0, length < 4 << 20 else {
            var described: UnsafeMutablePointer<heif_color_profile_nclx>?
            guard heif_image_handle_get_nclx_color_profile(raw, &described).code == heif_error_Ok, let described else { return [] }
            defer { heif_nclx_color_profile_free(described) }
            return ColorProfile.primaries(Int(described.pointee.color_primaries.rawValue))
        }
        var bytes = [UInt8](repeating: 0, count: length)
        return heif_image_handle_get_raw_color_profile(raw, &bytes).code == heif_error_Ok ? bytes : []
    }

    /// What the picture needs a bright screen for, by its code points or by its profile.
    var bright: BrightColors? {
        var described: UnsafeMutablePointer<heif_color_profile_nclx>?
        guard heif_image_handle_get_nclx_color_profile(raw, &described).code == heif_error_Ok, let described else { return BrightColors(profile: profile) }
        defer { heif_nclx_color_profile_free(described) }
        let codes = described.pointee
        return BrightColors(primaries: Int(codes.color_primaries.rawValue), transfer: Int(codes.transfer_characteristics.rawValue))
            ?? BrightColors(profile: profile)
    }

    func thumbnails() -> [HeifHandle] {
        var ids = [heif_item_id](repeating: 0, count: 8)
        let count = heif_image_handle_get_list_of_thumbnail_IDs(raw, &ids, CInt(ids.count))
        return ids.prefix(Int(max(0, count))).compactMap { id in
            var handle: OpaquePointer?
            guard heif_image_handle_get_thumbnail(raw, id, &handle).code == heif_error_Ok, let handle else { return nil }
            return HeifHandle(handle)
        }
    }

    var hasAlpha: Bool { heif_image_handle_has_alpha_channel(raw) != 0 }
    var isGrey: Bool {
        var space = heif_colorspace_undefined, chroma = heif_chroma_undefined
        return heif_image_handle_get_preferred_decoding_colorspace(raw, &space, &chroma).code == heif_error_Ok && space == heif_colorspace_monochrome
    }
    var isDeep: Bool { heif_image_handle_get_luma_bits_per_pixel(raw) > 8 }

    /// The share of its tiles that has to be sound for a picture with holes to be given.
    var leastOfTiles = 0.5

    /// Planes of 8 bits, cropped and not turned, or as libheif does both; a transparent picture is laid on white.
    func decode(_ placement: HeifPlacement?, limits: DecodingLimits) throws(CodecError) -> DecodedPicture {
        var space = heif_colorspace_undefined, chroma = heif_chroma_undefined
        if heif_image_handle_get_preferred_decoding_colorspace(raw, &space, &chroma).code != heif_error_Ok { space = heif_colorspace_YCbCr }
        let asPixels = hasAlpha || (space != heif_colorspace_YCbCr && space != heif_colorspace_monochrome)
        let image = try asPixels ? decoded(heif_colorspace_RGB, heif_chroma_interleaved_RGBA, placement) : decoded(space, chroma, placement)
        let planes =
            try asPixels
            ? HeifSamples(image, crop: placement?.crop, limits: limits).onWhite() : planes(of: image, crop: placement?.crop, limits: limits)
        return DecodedPicture(image: planes, damage: image.damage)
    }

    /// The picture as it is: with its alpha and, if `deep`, its bits.
    func samples(_ placement: HeifPlacement?, deep: Bool, limits: DecodingLimits) throws(CodecError) -> SamplePicture {
        let chroma = deep ? (hasAlpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE) : heif_chroma_interleaved_RGBA
        let image = try decoded(heif_colorspace_RGB, chroma, placement, deep: deep)
        return try HeifSamples(image, crop: placement?.crop, limits: limits).picture()
    }

    private func decoded(
        _ space: heif_colorspace, _ chroma: heif_chroma, _ placement: HeifPlacement?, deep: Bool = false
    ) throws(CodecError) -> HeifImage {
        guard let options = heif_decoding_options_alloc() else { throw CodecError(.tooLarge, "There is not enough memory to decode a HEIF picture.") }
        defer { heif_decoding_options_free(options) }
        options.pointee.ignore_transformations = placement != nil ? 1 : 0
        options.pointee.convert_hdr_to_8bit = deep ? 0 : 1
        var image: OpaquePointer?
        // By itself libheif prefers libde265, which takes twice as long. What ffmpeg can't decode (AVIF, some odd streams) is libheif's to choose.
        let (result, warning) = DecoderWarnings.heard {
            Self.preferred.withCString { name in
                options.pointee.decoder_id = name
                defer { options.pointee.decoder_id = nil }
                return heif_decode_image(raw, &image, space, chroma, options)
            }
        }
        if result.code != heif_error_Ok {
            do throws(CodecError) {
                try HeifContext.check(heif_decode_image(raw, &image, space, chroma, options), "Decoding the HEIF picture")
            } catch {
                if error.code == .damaged, placement != nil, let mended = tiled(space, chroma, options) { return mended }
                throw error
            }
        }
        guard let image else { throw CodecError(.damaged, "The HEIF picture is empty.") }
        let decoded = HeifImage(image)
        // Of a stream that went to another decoder, ffmpeg's warnings say nothing.
        if result.code == heif_error_Ok, let warning { decoded.damage = "a part of its picture's data is broken: \(warning)" }
        return decoded
    }

    private static func size(_ image: OpaquePointer, _ channel: heif_channel) -> PixelSize {
        PixelSize(width: Int(heif_image_get_width(image, channel)), height: Int(heif_image_get_height(image, channel)))
    }

    /// The part of a plane that begins at `x`, `y` and has this size.
    private static func plane(_ image: OpaquePointer, _ channel: heif_channel, _ x: Int, _ y: Int, _ size: PixelSize) throws(CodecError) -> Plane {
        let stored = Self.size(image, channel)
        // After a crop inside libheif the chroma planes may be a sample larger than what they belong to.
        guard stored.width >= x + size.width, stored.height >= y + size.height else {
            throw CodecError(.damaged, "The HEIF picture's colour planes do not fit its brightness.")
        }
        var stride: CInt = 0
        let bits = Int(heif_image_get_bits_per_pixel_range(image, channel))
        guard (8...16).contains(bits), let all = heif_image_get_plane_readonly(image, channel, &stride),
            Int(stride) >= stored.width * (bits > 8 ? 2 : 1)
        else { throw CodecError(.unsupported, "The HEIF picture does not decode to samples of 8 to 16 bits.") }
        let plane = try Plane(width: size.width, height: size.height), samples = all + y * Int(stride) + x * (bits > 8 ? 2 : 1)
        // libheif makes 8 bits of more only where it makes pixels of planes too.
        if bits > 8 { plane.copyRows(from: samples, stride: Int(stride), bits: bits) } else { plane.copyRows(from: samples, stride: Int(stride)) }
        return plane
    }

    private func planes(of decoded: HeifImage, crop: HeifPlacement.Crop?, limits: DecodingLimits) throws(CodecError) -> PlanarImage {
        defer { withExtendedLifetime(decoded) {} }
        let image = decoded.raw
        let size = crop?.size ?? Self.size(image, heif_channel_Y), (x, y) = (crop?.x ?? 0, crop?.y ?? 0)
        try limits.check(size)
        var result = PlanarImage(luma: try Self.plane(image, heif_channel_Y, x, y, size), coding: coding(of: image))
        switch heif_image_get_chroma_format(image) {
        case heif_chroma_444: result.chromaStep = (1, 1)
        case heif_chroma_422: result.chromaStep = (2, 1)
        case heif_chroma_420: result.chromaStep = (2, 2)
        default: return result
        }
        let chromaSize = PlanarImage.chromaSize(size, step: result.chromaStep)
        let (across, down) = (x / result.chromaStep.x, y / result.chromaStep.y)
        result.chroma = (try Self.plane(image, heif_channel_Cb, across, down, chromaSize), try Self.plane(image, heif_channel_Cr, across, down, chromaSize))
        return result
    }

    /// What the picture says of its samples; HEIF's default is BT.601 in full range.
    private func coding(of image: OpaquePointer) -> ColorCoding {
        var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
        guard
            heif_image_get_nclx_color_profile(image, &profile).code == heif_error_Ok
                || heif_image_handle_get_nclx_color_profile(raw, &profile).code == heif_error_Ok, let profile
        else { return .jpeg }
        defer { heif_nclx_color_profile_free(profile) }
        return ColorCoding(matrix: Int(profile.pointee.matrix_coefficients.rawValue), isFullRange: profile.pointee.full_range_flag != 0)
    }
}

/// What libavcodec finds wrong with data that it decodes for another library: it conceals it, and tells its log alone.
enum DecoderWarnings {
    /// Runs `body`, which decodes on this thread, and gives the first warning beside its result.
    static func heard<Result>(during body: () -> Result) -> (result: Result, warning: String?) {
        cmedia_warnings_listen()
        let result = body()
        var words = [CChar](repeating: 0, count: 160)
        let count = cmedia_warnings_heard(&words, words.count)
        return (result, count > 0 ? words.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" } : nil)
    }
}

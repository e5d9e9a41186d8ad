import CHeif
import CTurboJPEG

/// One picture in a HEIF file.
final class HeifHandle {
    let raw: OpaquePointer

    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit { heif_image_handle_release(raw) }

    /// The decoder that is asked first.
    private static let preferred = "ffmpeg"

    var id: heif_item_id { heif_image_handle_get_item_id(raw) }

    /// The ICC profile, or one that says the same as the code point that AVIF uses instead; empty for sRGB.
    var profile: [UInt8] {
        let length = heif_image_handle_get_raw_color_profile_size(raw)
        guard length > 0, length < 4 << 20 else {
            var described: UnsafeMutablePointer<heif_color_profile_nclx>?
            guard heif_image_handle_get_nclx_color_profile(raw, &described).code == heif_error_Ok, let described else { return [] }
            defer { heif_nclx_color_profile_free(described) }
            switch described.pointee.color_primaries.rawValue {
            case 9: return ColorProfile.bt2020
            case 11, 12: return ColorProfile.displayP3
            default: return []
            }
        }
        var bytes = [UInt8](repeating: 0, count: length)
        return heif_image_handle_get_raw_color_profile(raw, &bytes).code == heif_error_Ok ? bytes : []
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

    func decode(ignoringTurns: Bool, limits: Codec.Limits) throws(CodecError) -> PlanarImage {
        guard let options = heif_decoding_options_alloc() else { throw CodecError(.tooLarge, "There is not enough memory to decode a HEIF picture.") }
        defer { heif_decoding_options_free(options) }
        options.pointee.ignore_transformations = ignoringTurns ? 1 : 0
        options.pointee.convert_hdr_to_8bit = 1
        let isTransparent = heif_image_handle_has_alpha_channel(raw) != 0
        var space = heif_colorspace_undefined, chroma = heif_chroma_undefined
        if heif_image_handle_get_preferred_decoding_colorspace(raw, &space, &chroma).code != heif_error_Ok { space = heif_colorspace_YCbCr }
        let asPixels = isTransparent || (space != heif_colorspace_YCbCr && space != heif_colorspace_monochrome)
        var image: OpaquePointer?
        func decode() -> heif_error {
            heif_decode_image(raw, &image, asPixels ? heif_colorspace_RGB : space, asPixels ? heif_chroma_interleaved_RGBA : chroma, options)
        }
        // By itself libheif prefers libde265, which takes twice as long. What ffmpeg can't decode (AVIF, some odd streams) is libheif's to choose.
        let result = Self.preferred.withCString { name in
            options.pointee.decoder_id = name
            defer { options.pointee.decoder_id = nil }
            return decode()
        }
        if result.code != heif_error_Ok { try HeifContext.check(decode(), "Decoding the HEIF picture") }
        guard let image else { throw CodecError(.damaged, "The HEIF picture is empty.") }
        defer { heif_image_release(image) }
        return asPixels ? try Self.flattened(image, limits: limits) : try planes(of: image, limits: limits)
    }

    private static func size(_ image: OpaquePointer, _ channel: heif_channel) -> PixelSize {
        PixelSize(width: Int(heif_image_get_width(image, channel)), height: Int(heif_image_get_height(image, channel)))
    }

    private static func plane(_ image: OpaquePointer, _ channel: heif_channel, _ size: PixelSize) throws(CodecError) -> Plane {
        let stored = Self.size(image, channel)
        // After a crop inside libheif the chroma planes may be a sample larger than what they belong to.
        guard stored.width >= size.width, stored.height >= size.height else {
            throw CodecError(.damaged, "The HEIF picture's colour planes do not fit its brightness.")
        }
        var stride: CInt = 0
        guard heif_image_get_bits_per_pixel_range(image, channel) == 8, let samples = heif_image_get_plane_readonly(image, channel, &stride),
            Int(stride) >= stored.width
        else { throw CodecError(.unsupported, "The HEIF picture does not decode to 8 bits a sample.") }
        let plane = try Plane(width: size.width, height: size.height)
        plane.copyRows(from: samples, stride: Int(stride))
        return plane
    }

    private func planes(of image: OpaquePointer, limits: Codec.Limits) throws(CodecError) -> PlanarImage {
        let size = Self.size(image, heif_channel_Y)
        try limits.check(size)
        var result = PlanarImage(luma: try Self.plane(image, heif_channel_Y, size), coding: coding(of: image))
        switch heif_image_get_chroma_format(image) {
        case heif_chroma_444: result.chromaStep = (1, 1)
        case heif_chroma_422: result.chromaStep = (2, 1)
        case heif_chroma_420: result.chromaStep = (2, 2)
        default: return result
        }
        let chromaSize = PlanarImage.chromaSize(size, step: result.chromaStep)
        result.chroma = (try Self.plane(image, heif_channel_Cb, chromaSize), try Self.plane(image, heif_channel_Cr, chromaSize))
        return result
    }

    /// What the picture says of its samples; HEIF's default is BT.601 in full range.
    private func coding(of image: OpaquePointer) -> ColorCoding {
        var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
        guard heif_image_get_nclx_color_profile(image, &profile).code == heif_error_Ok
            || heif_image_handle_get_nclx_color_profile(raw, &profile).code == heif_error_Ok, let profile
        else { return .jpeg }
        defer { heif_nclx_color_profile_free(profile) }
        return ColorCoding(matrix: Int(profile.pointee.matrix_coefficients.rawValue), isFullRange: profile.pointee.full_range_flag != 0)
    }

    /// Pixels with alpha, laid on white, as planes.
    private static func flattened(_ image: OpaquePointer, limits: Codec.Limits) throws(CodecError) -> PlanarImage {
        let size = PixelSize(
            width: Int(heif_image_get_width(image, heif_channel_interleaved)), height: Int(heif_image_get_height(image, heif_channel_interleaved)))
        try limits.check(size)
        var stride: CInt = 0
        guard let pixels = heif_image_get_plane(image, heif_channel_interleaved, &stride), Int(stride) >= size.width * 4 else {
            throw CodecError(.damaged, "The HEIF picture is empty.")
        }
        for y in 0..<size.height {
            let row = pixels + y * Int(stride)
            for x in 0..<size.width {
                let alpha = UInt32(row[4 &* x &+ 3])
                guard alpha < 255 else { continue }
                for c in 0..<3 {
                    row[4 &* x &+ c] = UInt8(truncatingIfNeeded: (UInt32(row[4 &* x &+ c]) &* alpha &+ (255 &- alpha) &* 255 &+ 127) / 255)
                }
            }
        }
        return try PlanarImage(pixels: pixels, size: size, bytesPerRow: Int(stride), layout: .rgba, subsampling: .full)
    }
}

import CHeif
import Glibc
import Pixels

extension HeifHandle {
    /// More than any camera writes: each costs a decode.
    private static let mostTiles: UInt32 = 4096

    /// The picture put together from those of its tiles that can be decoded, grey where the others would be, neither cropped nor turned; `nil` where it has
    /// no tiles or too few are sound.
    ///
    /// - Parameter options: They leave crop and turns alone.
    func tiled(_ space: heif_colorspace, _ chroma: heif_chroma, _ options: UnsafeMutablePointer<heif_decoding_options>) -> HeifImage? {
        var tiling = heif_image_tiling()
        tiling.version = 1
        guard heif_image_handle_get_image_tiling(raw, 0, &tiling).code == heif_error_Ok, tiling.num_columns > 0, tiling.num_rows > 0,
            tiling.num_columns <= Self.mostTiles, tiling.num_rows <= Self.mostTiles / tiling.num_columns, tiling.num_columns * tiling.num_rows > 1,
            tiling.tile_width > 0, tiling.tile_height > 0
        else { return nil }
        let count = Int(tiling.num_columns * tiling.num_rows)
        var canvas: HeifCanvas?, sound = 0
        for row in 0..<tiling.num_rows {
            for column in 0..<tiling.num_columns {
                guard let tile = tile(column, row, space, chroma, options) else { continue }
                if canvas == nil { canvas = HeifCanvas(like: tile, space, chroma, size: storedSize) }
                let (x, y) = (Int(column) * Int(tiling.tile_width), Int(row) * Int(tiling.tile_height))
                if canvas?.paste(tile, x: x, y: y) == true { sound += 1 }
            }
        }
        guard let canvas, sound > 0, Double(sound) >= leastOfTiles * Double(count) else { return nil }
        canvas.target.damage = "\(count - sound) of its \(count) tiles can't be decoded"
        return canvas.target
    }

    private func tile(
        _ column: UInt32, _ row: UInt32, _ space: heif_colorspace, _ chroma: heif_chroma, _ options: UnsafeMutablePointer<heif_decoding_options>
    ) -> HeifImage? {
        var image: OpaquePointer?
        let result = Self.preferred.withCString { name in
            options.pointee.decoder_id = name
            defer { options.pointee.decoder_id = nil }
            return heif_image_handle_decode_image_tile(raw, &image, space, chroma, options, column, row)
        }
        if result.code != heif_error_Ok, heif_image_handle_decode_image_tile(raw, &image, space, chroma, options, column, row).code != heif_error_Ok { return nil }
        return image.map { HeifImage($0) }
    }
}

/// A HEIF picture in the making.
private struct HeifCanvas {
    private struct Layer {
        let channel: heif_channel
        let pixels: UnsafeMutablePointer<UInt8>
        let stride: Int
        let size: PixelSize
        /// Bytes of a pixel.
        let step: Int
        /// Pixels of the picture to one of the layer's.
        let every: (x: Int, y: Int)
        let bits: CInt
    }

    let target: HeifImage
    private var layers: [Layer] = []

    /// `nil` where there is not enough memory, or the tile is of a kind that is not known here.
    init?(like tile: HeifImage, _ space: heif_colorspace, _ chroma: heif_chroma, size: PixelSize) {
        guard let width = CInt(exactly: size.width), let height = CInt(exactly: size.height), width > 0, height > 0 else { return nil }
        var raw: OpaquePointer?
        guard heif_image_create(width, height, space, chroma, &raw).code == heif_error_Ok, let raw else { return nil }
        target = HeifImage(raw)
        heif_image_set_premultiplied_alpha(raw, heif_image_is_premultiplied_alpha(tile.raw))
        for channel in [heif_channel_Y, heif_channel_Cb, heif_channel_Cr, heif_channel_interleaved] where heif_image_has_channel(tile.raw, channel) != 0 {
            let isChroma = channel == heif_channel_Cb || channel == heif_channel_Cr
            let every = (x: isChroma && chroma != heif_chroma_444 ? 2 : 1, y: isChroma && chroma == heif_chroma_420 ? 2 : 1)
            let part = PixelSize(width: (size.width + every.x - 1) / every.x, height: (size.height + every.y - 1) / every.y)
            let bits = heif_image_get_bits_per_pixel_range(tile.raw, channel)
            guard (8...16).contains(bits), heif_image_add_plane(raw, channel, CInt(part.width), CInt(part.height), bits).code == heif_error_Ok else { return nil }
            var stride: CInt = 0
            let step = Self.components(channel, chroma) * (bits > 8 ? 2 : 1)
            guard let pixels = heif_image_get_plane(raw, channel, &stride), Int(stride) >= part.width * step else { return nil }
            let layer = Layer(channel: channel, pixels: pixels, stride: Int(stride), size: part, step: step, every: every, bits: bits)
            Self.grey(layer, hasAlpha: step == (bits > 8 ? 8 : 4))
            layers.append(layer)
        }
        guard !layers.isEmpty else { return nil }
    }

    private static func components(_ channel: heif_channel, _ chroma: heif_chroma) -> Int {
        guard channel == heif_channel_interleaved else { return 1 }
        return chroma == heif_chroma_interleaved_RGBA || chroma == heif_chroma_interleaved_RRGGBBAA_LE ? 4 : 3
    }

    /// Half of the highest value is a grey in all that is asked for, without colour.
    private static func grey(_ layer: Layer, hasAlpha: Bool) {
        let most = (1 << UInt16(layer.bits)) - 1, half = UInt16((most + 1) / 2)
        for y in 0..<layer.size.height {
            let row = UnsafeMutableRawPointer(layer.pixels + y * layer.stride)
            guard layer.bits > 8 else {
                memset(row, CInt(half), layer.size.width * layer.step)
                if hasAlpha { for x in 0..<layer.size.width { row.storeBytes(of: 255, toByteOffset: x * 4 + 3, as: UInt8.self) } }
                continue
            }
            for place in 0..<layer.size.width * layer.step / 2 {
                row.storeBytes(of: (hasAlpha && place % 4 == 3 ? UInt16(most) : half).littleEndian, toByteOffset: place * 2, as: UInt16.self)
            }
        }
    }

    /// False for a tile that is not like the first one.
    func paste(_ tile: HeifImage, x: Int, y: Int) -> Bool {
        for layer in layers {
            let (left, top) = (x / layer.every.x, y / layer.every.y)
            var stride: CInt = 0
            guard left < layer.size.width, top < layer.size.height, let pixels = heif_image_get_plane_readonly(tile.raw, layer.channel, &stride),
                heif_image_get_bits_per_pixel_range(tile.raw, layer.channel) == layer.bits
            else { return false }
            let width = min(layer.size.width - left, Int(heif_image_get_width(tile.raw, layer.channel)))
            let height = min(layer.size.height - top, Int(heif_image_get_height(tile.raw, layer.channel)))
            guard width > 0, height > 0, Int(stride) >= width * layer.step else { return false }
            for line in 0..<height {
                memcpy(layer.pixels + (top + line) * layer.stride + left * layer.step, pixels + line * Int(stride), width * layer.step)
            }
        }
        return true
    }
}

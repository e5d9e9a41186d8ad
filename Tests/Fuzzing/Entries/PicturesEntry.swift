import Codecs
import Metadata
import Pixels

/// Whole files through the libraries that decode them, as a worker does it: still, film, animation, gain map.
enum PicturesEntry {
    private static let side = 48
    private static let codec: Codec = {
        var limits = DecodingLimits()
        (limits.pixels, limits.frames, limits.framePixels) = (1 << 20, 16, 1 << 22)
        return Codec(limits: limits)
    }()

    static func run(_ bytes: UnsafeRawBufferPointer, _ claims: inout Claims) {
        var options = ExamineOptions()
        (options.previewSide, options.thumbnailSide) = (side, side / 2)
        guard let made = try? codec.examine(bytes, name: "a", options) else { return }
        for (picture, most) in [(made.preview, side), (made.thumbnail, side / 2)] {
            guard let picture else { continue }
            claims.claim((1...most).contains(picture.width) && (1...most).contains(picture.height), "\(picture.width) × \(picture.height) where \(most) were asked for")
            claims.claim(picture.bytes.starts(with: [0xFF, 0xD8]) && picture.bytes.suffix(2) == [0xFF, 0xD9], "no JPEG")
        }
        claims.claim(made.facts.gainMap.map { $0.headroom > 1 && $0.headroom <= GainMapFacts.mostHeadroom } ?? true, "a headroom of \(made.facts.gainMap?.headroom ?? 0)")
        var bright = RenderRequest(), still = RenderRequest(), moving = RenderRequest()
        (bright.target, bright.headroom, bright.format) = (PixelSize(width: side, height: side), 0, .rgba16)
        (still.target, still.carriesGainMap, still.carriesTags, still.time) = (bright.target, true, true, 0.5)
        (moving.target, moving.frames) = (bright.target, FrameRange(count: 4, bytes: 1 << 20))
        for request in [bright, still, moving] {
            guard let image = try? codec.render(bytes, name: "a", request) else { continue }
            let count = image.frames?.delays.count ?? 1
            claims.claim(image.width <= side && image.height <= side * count && count <= 4, "\(image.width) × \(image.height) pixels, \(count) frames")
            claims.claim(image.pixels.count >= image.bytesPerRow * image.height && image.bytesPerRow >= image.width * image.format.bytesPerPixel, "too few bytes of pixels")
            claims.claim(image.gainMap.map { $0.starts(with: [0xFF, 0xD8]) && $0.suffix(2) == [0xFF, 0xD9] } ?? true, "a gain map that is no JPEG")
        }
    }
}

import Pixels

/// A picture whose header is read and checked against the limits, and whose pixels come at the scale asked for.
protocol PictureReader {
    /// Full size as stored, before any turning.
    var size: PixelSize { get }
    /// `nil` for sRGB and for grey.
    var profile: ColorProfile? { get }
    /// What the picture needs a bright screen for; `nil` for ordinary ones. Their samples are to be had.
    var bright: BrightColors? { get }
    /// The turn that the container itself prescribes; `nil` where EXIF has the word.
    var containerTurn: OrientationTransform? { get }

    /// The whole picture, as stored, not smaller than `wanted` on either axis unless the original is.
    func decode(covering wanted: PixelSize) throws(CodecError) -> DecodedPicture
    /// A smaller picture of itself that the file carries, where it covers `wanted`.
    func embeddedPreview(covering wanted: PixelSize) throws(CodecError) -> DecodedPicture?
    /// The whole picture, as stored, as samples; `nil` where planes lose nothing of what is wanted: alpha always, more than 8 bits if `deep`.
    func samples(covering wanted: PixelSize, deep: Bool) throws(CodecError) -> SamplePicture?
    /// The part and size that the geometry says, upright, in 16 bits and in the picture's own colours; of bright pictures.
    func deepPixels(_ geometry: Geometry) throws(CodecError) -> DeepPixels
    /// What to show where the picture can't be decoded, the best first; sizes and turns are their own.
    func fallbackPictures() -> [FallbackPicture]
}

extension PictureReader {
    var containerTurn: OrientationTransform? { nil }
    var bright: BrightColors? { nil }
    func embeddedPreview(covering wanted: PixelSize) throws(CodecError) -> DecodedPicture? { nil }
    func samples(covering wanted: PixelSize, deep: Bool) throws(CodecError) -> SamplePicture? { nil }
    func fallbackPictures() -> [FallbackPicture] { [] }

    /// The embedded preview where it is allowed and serves, else the picture itself.
    func picture(covering wanted: PixelSize, allowsEmbedded: Bool) throws(CodecError) -> DecodedPicture {
        if allowsEmbedded, let preview = try embeddedPreview(covering: wanted) { return preview }
        return try decode(covering: wanted)
    }
}

/// Decoded planes and what went wrong on the way to them.
struct DecodedPicture {
    var image: PlanarImage
    /// Why only a part is there.
    var damage: String?
}

extension DecodingLimits {
    /// Throws `tooLarge` for more pixels than allowed and `damaged` for none.
    func check(_ size: PixelSize) throws(CodecError) {
        guard size.width > 0, size.height > 0 else { throw CodecError(.damaged, "The picture says it has no pixels.") }
        let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflow, count <= pixels else {
            throw CodecError(.tooLarge, "The picture has \(size.width) × \(size.height) pixels, more than the \(pixels) that are allowed.")
        }
    }
}

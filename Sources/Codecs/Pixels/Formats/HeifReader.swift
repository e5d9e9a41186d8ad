import CHeif
import Pixels

/// HEIC, HEIF and AVIF: planes as the video codec gives them.
///
/// The container's own crop, rotation and mirroring are not left to libheif but joined with the resizing, where they are free. EXIF's
/// orientation means nothing in these files.
struct HeifReader: PictureReader {
    let size: PixelSize
    let profile: ColorProfile?
    let containerTurn: OrientationTransform?
    let bright: BrightColors?
    private let context: HeifContext
    private let primary: HeifHandle
    /// `nil` leaves crop and turns to libheif.
    private let placement: HeifPlacement?
    private let limits: DecodingLimits

    /// Reads the structure. `bytes` must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer, limits: DecodingLimits) throws(CodecError) {
        try Codec.startLibraries()
        let context = try HeifContext(bytes, limits: limits), primary = try context.primary()
        try self.init(primary, in: context, context.placement(of: primary), limits)
    }

    /// Another picture of the file than the primary one.
    init(item id: heif_item_id, of bytes: UnsafeRawBufferPointer, limits: DecodingLimits) throws(CodecError) {
        try Codec.startLibraries()
        let context = try HeifContext(bytes, limits: limits), picture = try context.picture(id)
        try self.init(picture, in: context, context.placement(of: picture), limits)
    }

    /// Whether the picture says of itself how it is turned or cropped.
    var isPlacedByItself: Bool { placement != HeifPlacement() }

    private init(_ primary: HeifHandle, in context: HeifContext, _ placement: HeifPlacement?, _ limits: DecodingLimits) throws(CodecError) {
        (self.context, self.primary, self.placement) = (context, primary, placement)
        let turn = placement?.turn ?? OrientationTransform.none
        containerTurn = turn
        size = placement?.crop?.size ?? turn.apply(primary.shownSize)
        try limits.check(size)
        profile = ColorProfile(primary.profile, grey: primary.isGrey)
        bright = primary.bright
        self.limits = limits
    }

    func decode(covering wanted: PixelSize) throws(CodecError) -> DecodedPicture {
        try primary.decode(placement, limits: limits)
    }

    func samples(covering wanted: PixelSize, deep: Bool) throws(CodecError) -> SamplePicture? {
        let isDeep = deep && primary.isDeep
        guard isDeep || primary.hasAlpha || bright != nil else { return nil }
        return try primary.samples(placement, deep: isDeep, limits: limits)
    }

    /// iPhones store a picture of 320 or 512 pixels beside the large one.
    func embeddedPreview(covering wanted: PixelSize) throws(CodecError) -> DecodedPicture? {
        guard let placement, placement.crop == nil else { return nil }
        for handle in primary.thumbnails() {
            // The thumbnail is stored the way the primary is and carries the same turns.
            guard context.placement(of: handle) == placement else { continue }
            let stored = placement.turn.apply(handle.shownSize)
            guard stored.width >= wanted.width, stored.height >= wanted.height, isSameShape(stored) else { continue }
            // What is broken here may be sound in the picture itself.
            guard let picture = try? handle.decode(placement, limits: limits), picture.damage == nil else { continue }
            return picture
        }
        return nil
    }

    /// The small picture of the whole first: of the large one less than half is sound.
    func fallbackPictures() -> [FallbackPicture] {
        var result = primary.thumbnails().compactMap { handle -> FallbackPicture? in
            // Some files leave the turns away that the large picture has.
            var own = context.placement(of: handle)
            if own == HeifPlacement() { own?.turn = placement?.turn ?? OrientationTransform.none }
            guard let reader = try? HeifReader(handle, in: context, own, limits) else { return nil }
            return FallbackPicture(reader: reader, reason: "only the small picture that it carries of itself can be shown")
        }
        if let handle = try? context.primary() {
            handle.leastOfTiles = 0
            if let reader = try? HeifReader(handle, in: context, placement, limits) {
                result.append(FallbackPicture(reader: reader, reason: "most of its tiles can't be decoded"))
            }
        }
        return result
    }

    /// Some cameras store a thumbnail with bars or another crop.
    private func isSameShape(_ other: PixelSize) -> Bool {
        let a = Double(size.width) / Double(size.height), b = Double(other.width) / Double(other.height)
        return abs(a / b - 1) < 0.02
    }
}

import CHeif

/// HEIC, HEIF and AVIF: planes as the video codec gives them.
///
/// The container's own crop, rotation and mirroring are not left to libheif but joined with the resizing, where they are free. EXIF's
/// orientation means nothing in these files.
struct HeifReader: PictureReader {
    let size: PixelSize
    let profile: ColorProfile?
    let containerTurn: Turn?
    let bright: BrightColors?
    private let context: HeifContext
    private let primary: HeifHandle
    /// `nil` leaves crop and turns to libheif.
    private let placement: HeifPlacement?
    private let limits: Codec.Limits

    /// Reads the structure. `bytes` must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer, limits: Codec.Limits) throws(CodecError) {
        try Codec.startLibraries()
        context = try HeifContext(bytes, limits: limits)
        primary = try context.primary()
        placement = context.placement(of: primary)
        let turn = placement?.turn ?? Turn.none
        containerTurn = turn
        size = placement?.crop?.size ?? turn.apply(primary.shownSize)
        try limits.check(size)
        profile = ColorProfile(primary.profile, grey: primary.isGrey)
        bright = primary.bright
        self.limits = limits
    }

    func decode(covering wanted: PixelSize) throws(CodecError) -> DecodedPicture {
        DecodedPicture(image: try primary.decode(placement, limits: limits), damage: nil)
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
            return DecodedPicture(image: try handle.decode(placement, limits: limits), damage: nil)
        }
        return nil
    }

    /// Some cameras store a thumbnail with bars or another crop.
    private func isSameShape(_ other: PixelSize) -> Bool {
        let a = Double(size.width) / Double(size.height), b = Double(other.width) / Double(other.height)
        return abs(a / b - 1) < 0.02
    }
}

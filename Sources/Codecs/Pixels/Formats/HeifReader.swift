import CHeif

/// HEIC, HEIF and AVIF: planes as the video codec gives them.
///
/// The container's own rotation and mirroring are not left to libheif but joined with the resizing, where they are free. EXIF's
/// orientation means nothing in these files.
struct HeifReader: PictureReader {
    let size: PixelSize
    let profile: ColorProfile?
    let containerTurn: Turn?
    private let context: HeifContext
    private let primary: HeifHandle
    private let limits: Codec.Limits

    /// Reads the structure. `bytes` must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer, limits: Codec.Limits) throws(CodecError) {
        try Codec.startLibraries()
        context = try HeifContext(bytes, limits: limits)
        primary = try context.primary()
        // A crop between the turns (`clap`) is libheif's to do; the size it tells is the one after its transformations.
        let plan = context.turn(of: primary.id)
        containerTurn = plan ?? Turn.none
        let shown = PixelSize(width: Int(heif_image_handle_get_width(primary.raw)), height: Int(heif_image_handle_get_height(primary.raw)))
        size = plan?.apply(shown) ?? shown
        try limits.check(size)
        profile = ColorProfile(primary.profile)
        self.limits = limits
    }

    func decode(covering wanted: PixelSize) throws(CodecError) -> DecodedPicture {
        DecodedPicture(image: try primary.decode(ignoringTurns: context.turn(of: primary.id) != nil, limits: limits), damage: nil)
    }

    func samples(covering wanted: PixelSize, deep: Bool) throws(CodecError) -> SamplePicture? {
        let isDeep = deep && primary.isDeep
        guard isDeep || primary.hasAlpha else { return nil }
        return try primary.samples(ignoringTurns: context.turn(of: primary.id) != nil, deep: isDeep, limits: limits)
    }

    /// iPhones store a picture of 320 or 512 pixels beside the large one.
    func embeddedPreview(covering wanted: PixelSize) throws(CodecError) -> DecodedPicture? {
        guard context.turn(of: primary.id) != nil else { return nil }
        for handle in primary.thumbnails() {
            // The thumbnail is stored the way the primary is and carries the same turns.
            guard let turn = context.turn(of: handle.id), turn == containerTurn else { continue }
            let shown = PixelSize(width: Int(heif_image_handle_get_width(handle.raw)), height: Int(heif_image_handle_get_height(handle.raw)))
            let stored = turn.apply(shown)
            guard stored.width >= wanted.width, stored.height >= wanted.height, isSameShape(stored) else { continue }
            return DecodedPicture(image: try handle.decode(ignoringTurns: true, limits: limits), damage: nil)
        }
        return nil
    }

    /// Some cameras store a thumbnail with bars or another crop.
    private func isSameShape(_ other: PixelSize) -> Bool {
        let a = Double(size.width) / Double(size.height), b = Double(other.width) / Double(other.height)
        return abs(a / b - 1) < 0.02
    }
}

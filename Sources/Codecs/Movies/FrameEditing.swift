import Adjustments
import Pixels

/// What is done to a film's frames between its decoder and its encoder: adjustments, as to a photo, or whatever the sink does. For one thread.
final class FrameEditing {
    private enum Edit {
        case adjustments(PhotoAdjustments, ColorRecipe)
        case sink(any TranscodeSink)
    }

    private let edit: Edit
    /// Of the frames' own primaries; `nil` means sRGB.
    private let profile: [UInt8]?
    /// Of frames of 16 bits that are handed out: with their own curve, where that is one for bright screens.
    private let deepProfile: [UInt8]?
    /// Of frames that are still for bright screens.
    private let bright: BrightEditing?
    /// What was given out last: memory of one's own, or the sink's picture.
    private var memory: PixelMemory?
    private var picture: PixelImage?
    /// Why an edit could not be made.
    private(set) var failure: CodecError?

    /// - Parameters:
    ///   - adjustments: `nil` leaves the edit to the sink.
    ///   - profile: empty means sRGB.
    ///   - bright: of a film for bright screens, whose frames of 16 bits have such values.
    init(_ adjustments: PhotoAdjustments?, _ sink: some TranscodeSink, profile: [UInt8], bright: BrightColors?) {
        edit = adjustments.map { .adjustments($0, ColorRecipe($0)) } ?? .sink(sink)
        let primaries = profile.isEmpty ? nil : profile
        self.profile = primaries
        deepProfile = bright.map { $0.profile(isHybrid: $0.curve == .hybrid) } ?? primaries
        self.bright = bright.map { BrightEditing($0) }
    }

    /// - Returns: `R G B A` of the same format without gaps, valid until the next call; `nil` ends the film.
    func edit(_ frame: UnsafeRawBufferPointer, _ size: PixelSize, _ format: PixelFormat, at seconds: Double) -> (pixels: UnsafeRawPointer, size: PixelSize)? {
        switch edit {
        case .adjustments(let adjustments, let colors):
            do throws(CodecError) { return try adjusted(frame, size, format, adjustments, colors) } catch {
                failure = error
                return nil
            }
        case .sink(let sink):
            let shown = PixelImage(
                width: size.width, height: size.height, bytesPerRow: size.width * format.bytesPerPixel, format: format, pixels: PixelBuffer(frame) {}, hasAlpha: false,
                iccProfile: format == .rgba16 ? deepProfile : profile)
            do {
                let edited = try sink.frame(shown, at: max(0, seconds))
                let row = edited.width * format.bytesPerPixel
                guard edited.format == format, edited.bytesPerRow == row, edited.pixels.count >= row * edited.height else {
                    failure = CodecError(.invalidRequest, "an edited frame must have as many bits a component as before, and no gaps between its rows")
                    return nil
                }
                picture = edited
                // The picture holds the memory as long as it is there.
                let pixels = edited.pixels.withUnsafeBytes { $0.baseAddress }
                return pixels.map { ($0, PixelSize(width: edited.width, height: edited.height)) }
            } catch {
                failure = error as? CodecError
                return nil
            }
        }
    }

    private func adjusted(
        _ frame: UnsafeRawBufferPointer, _ size: PixelSize, _ format: PixelFormat, _ adjustments: PhotoAdjustments, _ colors: ColorRecipe
    ) throws(CodecError) -> (pixels: UnsafeRawPointer, size: PixelSize)? {
        let turn = OrientationTransform(orientation: adjustments.orientation), turned = turn.apply(size)
        let geometry = ResultGeometry(adjustments, frameWidth: turned.width, frameHeight: turned.height), wanted = PixelSize(width: geometry.width, height: geometry.height)
        // What is not warped is cut out on the way, pixel by pixel.
        let corner = adjustments.isWarped ? (0, 0) : (Self.edge(adjustments.crop.x, turned.width), Self.edge(adjustments.crop.y, turned.height))
        let part =
            try format == .rgba16
            ? Self.turned(frame, UInt64.self, size, turn, from: corner, adjustments.isWarped ? turned : wanted)
            : Self.turned(frame, UInt32.self, size, turn, from: corner, adjustments.isWarped ? turned : wanted)
        var layout = PixelLayout(width: turned.width, height: turned.height, format: format, hasAlpha: false, iccProfile: profile)
        if !adjustments.isWarped { (layout.width, layout.height) = (wanted.width, wanted.height) }
        if !adjustments.isWarped, colors.isNeutral { return kept(part, wanted) }
        let picture = try AdjustedPicture((layout, part))
        let result = PixelMemory(), shown = adjustments.isWarped ? try picture.projected(geometry, to: wanted) : picture
        if format == .rgba16, let bright {
            if !colors.isNeutral { try bright.apply(colors, to: shown) }
            return kept(shown.pixels, wanted)
        }
        guard let output = try result.allocate(wanted.width * wanted.height * format.bytesPerPixel).baseAddress else { return nil }
        try shown.colored(colors, into: output)
        return kept(result, wanted)
    }

    private func kept(_ result: PixelMemory, _ size: PixelSize) -> (pixels: UnsafeRawPointer, size: PixelSize)? {
        memory = result
        return result.bytes.baseAddress.map { (UnsafeRawPointer($0), size) }
    }

    /// As `ResultGeometry` rounds it.
    private static func edge(_ origin: Double, _ pixels: Int) -> Int { min(Int((origin * Double(pixels)).rounded()), pixels - 1) }

    /// A part of the picture as it stands turned.
    /// - Parameter pixel: what one pixel is as a whole.
    private static func turned<Pixel: FixedWidthInteger>(
        _ frame: UnsafeRawBufferPointer, _ pixel: Pixel.Type, _ size: PixelSize, _ turn: OrientationTransform, from corner: (x: Int, y: Int), _ part: PixelSize
    ) throws(CodecError) -> PixelMemory {
        let memory = PixelMemory(), output = try memory.allocate(part.width * part.height * MemoryLayout<Pixel>.size)
        let pixels = frame.assumingMemoryBound(to: pixel), target = output.assumingMemoryBound(to: pixel)
        for y in 0..<part.height {
            for x in 0..<part.width {
                var (column, row) = (x &+ corner.x, y &+ corner.y)
                if turn.transposes { (column, row) = (row, column) }
                if turn.mirrorsColumns { column = size.width &- 1 &- column }
                if turn.mirrorsRows { row = size.height &- 1 &- row }
                target[y &* part.width &+ x] = pixels[row &* size.width &+ column]
            }
        }
        return memory
    }
}

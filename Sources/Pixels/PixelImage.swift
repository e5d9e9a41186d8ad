/// Upright pixels in memory, rows top to bottom.
package struct PixelImage: Sendable {
    package var width: Int
    package var height: Int
    package var bytesPerRow: Int
    package var format: PixelFormat
    package var pixels: PixelBuffer
    package var hasAlpha: Bool
    /// ICC profile of the pixels; `nil` means sRGB.
    package var iccProfile: [UInt8]?
    /// Why only a part of the picture is there; `nil` for a sound file.
    package var damage: String?
    /// Where frames were asked for: they lie one below the other, and all rows count in `height`.
    package var frames: FrameTiming?
    /// Where it was asked for: the EXIF block of the file, as one that holds these pixels has it.
    package var exif: [UInt8]?
    /// Where it was asked for: the gain map that belongs to these pixels, as the JPEG that a file has behind its picture.
    package var gainMap: [UInt8]?

    /// Bytes of memory that the pixels occupy, for whoever has a budget.
    package var byteCount: Int { pixels.occupied }

    package init(
        width: Int, height: Int, bytesPerRow: Int, format: PixelFormat = .rgba8, pixels: PixelBuffer, hasAlpha: Bool, iccProfile: [UInt8]? = nil,
        damage: String? = nil
    ) {
        (self.width, self.height, self.bytesPerRow, self.format, self.pixels) = (width, height, bytesPerRow, format, pixels)
        (self.hasAlpha, self.iccProfile, self.damage) = (hasAlpha, iccProfile, damage)
    }

    /// Copies the pixels.
    package init(
        width: Int, height: Int, bytesPerRow: Int, format: PixelFormat = .rgba8, pixels: [UInt8], hasAlpha: Bool, iccProfile: [UInt8]? = nil,
        damage: String? = nil
    ) {
        self.init(
            width: width, height: height, bytesPerRow: bytesPerRow, format: format, pixels: PixelBuffer(pixels), hasAlpha: hasAlpha, iccProfile: iccProfile,
            damage: damage)
    }

    package init(_ layout: PixelLayout, _ pixels: PixelBuffer) {
        self.init(
            width: layout.width, height: layout.height, bytesPerRow: layout.bytesPerRow, format: layout.format, pixels: pixels, hasAlpha: layout.hasAlpha,
            iccProfile: layout.iccProfile, damage: layout.damage)
        (frames, exif, gainMap) = (layout.frames, layout.exif, layout.gainMap)
    }
}

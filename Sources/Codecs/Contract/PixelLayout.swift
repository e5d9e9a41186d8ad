/// What `render` wrote into its caller's memory: rows, top to bottom, without gaps between them.
package struct PixelLayout: Sendable, Equatable {
    package var width: Int
    package var height: Int
    package var format: PixelFormat
    package var hasAlpha: Bool
    /// ICC profile of the pixels; `nil` means sRGB.
    package var iccProfile: [UInt8]?
    /// Why only a part of the picture is there; `nil` for a sound file.
    package var damage: String?
    /// Where frames were asked for: what belongs to each of them. Their rows lie one below the other and all count in `height`.
    package var frames: FrameTiming?

    package var bytesPerRow: Int { width * format.bytesPerPixel }
    package var byteCount: Int { bytesPerRow * height }

    package init(
        width: Int, height: Int, format: PixelFormat = .rgba8, hasAlpha: Bool, iccProfile: [UInt8]? = nil, damage: String? = nil
    ) {
        (self.width, self.height, self.format, self.hasAlpha) = (width, height, format, hasAlpha)
        (self.iccProfile, self.damage) = (iccProfile, damage)
    }
}

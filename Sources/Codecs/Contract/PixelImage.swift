/// Upright pixels in memory: 8 bits a component, `R G B A` with straight alpha, rows top to bottom.
package struct PixelImage: Sendable {
    package var width: Int
    package var height: Int
    package var bytesPerRow: Int
    package var pixels: [UInt8]
    package var hasAlpha: Bool
    /// ICC profile of the pixels; `nil` means sRGB.
    package var iccProfile: [UInt8]?
    /// Why only a part of the picture is there; `nil` for a sound file.
    package var damage: String?

    package init(width: Int, height: Int, bytesPerRow: Int, pixels: [UInt8], hasAlpha: Bool, iccProfile: [UInt8]? = nil, damage: String? = nil) {
        (self.width, self.height, self.bytesPerRow, self.pixels) = (width, height, bytesPerRow, pixels)
        (self.hasAlpha, self.iccProfile, self.damage) = (hasAlpha, iccProfile, damage)
    }
}

/// What `render` wrote into its caller's memory: rows of `R G B A`, top to bottom, without gaps between them.
package struct PixelLayout: Sendable, Equatable {
    package var width: Int
    package var height: Int
    package var hasAlpha: Bool
    /// ICC profile of the pixels; `nil` means sRGB.
    package var iccProfile: [UInt8]?
    /// Why only a part of the picture is there; `nil` for a sound file.
    package var damage: String?

    package var bytesPerRow: Int { width * 4 }
    package var byteCount: Int { bytesPerRow * height }

    package init(width: Int, height: Int, hasAlpha: Bool, iccProfile: [UInt8]? = nil, damage: String? = nil) {
        (self.width, self.height, self.hasAlpha, self.iccProfile, self.damage) = (width, height, hasAlpha, iccProfile, damage)
    }
}

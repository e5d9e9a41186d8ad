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
    /// Where it was asked for: the EXIF block of the file, as one that holds these pixels has it.
    package var exif: [UInt8]?
    /// Where it was asked for: the gain map that belongs to these pixels, as the JPEG that a file has behind its picture.
    package var gainMap: [UInt8]?

    package var bytesPerRow: Int { width * format.bytesPerPixel }
    package var byteCount: Int { bytesPerRow * height }

    package init(
        width: Int, height: Int, format: PixelFormat = .rgba8, hasAlpha: Bool, iccProfile: [UInt8]? = nil, damage: String? = nil
    ) {
        (self.width, self.height, self.format, self.hasAlpha) = (width, height, format, hasAlpha)
        (self.iccProfile, self.damage) = (iccProfile, damage)
    }
}

/// How one pixel lies in memory: `R G B A` with straight alpha.
package enum PixelFormat: UInt8, Sendable, Hashable {
    case rgba8 = 1
    /// In the machine's byte order, from 0 to 65535.
    case rgba16 = 2

    package var bytesPerPixel: Int { self == .rgba8 ? 4 : 8 }
    package var bitsPerComponent: Int { self == .rgba8 ? 8 : 16 }
}

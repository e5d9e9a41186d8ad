@testable import Codecs

extension Quadrants {
    /// Stored pixels without alpha.
    static func source(_ width: Int, _ height: Int, orientation: Int = 1) -> PixelImageSource {
        let image = stored(width, height, orientation: orientation)
        return PixelImageSource(
            width: image.width, height: image.height,
            rgb: (0..<image.width * image.height).flatMap { Array(image.pixels[$0 * 4..<$0 * 4 + 3]) })
    }
}

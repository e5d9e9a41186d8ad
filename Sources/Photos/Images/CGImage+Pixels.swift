import Codecs
import Foundation

extension CGImage {
    /// Shares the pixels.
    convenience init(_ image: PixelImage) {
        let space = image.iccProfile.flatMap { CGColorSpace(iccData: Data($0)) } ?? CGColorSpaceCreateDeviceRGB()
        self.init(
            width: image.width, height: image.height, bytesPerRow: image.bytesPerRow, pixels: image.pixels, hasAlpha: image.hasAlpha, colorSpace: space)
    }
}

extension PixelImage {
    /// Shares the pixels.
    init(_ image: CGImage) {
        self.init(
            width: image.width, height: image.height, bytesPerRow: image.bytesPerRow, pixels: image.pixels, hasAlpha: image.hasAlpha,
            iccProfile: image.colorSpace?.copyICCData().map { [UInt8](Data(referencing: $0)) })
    }
}

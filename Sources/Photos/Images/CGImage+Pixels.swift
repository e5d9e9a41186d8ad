import Codecs
import Foundation

extension CGImage {
    /// Shares the pixels.
    convenience init(_ image: PixelImage) {
        let space = image.iccProfile.flatMap { CGColorSpace(iccData: Data($0)) } ?? CGColorSpaceCreateDeviceRGB()
        let pixels = image.pixels.withUnsafeBytes { PixelBytes($0, owner: image.pixels) }
        self.init(
            width: image.width, height: image.height, bytesPerRow: image.bytesPerRow, bitsPerComponent: image.format.bitsPerComponent, pixels: pixels,
            hasAlpha: image.hasAlpha, colorSpace: space)
    }
}

extension PixelImage {
    /// Shares the pixels.
    init(_ image: CGImage) {
        let pixels = image.pixels.withUnsafeBytes { bytes in PixelBuffer(bytes) { withExtendedLifetime(image) {} } }
        self.init(
            width: image.width, height: image.height, bytesPerRow: image.bytesPerRow, format: image.bitsPerComponent == 16 ? .rgba16 : .rgba8, pixels: pixels,
            hasAlpha: image.hasAlpha, iccProfile: image.colorSpace?.copyICCData().map { [UInt8](Data(referencing: $0)) })
    }
}

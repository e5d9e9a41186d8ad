import Foundation
import Metadata
import Pixels

extension CGImage {
    /// Shares the pixels.
    convenience init(_ image: PixelImage) {
        let space = image.iccProfile.map { CGColorSpace(pixelProfile: $0) } ?? CGColorSpaceCreateDeviceRGB()
        let pixels = image.pixels.withUnsafeBytes { PixelBytes($0, owner: image.pixels) }
        self.init(
            width: image.width, height: image.height, bytesPerRow: image.bytesPerRow, bitsPerComponent: image.format.bitsPerComponent, pixels: pixels,
            hasAlpha: image.hasAlpha, colorSpace: space)
    }
}

extension CGColorSpace {
    /// By its name where the profile says one of those that applications know.
    fileprivate convenience init(pixelProfile bytes: [UInt8]) {
        let title: CFString? =
            switch bytes.withUnsafeBytes({ ICCProfile.description($0) }) {
            case "Display P3": Self.displayP3
            case "Adobe RGB (1998)": Self.adobeRGB1998
            case "Rec. ITU-R BT.2020", "Rec. ITU-R BT.2020-1": Self.itur_2020
            case "Rec. ITU-R BT.2100 PQ": Self.itur_2100_PQ
            case "Rec. ITU-R BT.2100 HLG": Self.itur_2100_HLG
            case "Display P3 PQ": Self.displayP3_PQ
            case "Display P3 HLG": Self.displayP3_HLG
            case "ROMM RGB", "ProPhoto RGB", "ROMM RGB: ISO 22028-2:2013": Self.rommrgb
            default: nil
            }
        self.init(title: title.map { $0 as String }, profile: Data(bytes), model: .rgb)
    }
}

extension PixelImage {
    /// Shares the pixels.
    init(_ image: CGImage) {
        let pixels = image.pixels.withUnsafeBytes { bytes in PixelBuffer(bytes) { withExtendedLifetime(image) {} } }
        self.init(
            width: image.width, height: image.height, bytesPerRow: image.bytesPerRow, format: image.bitsPerComponent == 16 ? .rgba16 : .rgba8, pixels: pixels,
            hasAlpha: image.hasAlpha, iccProfile: image.colorSpace?.copyICCData().map { [UInt8]($0.copied) })
    }
}

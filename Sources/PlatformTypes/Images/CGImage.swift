import Foundation

public enum CGImageAlphaInfo: UInt32, Sendable {
    case none = 0
    case premultipliedLast = 1
    case premultipliedFirst = 2
    case last = 3
    case first = 4
    case noneSkipLast = 5
    case noneSkipFirst = 6
    case alphaOnly = 7
}

public struct CGBitmapInfo: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    public static let byteOrderDefault = CGBitmapInfo([])
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
}

public enum CGColorRenderingIntent: Int32, Sendable {
    case defaultIntent = 0, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}

/// Pixels in memory: `R G B A` with straight alpha (or an unused fourth component), rows from top to bottom, 8 bits a component; 16 in the machine's
/// byte order for pictures that were asked for so.
public final class CGImage: Sendable {
    public let width: Int
    public let height: Int
    public let bytesPerRow: Int
    public let bitsPerComponent: Int
    public let alphaInfo: CGImageAlphaInfo
    public let colorSpace: CGColorSpace?
    package let pixels: PixelBytes

    public var bitsPerPixel: Int { bitsPerComponent * 4 }
    package var bytesPerPixel: Int { bitsPerComponent / 2 }
    public var hasAlpha: Bool { alphaInfo == .last }

    public var bitmapInfo: CGBitmapInfo {
        let order: CGBitmapInfo = bitsPerComponent == 8 ? .byteOrderDefault : UInt16(1).littleEndian == 1 ? .byteOrder16Little : .byteOrder16Big
        return CGBitmapInfo(rawValue: alphaInfo.rawValue).union(order)
    }

    /// A copy of the pixels, `bytesPerRow * height` bytes.
    public var dataProvider: CGDataProvider? { CGDataProvider(pixels.withUnsafeBytes { Data($0) }) }

    package init(width: Int, height: Int, bytesPerRow: Int, bitsPerComponent: Int = 8, pixels: PixelBytes, hasAlpha: Bool, colorSpace: CGColorSpace) {
        let pixel = bitsPerComponent / 2
        precondition(bitsPerComponent == 8 || bitsPerComponent == 16)
        precondition(width > 0 && height > 0 && bytesPerRow >= width * pixel && pixels.count >= bytesPerRow * (height - 1) + width * pixel)
        (self.width, self.height, self.bytesPerRow, self.bitsPerComponent, self.pixels) = (width, height, bytesPerRow, bitsPerComponent, pixels)
        (alphaInfo, self.colorSpace) = (hasAlpha ? .last : .noneSkipLast, colorSpace)
    }

    /// From 8-bit gray, RGB, RGBA or RGBX pixels, most significant component first. `nil` for other layouts, for sizes that are not positive, and
    /// where the provider has too few bytes. Premultiplied alpha is divided out.
    public convenience init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace, bitmapInfo: CGBitmapInfo,
        provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool, intent: CGColorRenderingIntent
    ) {
        guard let pixels = CGImage.unpack(
            provider.contents, width: width, height: height, bits: (bitsPerComponent, bitsPerPixel), bytesPerRow: bytesPerRow, info: bitmapInfo, space: space)
        else { return nil }
        let alpha = CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
        let hasAlpha = bitsPerPixel == 32 && (alpha == .last || alpha == .premultipliedLast)
        let colors = space.model == .monochrome ? CGColorSpaceCreateDeviceRGB() : space
        self.init(width: width, height: height, bytesPerRow: width * 4, pixels: pixels, hasAlpha: hasAlpha, colorSpace: colors)
    }

    /// The part of the image inside `rect` (pixels, origin at the top left, rounded outwards); `nil` where they don't meet.
    public func cropping(to rect: CGRect) -> CGImage? {
        let whole = CGRect(x: 0, y: 0, width: width, height: height)
        let part = rect.standardized.intersection(whole)
        guard !part.isNull, !part.isEmpty else { return nil }
        let x = Int(part.minX.rounded(.down)), y = Int(part.minY.rounded(.down))
        let right = min(width, Int(part.maxX.rounded(.up))), bottom = min(height, Int(part.maxY.rounded(.up)))
        let pixel = bytesPerPixel, rowBytes = (right - x) * pixel
        let cut = PixelBytes(count: rowBytes * (bottom - y)) { target in
            pixels.withUnsafeBytes { source in
                for row in y..<bottom {
                    let from = UnsafeRawBufferPointer(rebasing: source[(row * bytesPerRow + x * pixel)...].prefix(rowBytes))
                    UnsafeMutableRawBufferPointer(rebasing: target[((row - y) * rowBytes)...]).copyMemory(from: from)
                }
            }
        }
        return CGImage(
            width: right - x, height: bottom - y, bytesPerRow: rowBytes, bitsPerComponent: bitsPerComponent, pixels: cut, hasAlpha: hasAlpha,
            colorSpace: colorSpace ?? CGColorSpaceCreateDeviceRGB())
    }
}

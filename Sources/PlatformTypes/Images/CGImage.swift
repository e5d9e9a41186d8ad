import Foundation

/// Where in a pixel the alpha component is, and whether the colours are multiplied by it.
/// <https://developer.apple.com/documentation/coregraphics/cgimagealphainfo>
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// No alpha: the pixel has no component for it.
    case none = 0
    /// The last component; the colours are multiplied by it.
    case premultipliedLast = 1
    /// The first component; the colours are multiplied by it.
    case premultipliedFirst = 2
    /// The last component; the colours are not multiplied by it.
    case last = 3
    /// The first component; the colours are not multiplied by it.
    case first = 4
    /// The last component is there and means nothing.
    case noneSkipLast = 5
    /// The first component is there and means nothing.
    case noneSkipFirst = 6
    /// Alpha without colours.
    case alphaOnly = 7
}

/// How a pixel's components lie in memory. <https://developer.apple.com/documentation/coregraphics/cgbitmapinfo>
public struct CGBitmapInfo: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The bits that hold a `CGImageAlphaInfo`.
    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
    /// The bits that hold the order of bytes.
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    /// Components in the order they are named, one byte each.
    public static let byteOrderDefault = CGBitmapInfo([])
    /// 16-bit units, the least significant byte first.
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
    /// 32-bit units, the least significant byte first.
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
    /// 16-bit units, the most significant byte first.
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
    /// 32-bit units, the most significant byte first.
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
}

/// How colours that a space can't show are replaced. Nothing here converts by it.
/// <https://developer.apple.com/documentation/coregraphics/cgcolorrenderingintent>
public enum CGColorRenderingIntent: Int32, Sendable {
    /// Whatever suits the picture.
    case defaultIntent = 0
    /// The nearest colour that can be shown, white points as they are.
    case absoluteColorimetric = 1
    /// The nearest colour that can be shown, seen against the other white point.
    case relativeColorimetric = 2
    /// All colours moved a little, so that their differences stay visible.
    case perceptual = 3
    /// Vivid colours stay vivid, whatever their hue becomes.
    case saturation = 4
}

/// Pixels in memory: `R G B A` with straight alpha (or an unused fourth component), rows from top to bottom, 8 bits a component; 16 in the machine's
/// byte order for pictures that were asked for so.
public final class CGImage: Sendable {
    /// Pixels in a row, as stored.
    public let width: Int
    /// Rows, as stored.
    public let height: Int
    /// Bytes from the beginning of a row to that of the next, at least `width` times a pixel's.
    public let bytesPerRow: Int
    /// 8, or 16 for pictures that were asked for so.
    public let bitsPerComponent: Int
    /// `last` where there is alpha, else `noneSkipLast`: a pixel has four components either way.
    public let alphaInfo: CGImageAlphaInfo
    /// What the colours mean; never `nil` here.
    public let colorSpace: CGColorSpace?
    package let pixels: PixelBytes

    /// 32 or 64.
    public var bitsPerPixel: Int { bitsPerComponent * 4 }
    package var bytesPerPixel: Int { bitsPerComponent / 2 }
    /// Whether any pixel may be transparent.
    public var hasAlpha: Bool { alphaInfo == .last }

    /// `alphaInfo` with the order of bytes: the default for 8 bits a component, the machine's for 16.
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
        guard
            let pixels = CGImage.unpack(
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

/// Bytes of an image.
public final class CGDataProvider: Sendable {
    private let bytes: Data

    /// Keeps the bytes; never `nil`.
    public init?(data: CFData) { bytes = data.copied }

    package init(_ bytes: Data) { self.bytes = bytes }

    /// All bytes; never `nil`.
    public var data: CFData? { bytes as NSData }

    package var contents: Data { bytes }
}

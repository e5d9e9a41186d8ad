import Foundation

extension CGImage {
    /// Client pixels as RGBA with straight alpha, or `nil` where the layout is none we read or the bytes don't suffice.
    static func unpack(
        _ data: Data, width: Int, height: Int, bits: (component: Int, pixel: Int), bytesPerRow: Int, info: CGBitmapInfo, space: CGColorSpace
    ) -> PixelBytes? {
        let alpha = CGImageAlphaInfo(rawValue: info.rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
        let order = info.rawValue & 0x7000
        guard bits.component == 8, width > 0, height > 0, order == 0 || order == CGBitmapInfo.byteOrder32Big.rawValue, let alpha else { return nil }
        let samples = bits.pixel / 8
        switch (bits.pixel, alpha) {
        case (32, .last), (32, .premultipliedLast), (32, .noneSkipLast): guard space.model == .rgb else { return nil }
        case (24, .none): guard space.model == .rgb else { return nil }
        case (8, .none): guard space.model == .monochrome else { return nil }
        default: return nil
        }
        // Sizes come from the client: no product may overflow before it is compared with what is there.
        let (rowBytes, rowOverflow) = width.multipliedReportingOverflow(by: samples)
        let (lastRow, lastOverflow) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
        let (needed, sumOverflow) = lastRow.addingReportingOverflow(rowBytes)
        guard !rowOverflow, !lastOverflow, !sumOverflow, bytesPerRow >= rowBytes, data.count >= needed else { return nil }

        return PixelBytes(count: width * height * 4) { out in
            data.withUnsafeBytes { (source: UnsafeRawBufferPointer) in
                var target = 0
                for row in 0..<height {
                    for column in 0..<width {
                        let at = row * bytesPerRow + column * samples
                        out[target] = source[at]
                        out[target + 1] = source[samples == 1 ? at : at + 1]
                        out[target + 2] = source[samples == 1 ? at : at + 2]
                        out[target + 3] = samples == 4 && alpha != .noneSkipLast ? source[at + 3] : 255
                        if alpha == .premultipliedLast { divideOut(out, target) }
                        target += 4
                    }
                }
            }
        }
    }

    private static func divideOut(_ pixels: UnsafeMutableRawBufferPointer, _ at: Int) {
        let alpha = Int(pixels[at + 3])
        guard alpha > 0, alpha < 255 else { return }
        for component in at..<(at + 3) { pixels[component] = UInt8(min(255, (Int(pixels[component]) * 255 + alpha / 2) / alpha)) }
    }

    /// The same picture with its pixels turned upright.
    package func upright(from orientation: CGImagePropertyOrientation) -> CGImage {
        guard orientation != .up else { return self }
        let (newWidth, newHeight) = orientation.swapsAxes ? (height, width) : (width, height)
        let size = bytesPerPixel
        let turned = PixelBytes(count: newWidth * newHeight * size) { target in
            pixels.withUnsafeBytes { source in
                for y in 0..<newHeight {
                    for x in 0..<newWidth {
                        let from = stored(x, y, orientation)
                        let (at, to) = (from.y * bytesPerRow + from.x * size, (y * newWidth + x) * size)
                        if size == 4 {
                            target.storeBytes(of: source.loadUnaligned(fromByteOffset: at, as: UInt32.self), toByteOffset: to, as: UInt32.self)
                        } else {
                            target.storeBytes(of: source.loadUnaligned(fromByteOffset: at, as: UInt64.self), toByteOffset: to, as: UInt64.self)
                        }
                    }
                }
            }
        }
        return CGImage(
            width: newWidth, height: newHeight, bytesPerRow: newWidth * size, bitsPerComponent: bitsPerComponent, pixels: turned, hasAlpha: hasAlpha,
            colorSpace: colorSpace ?? CGColorSpaceCreateDeviceRGB())
    }

    /// Where the pixel that stands at `x`, `y` upright is stored.
    private func stored(_ x: Int, _ y: Int, _ orientation: CGImagePropertyOrientation) -> (x: Int, y: Int) {
        switch orientation {
        case .up: (x, y)
        case .upMirrored: (width - 1 - x, y)
        case .down: (width - 1 - x, height - 1 - y)
        case .downMirrored: (x, height - 1 - y)
        case .leftMirrored: (y, x)
        case .right: (y, height - 1 - x)
        case .rightMirrored: (width - 1 - y, height - 1 - x)
        case .left: (width - 1 - y, x)
        }
    }
}

import Pixels

extension PixelImage {
    package var size: PixelSize { PixelSize(width: width, height: height) }

    /// The rectangle at `x`, `y` (pixels from the top left), which must lie inside.
    package func cropped(x: Int, y: Int, width newWidth: Int, height newHeight: Int) -> PixelImage {
        precondition(x >= 0 && y >= 0 && newWidth > 0 && newHeight > 0 && x + newWidth <= width && y + newHeight <= height)
        if newWidth == width, newHeight == height { return self }
        let pixel = format.bytesPerPixel, rowBytes = newWidth * pixel
        let cut = PixelBuffer(count: rowBytes * newHeight) { out in
            pixels.withUnsafeBytes { bytes in
                for row in 0..<newHeight {
                    let from = UnsafeRawBufferPointer(rebasing: bytes[((y + row) * bytesPerRow + x * pixel)...].prefix(rowBytes))
                    UnsafeMutableRawBufferPointer(rebasing: out[(row * rowBytes)..<((row + 1) * rowBytes)]).copyMemory(from: from)
                }
            }
        }
        return with(cut, PixelSize(width: newWidth, height: newHeight))
    }

    /// Resampled bilinearly. Decoders scale down well themselves; this is for the last pixels of an exact size and for enlarging.
    package func resampled(to size: PixelSize) -> PixelImage {
        guard size != self.size, size.width > 0, size.height > 0, width > 0, height > 0 else { return self }
        let scaled =
            switch format {
            case .rgba8: resampled(to: size, UInt8.self)
            case .rgba16: resampled(to: size, UInt16.self)
            }
        return with(scaled, size)
    }

    private func resampled<Component: FixedWidthInteger & UnsignedInteger>(to size: PixelSize, _: Component.Type) -> PixelBuffer {
        let columns = (0..<size.width).map { Self.taps(at: $0, of: size.width, from: width) }
        let stride = bytesPerRow / MemoryLayout<Component>.size
        return PixelBuffer(count: size.width * size.height * format.bytesPerPixel) { out in
            pixels.withUnsafeBytes { source in
                let source = source.assumingMemoryBound(to: Component.self), out = out.bindMemory(to: Component.self)
                for row in 0..<size.height {
                    let vertical = Self.taps(at: row, of: size.height, from: height)
                    let upper = vertical.low * stride, lower = vertical.high * stride
                    for column in 0..<size.width {
                        let horizontal = columns[column]
                        for component in 0..<4 {
                            let left = horizontal.low * 4 + component, right = horizontal.high * 4 + component
                            let top = Int(source[upper + left]) * (256 - horizontal.weight) + Int(source[upper + right]) * horizontal.weight
                            let bottom = Int(source[lower + left]) * (256 - horizontal.weight) + Int(source[lower + right]) * horizontal.weight
                            let value = (top * (256 - vertical.weight) + bottom * vertical.weight + 32768) >> 16
                            out[(row * size.width + column) * 4 + component] = Component(truncatingIfNeeded: value)
                        }
                    }
                }
            }
        }
    }

    /// Other pixels of the same kind, without gaps between the rows.
    private func with(_ pixels: PixelBuffer, _ size: PixelSize) -> PixelImage {
        PixelImage(
            width: size.width, height: size.height, bytesPerRow: size.width * format.bytesPerPixel, format: format, pixels: pixels, hasAlpha: hasAlpha,
            iccProfile: iccProfile, damage: damage)
    }

    /// The two source positions around the centre of output position `index`, and the second one's weight of 256.
    private static func taps(at index: Int, of count: Int, from sourceCount: Int) -> (low: Int, high: Int, weight: Int) {
        let centre = (Double(index) + 0.5) * Double(sourceCount) / Double(count) - 0.5
        let clamped = min(max(centre, 0), Double(sourceCount - 1))
        let low = Int(clamped)
        return (low, min(low + 1, sourceCount - 1), Int(((clamped - Double(low)) * 256).rounded()))
    }
}

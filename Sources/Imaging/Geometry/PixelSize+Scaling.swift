import Pixels

extension PixelSize {
    /// The size of a picture of this size, whole, scaled to `mode` in `target`; each side at least 1.
    package func scaled(_ mode: ScaleMode, _ target: PixelSize, enlarging: Bool) -> PixelSize {
        guard width > 0, height > 0, target.width > 0, target.height > 0 else { return self }
        let across = Double(target.width) / Double(width), down = Double(target.height) / Double(height)
        var factor = mode == .fit ? min(across, down) : max(across, down)
        if !enlarging { factor = min(factor, 1) }
        // Exact in the side that decides; the other is rounded, as a person would expect of 4032 x 3024 in 256 x 256.
        return PixelSize(
            width: max(1, Int((Double(width) * factor).rounded())),
            height: max(1, Int((Double(height) * factor).rounded())))
    }

    /// The size of the part `crop` of a picture of this size.
    package func cropped(to crop: UnitRect?) -> PixelSize {
        guard let crop else { return self }
        return PixelSize(
            width: max(1, Int((Double(width) * crop.width).rounded())),
            height: max(1, Int((Double(height) * crop.height).rounded())))
    }

    /// True where a picture of this size has enough pixels to stand in for one of `other`'s.
    package func covers(_ other: PixelSize) -> Bool { width >= other.width && height >= other.height }

    package var longestSide: Int { max(width, height) }
}

extension UnitRect {
    /// The part of this rectangle that lies inside the picture; `nil` where nothing does, or where it is the whole picture.
    package var clipped: UnitRect? {
        guard x.isFinite, y.isFinite, width.isFinite, height.isFinite else { return nil }
        let left = min(max(x, 0), 1), top = min(max(y, 0), 1)
        let right = min(max(x + width, 0), 1), bottom = min(max(y + height, 0), 1)
        guard right > left, bottom > top else { return nil }
        if left == 0, top == 0, right == 1, bottom == 1 { return nil }
        return UnitRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

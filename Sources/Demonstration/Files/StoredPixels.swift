/// Upright pixels turned to how a camera that was held otherwise stores them.
struct StoredPixels {
    let width: Int, height: Int
    let bytes: [UInt8]

    /// - Parameter orientation: what EXIF will say, 1 to 8; the viewer's turn undoes ours.
    init(_ upright: [UInt8], width: Int, height: Int, orientation: Int) {
        guard (2...8).contains(orientation) else {
            (self.width, self.height, bytes) = (width, height, upright)
            return
        }
        let isTurned = orientation >= 5
        let (w, h) = isTurned ? (height, width) : (width, height)
        (self.width, self.height) = (w, h)
        bytes = [UInt8](unsafeUninitializedCapacity: w * h * 4) { buffer, count in
            count = w * h * 4
            upright.withUnsafeBytes { source in
                guard let from = source.baseAddress?.assumingMemoryBound(to: UInt32.self), let to = UnsafeMutableRawPointer(buffer.baseAddress) else {
                    return
                }
                let out = to.assumingMemoryBound(to: UInt32.self)
                var y = 0
                while y < h {
                    var x = 0
                    while x < w {
                        // Where the stored pixel is shown.
                        let (ux, uy) =
                            switch orientation {
                            case 2: (w - 1 - x, y)
                            case 3: (w - 1 - x, h - 1 - y)
                            case 4: (x, h - 1 - y)
                            case 5: (y, x)
                            case 6: (h - 1 - y, x)
                            case 7: (h - 1 - y, w - 1 - x)
                            default: (y, w - 1 - x)
                            }
                        out[y * w + x] = from[uy * width + ux]
                        x &+= 1
                    }
                    y &+= 1
                }
            }
        }
    }
}

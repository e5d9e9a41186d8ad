/// What a camera and a darkroom add to a picture.
struct Development: Sendable {
    /// How dark the corners get, 0 to 1.
    var vignette: Float = 0.22
    /// Grain, in steps of 1/255.
    var grain: Float = 2.2
    /// Above 0 more contrast.
    var contrast: Float = 0.12
    var seed: UInt64 = 1
}

extension Canvas {
    /// Rows of red, green, blue and a byte that says opaque.
    func developed(_ development: Development) -> [UInt8] {
        let (width, height, red, green, blue) = (width, height, red, green, blue)
        let grain = development.grain, contrast = development.contrast
        let cx = wide / 2, cy = high / 2, scale = development.vignette / (cx * cx + cy * cy)
        return [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
            count = width * height * 4
            guard let out = buffer.baseAddress else { return }
            var state = development.seed | 1
            let coarse = grain / 255
            var y = 0
            while y < height {
                let dy = Float(y) - cy, dy2 = dy * dy
                var at = y * width
                var x = 0
                while x < width {
                    let dx = Float(x) - cx
                    let far = (dx * dx + dy2) * scale
                    // Darker toward the corners, with the square of the distance.
                    let light = (1 - far) * 255
                    state ^= state << 13
                    state ^= state >> 7
                    state ^= state << 17
                    let one = Int32(truncatingIfNeeded: state & 0xFF), two = Int32(truncatingIfNeeded: state >> 8 & 0xFF)
                    let noise = Float(one &+ two &- 255) * coarse
                    var r = red[at], g = green[at], b = blue[at]
                    r = r < 0 ? 0 : r > 1 ? 1 : r
                    g = g < 0 ? 0 : g > 1 ? 1 : g
                    b = b < 0 ? 0 : b > 1 ? 1 : b
                    r += (r * r * (3 - 2 * r) - r) * contrast
                    g += (g * g * (3 - 2 * g) - g) * contrast
                    b += (b * b * (3 - 2 * b) - b) * contrast
                    r = r * light + noise + 0.5
                    g = g * light + noise + 0.5
                    b = b * light + noise + 0.5
                    let place = out + at * 4
                    place[0] = r <= 0 ? 0 : r >= 255 ? 255 : UInt8(truncatingIfNeeded: Int32(r))
                    place[1] = g <= 0 ? 0 : g >= 255 ? 255 : UInt8(truncatingIfNeeded: Int32(g))
                    place[2] = b <= 0 ? 0 : b >= 255 ? 255 : UInt8(truncatingIfNeeded: Int32(b))
                    place[3] = 255
                    at &+= 1
                    x &+= 1
                }
                y &+= 1
            }
        }
    }
}

import Pixels

/// How luma and chroma samples stand for red, green and blue.
struct ColorCoding: Equatable {
    /// Weights of red and blue in luma.
    var red: Double
    var blue: Double
    /// 0...255, else luma is in 16...235 and chroma in 16...240.
    var isFullRange: Bool

    /// ITU-R BT.601 in full range, which JFIF prescribes.
    static let jpeg = ColorCoding(red: 0.299, blue: 0.114, isFullRange: true)

    init(red: Double, blue: Double, isFullRange: Bool) {
        (self.red, self.blue, self.isFullRange) = (red, blue, isFullRange)
    }

    /// By the code points of ITU-T H.273 that HEIF and video share; an unknown matrix reads as BT.601.
    init(matrix: Int, isFullRange: Bool) {
        switch matrix {
        case 1: self.init(red: 0.2126, blue: 0.0722, isFullRange: isFullRange)
        case 4: self.init(red: 0.30, blue: 0.11, isFullRange: isFullRange)
        case 7: self.init(red: 0.212, blue: 0.087, isFullRange: isFullRange)
        case 9, 10: self.init(red: 0.2627, blue: 0.0593, isFullRange: isFullRange)
        default: self.init(red: 0.299, blue: 0.114, isFullRange: isFullRange)
        }
    }
}

extension PlanarImage {
    /// The same colours in JPEG's coding. Costs a pass over the samples, so it is done at the final size.
    func recodedForJPEG() throws(CodecError) -> PlanarImage {
        guard coding != .jpeg else { return self }
        var result = self
        result.coding = .jpeg
        result.luma = try Plane(width: luma.width, height: luma.height)
        let (lumaGain, lumaBase, chromaGain) = coding.isFullRange ? (1.0, 0.0, 1.0) : (255.0 / 219, 16.0, 255.0 / 224)
        // Through the difference signals: B - Y and R - Y of the old coding give R, G, B relative to Y, and those the new luma
        // and differences. All of it is linear, so six factors do it.
        let (kr, kb) = (coding.red, coding.blue), kg = 1 - kr - kb
        let target = ColorCoding.jpeg, tg = 1 - target.red - target.blue
        let blueSpan = 2 * (1 - kb), redSpan = 2 * (1 - kr)
        // Relative to Y: R = redSpan·Cr, B = blueSpan·Cb, G = -(kr·R + kb·B) / kg.
        let lumaFromBlue = target.blue * blueSpan - tg * kb * blueSpan / kg, lumaFromRed = target.red * redSpan - tg * kr * redSpan / kg
        let blueFromBlue = (blueSpan - lumaFromBlue) / (2 * (1 - target.blue)), blueFromRed = -lumaFromRed / (2 * (1 - target.blue))
        let redFromBlue = -lumaFromBlue / (2 * (1 - target.red)), redFromRed = (redSpan - lumaFromRed) / (2 * (1 - target.red))
        func fixed(_ value: Double) -> Int32 { Int32((value * 65536).rounded()) }
        let gain = fixed(lumaGain), base = Int32(lumaBase)
        let factors = (fixed(lumaFromBlue * chromaGain), fixed(lumaFromRed * chromaGain))
        for y in 0..<luma.height {
            let input = luma.row(y), output = result.luma.row(y)
            let blue = chroma?.blue.row(y / chromaStep.y), red = chroma?.red.row(y / chromaStep.y)
            for x in 0..<luma.width {
                var value = (Int32(input[x]) &- base) &* gain &+ 32768
                if let blue, let red {
                    value &+= (Int32(blue[x / chromaStep.x]) &- 128) &* factors.0 &+ (Int32(red[x / chromaStep.x]) &- 128) &* factors.1
                }
                output[x] = UInt8(clamping: value >> 16)
            }
        }
        guard let (blue, red) = chroma else { return result }
        let newBlue = try Plane(width: blue.width, height: blue.height), newRed = try Plane(width: red.width, height: red.height)
        let (bb, br) = (fixed(blueFromBlue * chromaGain), fixed(blueFromRed * chromaGain))
        let (rb, rr) = (fixed(redFromBlue * chromaGain), fixed(redFromRed * chromaGain))
        for y in 0..<blue.height {
            let (inBlue, inRed, outBlue, outRed) = (blue.row(y), red.row(y), newBlue.row(y), newRed.row(y))
            for x in 0..<blue.width {
                let b = Int32(inBlue[x]) &- 128, r = Int32(inRed[x]) &- 128
                outBlue[x] = UInt8(clamping: 128 &+ ((b &* bb &+ r &* br &+ 32768) >> 16))
                outRed[x] = UInt8(clamping: 128 &+ ((b &* rb &+ r &* rr &+ 32768) >> 16))
            }
        }
        result.chroma = (newBlue, newRed)
        return result
    }
}

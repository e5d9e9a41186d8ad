import CMedia

/// What the colours of a film for bright screens become on an ordinary one: the same as in its stills.
enum ToneCube {
    /// Luma and two chroma values for each node, luma fastest; `nil` where the film is for ordinary screens.
    static func values(for film: cmedia_transcoder_film) -> [UInt16]? {
        guard let colors = BrightColors(primaries: Int(film.primaries), transfer: Int(film.transfer)) else { return nil }
        let coding = Coding(matrix: Int(film.matrix)), count = Int(cmedia_transcoder_tone_nodes)
        var pixels: [UInt16] = []
        pixels.reserveCapacity(count * count * count * 4)
        for red in 0..<count {
            for blue in 0..<count {
                for luma in 0..<count {
                    // The transcoder's own scaler has brought a film of full range to this one.
                    pixels += coding.pixel(luma: Double(luma) * 32, blue: Double(blue) * 32, red: Double(red) * 32)
                }
            }
        }
        var shown = pixels
        ToneMapping(colors, headroom: 1).toStandard(pixels, count: pixels.count / 4, keepsPrimaries: false) { at, value in shown[at] = value }
        let standard = Coding(matrix: 1)
        return stride(from: 0, to: shown.count, by: 4).flatMap { standard.values(red: shown[$0], green: shown[$0 + 1], blue: shown[$0 + 2]) }
    }
}

/// Luma and chroma of limited range, of one of the usual matrices (ITU-T H.273).
private struct Coding {
    private let red: Double, blue: Double

    init(matrix: Int) {
        (red, blue) = [1: (0.2126, 0.0722), 5: (0.299, 0.114), 6: (0.299, 0.114)][matrix] ?? (0.2627, 0.0593)
    }

    private var green: Double { 1 - red - blue }

    /// `R G B A` of 16 bits, of values of 10.
    func pixel(luma: Double, blue b: Double, red r: Double) -> [UInt16] {
        let y: Double = (luma - 64) / 876
        let u: Double = (b - 512) / 448 * (1 - blue), v: Double = (r - 512) / 448 * (1 - red)
        let between: Double = y - (red * v + blue * u) / green
        return [y + v, between, y + u].map { UInt16(min(max($0, 0), 1) * 65535 + 0.5) } + [65535]
    }

    /// Luma and chroma of 16 bits, the upper 8 of which are a film's.
    func values(red r: UInt16, green g: UInt16, blue b: UInt16) -> [UInt16] {
        let (r, g, b) = (Double(r) / 65535, Double(g) / 65535, Double(b) / 65535)
        let y: Double = red * r + green * g + blue * b
        let values: [Double] = [16 + 219 * y, 128 + 112 * (b - y) / (1 - blue), 128 + 112 * (r - y) / (1 - red)]
        return values.map { UInt16(min(max($0 * 256, 0), 65535)) }
    }
}

import Codecs
import Foundation
import Pixels

/// A sky with its sun over ridges of hills, in colours of some hour of the day.
struct DrawnLandscape {
    private typealias Color = SIMD3<Double>

    private let zenith: Color, horizon: Color, land: Color
    private let sun: SIMD2<Double>
    private let ridges: [[(height: Double, waves: Double, phase: Double)]]
    private let grainSeed: UInt64

    init(_ random: inout GeneratorRandom) {
        let hour = random.unit()
        func color(_ hue: Double, _ saturation: Double, _ value: Double) -> Color {
            let angles = SIMD3(5, 3, 1) + SIMD3(repeating: hue * 6)
            let ramp = Color(
                (0..<3).map { axis in
                    let turned = angles[axis].truncatingRemainder(dividingBy: 6)
                    return max(0, min(turned, 4 - turned, 1))
                })
            return 255 * value * (1 - saturation * ramp)
        }
        zenith = color(0.55 + 0.12 * random.unit(), 0.45 + 0.4 * random.unit(), 0.35 + 0.6 * hour)
        horizon = color(random.chance(0.5) ? 0.04 + 0.1 * random.unit() : 0.55, 0.2 + 0.4 * random.unit(), 0.7 + 0.3 * hour)
        land = color(0.2 + 0.35 * random.unit(), 0.3 + 0.4 * random.unit(), 0.25 + 0.4 * hour)
        sun = SIMD2(0.1 + 0.8 * random.unit(), 0.1 + 0.4 * random.unit())
        ridges = (0..<4).map { _ in
            (0..<5).map { octave in
                (height: 0.09 / Double(1 << octave) * (0.4 + random.unit()), waves: Double(1 << octave) * (3 + 4 * random.unit()), phase: 7 * random.unit())
            }
        }
        grainSeed = random.next()
    }

    func thumbnail(_ size: PixelSize) throws -> EncodedImage {
        let codec = Codec()
        let file = try codec.encode(draw(size), as: .jpeg(quality: 95)).bytes
        var options = ExamineOptions()
        options.previewSide = 0
        let examination = try file.withUnsafeBytes { bytes throws(CodecError) in try codec.examine(bytes, name: "drawn.jpg", options) }
        guard let thumbnail = examination.thumbnail else { throw CodecError(.damaged, "a drawn picture has no thumbnail") }
        return thumbnail
    }

    private func draw(_ size: PixelSize) -> PixelImage {
        var pixels = [UInt8](repeating: 255, count: size.width * size.height * 4)
        var grain = GeneratorRandom(seed: grainSeed)
        let tops = ridges.enumerated().map { depth, waves in
            (0..<size.width).map { x in
                let along = Double(x) / Double(size.width)
                return waves.reduce(0.45 + 0.14 * Double(depth)) { $0 + $1.height * sin(along * $1.waves + $1.phase) }
            }
        }
        for y in 0..<size.height {
            let down = Double(y) / Double(size.height)
            for x in 0..<size.width {
                let color: Color
                if let depth = tops.lastIndex(where: { $0[x] <= down }) {
                    // Far ridges fade into the sky; grass and rock are grainy.
                    let near = Double(depth + 1) / Double(tops.count)
                    let shade = 1.15 - 0.5 * (down - tops[depth][x]) + (Double(grain.next() >> 56) / 255 - 0.5) * 0.16 * near
                    color = (horizon * (1 - near) + land * near) * shade
                } else {
                    let away = SIMD2(Double(x) / Double(size.width), down) - sun
                    let glow = exp(-14 * (away * away).sum()) + ((away * away).sum() < 0.002 ? 0.5 : 0)
                    let blend = min(1, down / 0.55)
                    color = zenith * (1 - blend) + horizon * blend + Color(110, 90, 50) * glow
                }
                let at = (y * size.width + x) * 4
                for axis in 0..<3 { pixels[at + axis] = UInt8(min(max(color[axis], 0), 255)) }
            }
        }
        return PixelImage(width: size.width, height: size.height, bytesPerRow: size.width * 4, pixels: pixels, hasAlpha: false)
    }
}

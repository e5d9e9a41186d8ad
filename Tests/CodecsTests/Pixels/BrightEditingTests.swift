import Adjustments
import Foundation
import Pixels
import TestSupport
import Testing

@testable import Codecs

/// The way of a frame for bright screens to an ordinary one and back.
@Suite struct BrightEditingTests {
    private static let side = 64

    /// Colours that are not too far from grey: what is a thousand times darker than its neighbour is not seen beside it, and has no bits on an ordinary screen.
    private func picture() throws -> AdjustedPicture {
        var generator = SeededRandom(seed: 2026)
        let memory = PixelMemory(), samples = try memory.allocate(Self.side * Self.side * 8).assumingMemoryBound(to: UInt16.self)
        for pixel in 0..<Self.side * Self.side {
            let brightness = 0.1 + 0.9 * Double(generator.number(below: 1000)) / 999
            for channel in 0..<3 { samples[pixel * 4 + channel] = UInt16(brightness * (0.8 + 0.2 * Double(generator.number(below: 1000)) / 999) * 65535) }
            samples[pixel * 4 + 3] = 65535
        }
        return try AdjustedPicture((PixelLayout(width: Self.side, height: Self.side, format: .rgba16, hasAlpha: false), memory))
    }

    private func values(_ picture: AdjustedPicture) -> [UInt16] { Array(UnsafeRawBufferPointer(picture.pixels.bytes).bindMemory(to: UInt16.self)) }

    /// To within a step of ten bits.
    @Test(arguments: [16, 18], [1, 9, 12]) func anEditOfNothingLeavesEveryValue(transfer: Int, primaries: Int) throws {
        let colors = try #require(BrightColors(primaries: primaries, transfer: transfer)), picture = try picture(), before = values(picture)
        try BrightEditing(colors).apply(ColorRecipe(PhotoAdjustments()), to: picture)
        let worst = zip(before, values(picture)).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(worst <= 64, "\(worst)")
    }

    /// White of an ordinary picture is 203 candela per square metre, and half its light is half of that.
    @Test(arguments: [16, 18]) func lightHasItsValue(transfer: Int) throws {
        let colors = try #require(BrightColors(primaries: 9, transfer: transfer)), encoding = BrightEncoding(colors)
        for light in [0, 0.001, 0.1, 0.5, 1, 4] {
            var pixel: [UInt16] = [0, 0, 0, 0]
            pixel.withUnsafeMutableBufferPointer { pixel in
                if let base = pixel.baseAddress { encoding.write((Float(light), Float(light), Float(light)), to: base) }
            }
            let nits = light * ToneCurve.white
            let wanted = transfer == 16 ? ToneCurve.perceptual(light: nits) : ToneCurve.hybrid(light: light == 0 ? 0 : pow(nits / ToneCurve.peak, 1 / 1.2))
            #expect(pixel[..<3].allSatisfy { abs(Double($0) - wanted * 65535) <= 16 }, "\(light): \(pixel), \(wanted * 65535)")
        }
    }

    @Test func theCurveOfHybridLightGoesBothWays() {
        for step in 0...1000 {
            let value = Double(step) / 1000
            #expect(abs(ToneCurve.hybrid(light: ToneCurve.light(hybrid: value)) - value) < 1e-6)
        }
    }
}

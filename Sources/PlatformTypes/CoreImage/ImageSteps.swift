import Adjustments
import Foundation

/// One step in how an image is made, which is done when its pixels are asked for.
protocol ImageStep: Sendable {
    /// Where there is anything to see.
    var extent: CGRect { get }
    /// The pixels of a rectangle; what lies outside of the extent is transparent.
    func render(_ rect: PixelRect) -> LightTile
    /// The pixels that it is made of, in memory or still to be decoded.
    var sources: [StoredPixels] { get }
}

/// Pixels in memory, or those that somebody decodes once they are needed.
final class StoredPixels: Sendable {
    let width: Int, height: Int
    private let make: @Sendable () -> CGImage?
    private let made = LockedImage()

    init(_ image: CGImage) {
        (width, height) = (image.width, image.height)
        make = { image }
    }

    init(width: Int, height: Int, _ make: @escaping @Sendable () -> CGImage?) { (self.width, self.height, self.make) = (width, height, make) }

    /// `nil` where they can't be decoded.
    var image: CGImage? { made.value(make) }
}

struct StoredStep: ImageStep {
    let pixels: StoredPixels

    var sources: [StoredPixels] { [pixels] }
    var extent: CGRect { CGRect(x: 0, y: 0, width: pixels.width, height: pixels.height) }

    func render(_ rect: PixelRect) -> LightTile {
        var tile = LightTile(rect)
        let part = rect.meeting(PixelRect(x: 0, y: 0, width: pixels.width, height: pixels.height))
        guard !part.isEmpty, let image = pixels.image, image.width == pixels.width, image.height == pixels.height else { return tile }
        let coding = LightCoding(image.colorSpace), hasAlpha = image.hasAlpha, isDeep = image.bitsPerComponent == 16, row = image.bytesPerRow
        image.pixels.withUnsafeBytes { bytes in
            for y in part.y..<part.maxY {
                // Rows are stored from the top.
                let start = (image.height - 1 - y) * row
                var target = tile.index(part.x, y)
                for x in part.x..<part.maxX {
                    if isDeep {
                        func sample(_ at: Int) -> Float { Float(bytes.loadUnaligned(fromByteOffset: start + x * 8 + at * 2, as: UInt16.self)) / 65535 }
                        tile.pixels[target] = coding.light(sample(0), sample(1), sample(2), hasAlpha ? sample(3) : 1)
                    } else {
                        let at = start + x * 4
                        tile.pixels[target] = coding.light(bytes[at], bytes[at + 1], bytes[at + 2], hasAlpha ? bytes[at + 3] : 255)
                    }
                    target += 1
                }
            }
        }
        return tile
    }
}

struct ColorStep: ImageStep {
    let light: Light

    var sources: [StoredPixels] { [] }
    var extent: CGRect { .infinite }

    func render(_ rect: PixelRect) -> LightTile {
        var tile = LightTile(rect)
        for index in tile.pixels.indices { tile.pixels[index] = light }
        return tile
    }
}

struct CropStep: ImageStep {
    let source: any ImageStep
    var sources: [StoredPixels] { source.sources }
    let extent: CGRect

    init(_ source: any ImageStep, _ rect: CGRect) { (self.source, extent) = (source, source.extent.intersection(rect.standardized)) }

    func render(_ rect: PixelRect) -> LightTile {
        let part = rect.meeting(PixelRect(centresIn: extent))
        guard part != rect else { return source.render(rect) }
        var tile = LightTile(rect)
        guard !part.isEmpty else { return tile }
        let inner = source.render(part)
        for y in part.y..<part.maxY {
            let from = inner.index(part.x, y), to = tile.index(part.x, y)
            tile.pixels.replaceSubrange(to..<to + part.width, with: inner.pixels[from..<from + part.width])
        }
        return tile
    }
}

/// Repeats the pixels at the edge of a rectangle for ever.
struct ClampStep: ImageStep {
    let source: any ImageStep
    var sources: [StoredPixels] { source.sources }
    let rect: PixelRect

    var extent: CGRect { .infinite }

    func render(_ wanted: PixelRect) -> LightTile {
        var tile = LightTile(wanted)
        guard !rect.isEmpty else { return tile }
        func within(_ value: Int, _ low: Int, _ high: Int) -> Int { min(max(value, low), high - 1) }
        let left = within(wanted.x, rect.x, rect.maxX), right = within(wanted.maxX - 1, rect.x, rect.maxX)
        let bottom = within(wanted.y, rect.y, rect.maxY), top = within(wanted.maxY - 1, rect.y, rect.maxY)
        let inner = source.render(PixelRect(x: left, y: bottom, width: right - left + 1, height: top - bottom + 1))
        var at = 0
        for y in wanted.y..<wanted.maxY {
            for x in wanted.x..<wanted.maxX {
                tile.pixels[at] = inner.pixels[inner.index(within(x, left, right + 1), within(y, bottom, top + 1))]
                at += 1
            }
        }
        return tile
    }
}

/// One image over another.
struct OverStep: ImageStep {
    let upper: any ImageStep
    let lower: any ImageStep
    var sources: [StoredPixels] { upper.sources + lower.sources }

    var extent: CGRect { upper.extent.union(lower.extent) }

    func render(_ rect: PixelRect) -> LightTile {
        let top = upper.render(rect)
        var tile = lower.render(rect)
        for index in tile.pixels.indices { tile.pixels[index] = top.pixels[index] + tile.pixels[index] * (1 - top.pixels[index].w) }
        return tile
    }
}

/// Changes each pixel by itself.
struct PixelStep: ImageStep {
    let source: any ImageStep
    var sources: [StoredPixels] { source.sources }
    let change: @Sendable (Light) -> Light

    var extent: CGRect { source.extent }

    func render(_ rect: PixelRect) -> LightTile {
        var tile = source.render(rect)
        // What is not there stays so.
        for index in tile.pixels.indices where tile.pixels[index].w > 0 { tile.pixels[index] = change(tile.pixels[index]) }
        return tile
    }
}

extension PixelStep {
    /// Of colours as they are without alpha.
    init(straight source: any ImageStep, _ change: @escaping @Sendable (Light) -> Light) {
        self.init(source: source) { light in
            var straight = light / light.w
            straight.w = 1
            var result = change(straight) * light.w
            result.w = light.w
            return result
        }
    }

    /// A look by the formulas of photo adjustments, which are of sRGB's values.
    init(_ source: any ImageStep, _ filter: PhotoFilter, intensity: Double) {
        var adjustments = PhotoAdjustments()
        (adjustments.filter, adjustments.filterIntensity) = (filter, min(max(intensity, 0), 1))
        let recipe = ColorRecipe(adjustments)
        self.init(straight: source) { light in
            let m = recipe.matrix, values = LightCoding.standard.values(light)
            func mixed(_ row: Int) -> Float {
                var value = min(max(m[row] * values.x + m[row + 1] * values.y + m[row + 2] * values.z, 0), 1)
                value += recipe.contrast * value * (1 - value) * (2 * value - 1)
                return min(max(recipe.lift + value * (1 - recipe.lift), 0), 1)
            }
            return LightCoding.standard.light(mixed(0), mixed(3), mixed(6), 1)
        }
    }
}

/// A Gaussian blur of light; the edge of an image fades into nothing unless it is clamped.
struct BlurStep: ImageStep {
    let source: any ImageStep
    var sources: [StoredPixels] { source.sources }
    private let weights: [Float]
    private let radius: Int

    init(_ source: any ImageStep, sigma: Double) {
        self.source = source
        radius = max(1, Int((3 * sigma).rounded(.up)))
        let raw = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }, sum = raw.reduce(0, +)
        weights = raw.map { Float($0 / sum) }
    }

    var extent: CGRect { source.extent.isInfinite || source.extent.isNull ? source.extent : source.extent.insetBy(dx: -CGFloat(radius), dy: -CGFloat(radius)) }

    func render(_ rect: PixelRect) -> LightTile {
        guard !rect.isEmpty else { return LightTile(rect) }
        let inner = source.render(rect.grown(by: radius))
        var across = LightTile(PixelRect(x: rect.x, y: inner.rect.y, width: rect.width, height: inner.rect.height))
        for y in 0..<inner.rect.height {
            for x in 0..<rect.width {
                var sum = Light(repeating: 0)
                let from = y * inner.rect.width + x
                for tap in 0..<weights.count { sum += inner.pixels[from + tap] * weights[tap] }
                across.pixels[y * rect.width + x] = sum
            }
        }
        var tile = LightTile(rect)
        for y in 0..<rect.height {
            for tap in 0..<weights.count {
                let weight = weights[tap], from = (y + tap) * rect.width, to = y * rect.width
                for x in 0..<rect.width { tile.pixels[to + x] += across.pixels[from + x] * weight }
            }
        }
        return tile
    }
}

import Foundation

/// Moves, turns and scales an image. Whole steps, quarter turns and mirrors move pixels as they are; everything else samples between them, and averages what
/// becomes smaller.
struct TransformStep: ImageStep {
    let source: any ImageStep
    let extent: CGRect
    var sources: [StoredPixels] { source.sources }
    /// From the result to the source.
    private let back: CGAffineTransform
    private let isExact: Bool
    /// Samples to a pixel along each of its sides.
    private let samples: (x: Int, y: Int)

    init(_ source: any ImageStep, _ transform: CGAffineTransform) {
        (self.source, back) = (source, transform.inverted())
        let bounds = source.extent
        extent = bounds.isNull || bounds.isInfinite ? bounds : bounds.applying(transform)
        let numbers = [transform.a, transform.b, transform.c, transform.d]
        isExact =
            numbers.allSatisfy { $0 == 0 || abs($0) == 1 } && abs(transform.a) + abs(transform.b) == 1 && abs(transform.c) == abs(transform.b)
            && abs(transform.d) == abs(transform.a) && transform.tx == transform.tx.rounded() && transform.ty == transform.ty.rounded()
        func count(_ x: CGFloat, _ y: CGFloat) -> Int { min(max(Int((Double(x * x + y * y).squareRoot() - 1e-6).rounded(.up)), 1), 16) }
        samples = (count(back.a, back.b), count(back.c, back.d))
    }

    func render(_ rect: PixelRect) -> LightTile {
        var tile = LightTile(rect)
        guard !rect.isEmpty, !extent.isNull else { return tile }
        let part = rect.meeting(PixelRect(centresIn: extent))
        guard !part.isEmpty else { return tile }
        let reach = CGRect(x: part.x, y: part.y, width: part.width, height: part.height).applying(back)
        let needed = PixelRect(
            x: Int(reach.minX.rounded(.down)) - 1, y: Int(reach.minY.rounded(.down)) - 1, width: Int(reach.width.rounded(.up)) + 3, height: Int(reach.height.rounded(.up)) + 3)
        let inner = source.render(isExact ? PixelRect(centresIn: reach) : needed)
        for y in part.y..<part.maxY {
            for x in part.x..<part.maxX {
                tile.pixels[tile.index(x, y)] = isExact ? moved(x, y, inner) : sampled(x, y, inner)
            }
        }
        return tile
    }

    private func moved(_ x: Int, _ y: Int, _ inner: LightTile) -> Light {
        let point = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(back)
        return inner.pixel(Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
    }

    private func sampled(_ x: Int, _ y: Int, _ inner: LightTile) -> Light {
        var sum = Light(repeating: 0)
        for row in 0..<samples.y {
            for column in 0..<samples.x {
                let inside = CGPoint(x: Double(x) + (Double(column) + 0.5) / Double(samples.x), y: Double(y) + (Double(row) + 0.5) / Double(samples.y))
                sum += between(inside.applying(back), inner)
            }
        }
        return sum / Float(samples.x * samples.y)
    }

    private func between(_ point: CGPoint, _ inner: LightTile) -> Light {
        let left = (Double(point.x) - 0.5).rounded(.down), bottom = (Double(point.y) - 0.5).rounded(.down)
        let (x, y) = (Int(left), Int(bottom)), (across, up) = (Float(Double(point.x) - 0.5 - left), Float(Double(point.y) - 0.5 - bottom))
        let low = inner.pixel(x, y) * (1 - across) + inner.pixel(x + 1, y) * across
        let high = inner.pixel(x, y + 1) * (1 - across) + inner.pixel(x + 1, y + 1) * across
        return low * (1 - up) + high * up
    }
}

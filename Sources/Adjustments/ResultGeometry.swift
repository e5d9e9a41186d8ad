import Glibc

/// Which point of the picture each point of an edit's result shows. The *frame* is the upright picture after flip and quarter turns.
package struct ResultGeometry: Sendable, Equatable {
    /// Pixels of the result where the whole frame has the size that this was made with.
    package let width: Int
    package let height: Int
    /// Where the result begins in the frame, in whole pixels of it, where no pixel is sampled anew; 0 else.
    package let left: Int
    package let top: Int
    /// By how much straightening and perspective enlarge the picture, so that no corner is empty; 1 or more.
    package let zoom: Double
    private let crop: PhotoAdjustments.Crop
    private let frame: (width: Double, height: Double)
    private let turn: (cos: Double, sin: Double)
    private let lean: (x: Double, y: Double)

    /// - Parameters: pixels of the frame.
    package init(_ adjustments: PhotoAdjustments, frameWidth: Int, frameHeight: Int) {
        crop = adjustments.crop
        frame = (Double(frameWidth), Double(frameHeight))
        let angle = adjustments.straighten * .pi / 180
        turn = (cos(angle), sin(angle))
        lean = (0.5 * adjustments.perspectiveHorizontal, -0.5 * adjustments.perspectiveVertical)
        var zoom = 1.0
        if adjustments.isWarped {
            for (x, y) in [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)] {
                let turned = Self.turned(x * frame.width / 2, y * frame.height / 2, turn, frame)
                zoom = max(zoom, max(abs(turned.x), abs(turned.y)) - lean.x * turned.x - lean.y * turned.y)
            }
        }
        self.zoom = zoom
        func edges(_ origin: Double, _ extent: Double, _ pixels: Double) -> (low: Int, count: Int) {
            if zoom > 1 { return (0, max(1, Int((extent * pixels / zoom).rounded()))) }
            let low = min((origin * pixels).rounded(), pixels - 1)
            return (Int(low), Int(max(1, (min(origin + extent, 1) * pixels).rounded() - low)))
        }
        (left, width) = edges(crop.x, crop.width, frame.width)
        (top, height) = edges(crop.y, crop.height, frame.height)
    }

    /// From fractions of the result to fractions of the frame.
    package func source(x: Double, y: Double) -> (x: Double, y: Double) {
        let m = matrix
        let depth = m[6] * x + m[7] * y + m[8]
        return ((m[0] * x + m[1] * y + m[2]) / depth, (m[3] * x + m[4] * y + m[5]) / depth)
    }

    /// The same as a projection, row by row.
    package var matrix: [Double] {
        // Half the frame's sides are 1 here; c + a · fraction is the point before it is turned.
        let (ax, ay) = (2 * crop.width / zoom, 2 * crop.height / zoom)
        let (cx, cy) = ((2 * crop.x - 1) / zoom, (2 * crop.y - 1) / zoom)
        let ratio = frame.height / frame.width
        let (xx, xy) = (turn.cos, turn.sin * ratio), (yx, yy) = (-turn.sin / ratio, turn.cos)
        let px = [xx * ax, xy * ay, xx * cx + xy * cy], py = [yx * ax, yy * ay, yx * cx + yy * cy]
        let depth = (0..<3).map { lean.x * px[$0] + lean.y * py[$0] + ($0 == 2 ? 1 : 0) }
        return (0..<3).map { (depth[$0] + px[$0]) / 2 } + (0..<3).map { (depth[$0] + py[$0]) / 2 } + depth
    }

    /// Against the turn, in halves of the frame's sides.
    private static func turned(
        _ x: Double, _ y: Double, _ turn: (cos: Double, sin: Double), _ frame: (width: Double, height: Double)
    ) -> (x: Double, y: Double) {
        (2 * (x * turn.cos + y * turn.sin) / frame.width, 2 * (-x * turn.sin + y * turn.cos) / frame.height)
    }

    package static func == (a: ResultGeometry, b: ResultGeometry) -> Bool {
        a.width == b.width && a.height == b.height && a.matrix == b.matrix
    }
}

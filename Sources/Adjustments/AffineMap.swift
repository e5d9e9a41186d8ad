/// A map of the plane that keeps parallels: x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0.
struct AffineMap: Sendable, Equatable {
    var xx = 1.0, xy = 0.0, x0 = 0.0
    var yx = 0.0, yy = 1.0, y0 = 0.0

    static func translation(_ x: Double, _ y: Double) -> AffineMap { AffineMap(x0: x, y0: y) }

    /// From a picture as it is stored to the same upright, both as fractions from the top left, for an EXIF orientation.
    static func upright(_ orientation: Int) -> AffineMap {
        switch orientation {
        case 2: AffineMap(xx: -1, x0: 1)
        case 3: AffineMap(xx: -1, x0: 1, yy: -1, y0: 1)
        case 4: AffineMap(yy: -1, y0: 1)
        case 5: AffineMap(xx: 0, xy: 1, yx: 1, yy: 0)
        case 6: AffineMap(xx: 0, xy: -1, x0: 1, yx: 1, yy: 0)
        case 7: AffineMap(xx: 0, xy: -1, x0: 1, yx: -1, yy: 0, y0: 1)
        case 8: AffineMap(xx: 0, xy: 1, yx: -1, yy: 0, y0: 1)
        default: AffineMap()
        }
    }

    /// From pixels that are counted from the bottom left, as Core Image does, to fractions from the top left.
    static func fractions(width: Double, height: Double) -> AffineMap { AffineMap(xx: 1 / width, yy: -1 / height, y0: 1) }

    /// This one first.
    func then(_ next: AffineMap) -> AffineMap {
        AffineMap(
            xx: next.xx * xx + next.xy * yx, xy: next.xx * xy + next.xy * yy, x0: next.xx * x0 + next.xy * y0 + next.x0,
            yx: next.yx * xx + next.yy * yx, yy: next.yx * xy + next.yy * yy, y0: next.yx * x0 + next.yy * y0 + next.y0)
    }

    var determinant: Double { xx * yy - xy * yx }

    /// Without meaning where the determinant is 0.
    var inverse: AffineMap {
        let d = determinant
        return AffineMap(
            xx: yy / d, xy: -xy / d, x0: (xy * y0 - yy * x0) / d, yx: -yx / d, yy: xx / d, y0: (yx * x0 - xx * y0) / d)
    }

    func callAsFunction(_ x: Double, _ y: Double) -> (x: Double, y: Double) { (xx * x + xy * y + x0, yx * x + yy * y + y0) }
}

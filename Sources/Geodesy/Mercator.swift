import Foundation

/// The square map of the world that pages draw (Web Mercator, EPSG:3857), from 0 in the north-west to 2³² in the south-east on both sides. What comes behind the
/// line where 180 degrees east become west is the map's other side: differences wrap by themselves.
package enum Mercator {
    /// Degrees north and south of which nothing is on the square.
    package static let furthest = 85.051128779806604
    private static let side = 4_294_967_296.0

    /// - Parameter longitude: degrees from -180 to 180.
    package static func x(longitude: Double) -> UInt32 { UInt32(max(0, min(side - 1, (longitude + 180) / 360 * side))) }

    /// - Parameter latitude: degrees from -90 to 90; what is on no square lies at its edge.
    package static func y(latitude: Double) -> UInt32 {
        let latitude = max(-furthest, min(furthest, latitude)) * .pi / 180
        return UInt32(max(0, min(side - 1, (0.5 - asinh(tan(latitude)) / (2 * .pi)) * side)))
    }

    /// Degrees of the middle of a unit.
    package static func longitude(x: UInt32) -> Double { (Double(x) + 0.5) / side * 360 - 180 }
    package static func latitude(y: UInt32) -> Double { atan(sinh((0.5 - (Double(y) + 0.5) / side) * 2 * .pi)) * 180 / .pi }

    /// The greatest zoom of a map.
    package static let deepest = 20

    /// So many units are a pixel at a zoom, at which the world is 256 × 2^zoom pixels wide.
    package static func unitsPerPixel(zoom: Int) -> UInt32 { 1 << UInt32(24 - max(0, min(deepest, zoom))) }
}

import Foundation

/// Degrees between which every place within a distance of another lies; a cheap test before the exact one.
package struct GeoBox: Sendable, Equatable {
    package let latitudes: ClosedRange<Double>
    /// `nil` where all must be looked at: around the poles, and across the line where 180 degrees east become west.
    package let longitudes: ClosedRange<Double>?

    /// `nil` for what is no place or no distance.
    /// - Parameter distance: metres.
    package init?(latitude: Double, longitude: Double, within distance: Double) {
        guard Geodesic.isPlace(latitude: latitude, longitude: longitude), distance >= 0, distance.isFinite else { return nil }
        // A degree of latitude is nowhere shorter than 110,574 metres, one of longitude nowhere than that times the cosine.
        let shortestDegree = 110_500.0
        let north = distance / shortestDegree
        latitudes = (latitude - north)...(latitude + north)
        let furthest = abs(latitude) + north
        guard furthest < 89 else {
            longitudes = nil
            return
        }
        let east = distance / (shortestDegree * cos(furthest * .pi / 180))
        longitudes = abs(longitude) + east < 180 ? (longitude - east)...(longitude + east) : nil
    }
}

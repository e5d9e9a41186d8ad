/// A part of the world between two meridians and two parallels, as a page shows it.
package struct MapBox: Sendable, Hashable {
    /// Degrees. `west` is greater than `east` where the box lies across the line where 180 degrees east become west.
    package var west: Double, south: Double, east: Double, north: Double

    /// `nil` for what is no part of the world.
    package init?(west: Double, south: Double, east: Double, north: Double) {
        guard Geodesic.isPlace(latitude: south, longitude: west), Geodesic.isPlace(latitude: north, longitude: east), south <= north else { return nil }
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    package func contains(latitude: Double, longitude: Double) -> Bool {
        guard (south...north).contains(latitude) else { return false }
        return west <= east ? (west...east).contains(longitude) : longitude >= west || longitude <= east
    }
}

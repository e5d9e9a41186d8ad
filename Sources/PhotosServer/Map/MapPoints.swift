import Geodesy
import PhotoModel

/// The places of a list on the square map, in the list's order.
struct MapPoints: Sendable {
    /// Indices of the list.
    private(set) var indices: ContiguousArray<Int32> = []
    /// As `Mercator` counts.
    private(set) var xs: ContiguousArray<UInt32> = [], ys: ContiguousArray<UInt32> = []
    /// Between the outermost of them; `nil` for none.
    private(set) var bounds: MapBox?

    var count: Int { indices.count }

    init(_ places: ContiguousArray<ListedPlace>) {
        indices.reserveCapacity(places.count)
        xs.reserveCapacity(places.count)
        ys.reserveCapacity(places.count)
        for place in places {
            let latitude = Double(place.latitude) / 1e7, longitude = Double(place.longitude) / 1e7
            guard let box = MapBox(west: longitude, south: latitude, east: longitude, north: latitude) else { continue }
            indices.append(place.index)
            xs.append(Mercator.x(longitude: longitude))
            ys.append(Mercator.y(latitude: latitude))
            if var bounds {
                (bounds.west, bounds.east) = (min(bounds.west, longitude), max(bounds.east, longitude))
                (bounds.south, bounds.north) = (min(bounds.south, latitude), max(bounds.north, latitude))
                self.bounds = bounds
            } else {
                bounds = box
            }
        }
    }
}

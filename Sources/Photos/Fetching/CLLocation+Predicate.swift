import PlatformTypes
import Query

// Predicates take places as arguments: NSPredicate(format: "distance(location, %@) < 1000", place).
extension CLLocation: PredicatePlace {
    package var predicateDegrees: (latitude: Double, longitude: Double) { (coordinate.latitude, coordinate.longitude) }
}

extension CLLocationCoordinate2D: PredicatePlace {
    package var predicateDegrees: (latitude: Double, longitude: Double) { (latitude, longitude) }
}

import Foundation
import Geodesy

/// A floor of a building, 0 for the ground floor.
public final class CLFloor: NSObject, @unchecked Sendable {
    // Guarded by being immutable.

    /// Floors above the ground floor; negative below it.
    public let level: Int
    package init(level: Int) { self.level = level }
}

/// A place and what was known of it: metres, degrees, metres per second. Negative accuracies, course and speed mean "not known".
open class CLLocation: NSObject, NSCopying, @unchecked Sendable {
    // Guarded by being immutable: every property is set by the initialisers only.

    /// Latitude and longitude in degrees, WGS 84.
    public let coordinate: CLLocationCoordinate2D
    /// Metres above sea level.
    public let altitude: CLLocationDistance
    /// Radius of uncertainty in metres; negative where the coordinate is invalid.
    public let horizontalAccuracy: CLLocationAccuracy
    /// Metres; not positive where the altitude is not known.
    public let verticalAccuracy: CLLocationAccuracy
    /// Degrees clockwise from true north.
    public let course: CLLocationDirection
    /// Degrees to either side; negative where the course is not known.
    public let courseAccuracy: CLLocationDirectionAccuracy
    /// Metres per second.
    public let speed: CLLocationSpeed
    /// Metres per second; negative where the speed is not known.
    public let speedAccuracy: CLLocationSpeedAccuracy
    /// When the place was determined.
    public let timestamp: Date
    /// The same as `altitude`: nothing here knows the geoid.
    public var ellipsoidalAltitude: CLLocationDistance { altitude }
    /// Always `nil`: photos don't say a floor.
    public var floor: CLFloor? { nil }

    /// A place with everything that is known of it. Say -1 for an accuracy, course or speed that is not known.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
        course: CLLocationDirection, courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
    ) {
        (self.coordinate, self.altitude, self.timestamp) = (coordinate, altitude, timestamp)
        (self.horizontalAccuracy, self.verticalAccuracy) = (horizontalAccuracy, verticalAccuracy)
        (self.course, self.courseAccuracy, self.speed, self.speedAccuracy) = (course, courseAccuracy, speed, speedAccuracy)
    }

    /// A place whose accuracies of course and speed are not known.
    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
        course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
    ) {
        self.init(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy, verticalAccuracy: verticalAccuracy, course: course,
            courseAccuracy: -1, speed: speed, speedAccuracy: -1, timestamp: timestamp)
    }

    /// A place whose course and speed are not known.
    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy, timestamp: Date
    ) {
        self.init(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy, verticalAccuracy: verticalAccuracy, course: -1, speed: -1,
            timestamp: timestamp)
    }

    /// A place of which only the coordinate is known, in degrees: altitude 0 with an accuracy of -1, determined now.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0, horizontalAccuracy: 0, verticalAccuracy: -1,
            timestamp: Date())
    }

    /// Metres along the surface of the WGS 84 ellipsoid; near antipodes, where the ellipsoid's series does not converge, along a sphere.
    public func distance(from location: CLLocation) -> CLLocationDistance {
        Geodesic.distance(coordinate.latitude, coordinate.longitude, location.coordinate.latitude, location.coordinate.longitude)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLLocation else { return false }
        return other === self
            || coordinate.latitude == other.coordinate.latitude && coordinate.longitude == other.coordinate.longitude && altitude == other.altitude
                && horizontalAccuracy == other.horizontalAccuracy && verticalAccuracy == other.verticalAccuracy && course == other.course
                && speed == other.speed && timestamp == other.timestamp
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(coordinate.latitude)
        hasher.combine(coordinate.longitude)
        return hasher.finalize()
    }

    /// Itself: locations don't change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override var description: String {
        let sign = { (value: Double) in String(format: "%+.8f", value) }
        return
            "<\(sign(coordinate.latitude)),\(sign(coordinate.longitude))> +/- \(String(format: "%.2f", horizontalAccuracy))m (speed \(String(format: "%.2f", speed)) mps / course \(String(format: "%.2f", course))) @ \(timestamp)"
    }
}

/// Degrees of latitude or longitude, positive to the north and east.
public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double
/// Metres that a value may be off; negative where the value is not known.
public typealias CLLocationAccuracy = Double
/// Metres per second; negative where not known.
public typealias CLLocationSpeed = Double
/// Metres per second that a speed may be off; negative where the speed is not known.
public typealias CLLocationSpeedAccuracy = Double
/// Degrees clockwise from true north; negative where not known.
public typealias CLLocationDirection = Double
/// Degrees that a direction may be off; negative where the direction is not known.
public typealias CLLocationDirectionAccuracy = Double

/// Latitude and longitude in degrees, WGS 84.
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees north of the equator, -90 to 90 where valid.
    public var latitude: CLLocationDegrees
    /// Degrees east of Greenwich, -180 to 180 where valid.
    public var longitude: CLLocationDegrees

    /// 0 degrees north and east.
    public init() { self.init(latitude: 0, longitude: 0) }

    /// Takes any numbers; `CLLocationCoordinate2DIsValid` says whether they are a place.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}

/// A coordinate of any numbers, in degrees.
public func CLLocationCoordinate2DMake(_ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// True for a latitude of -90 to 90 and a longitude of -180 to 180 degrees.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
    abs(coordinate.latitude) <= 90 && abs(coordinate.longitude) <= 180
}

/// A coordinate that is no place.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

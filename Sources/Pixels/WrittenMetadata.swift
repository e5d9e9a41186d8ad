import Metadata

/// What is written into a copy of a picture's file: the whole of what the library says of these things. What has no value is taken out of the copy.
package struct WrittenMetadata: Sendable, Equatable, Codable {
    /// When a picture was taken.
    package enum Date: Sendable, Equatable, Codable {
        /// The file's own dates stay.
        case asItIs
        /// None is known.
        case none
        /// Seconds since 1970-01-01T00:00:00 by the clock at that place, and that clock's seconds east of UTC where they are known.
        case taken(localSeconds: Double, offset: Int?)
    }

    /// Where it was taken: WGS 84 degrees, metres above the sea, metres, degrees from true north, metres a second.
    package struct Place: Sendable, Equatable, Codable {
        package var latitude: Double
        package var longitude: Double
        package var altitude: Double?
        package var horizontalAccuracy: Double?
        package var direction: Double?
        package var speed: Double?

        package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
            (self.latitude, self.longitude, self.altitude) = (latitude, longitude, altitude)
        }

        /// Whether a file says this very place. Degrees, minutes and seconds of a file are no round numbers of degrees.
        package static func isSame(_ place: Place?, _ former: GeoLocation?) -> Bool {
            guard let place, let former else { return place == nil && former == nil }
            func isClose(_ one: Double?, _ other: Double?, _ tolerance: Double) -> Bool {
                guard let one, let other else { return one == nil && other == nil }
                return abs(one - other) <= tolerance
            }
            return isClose(place.latitude, former.latitude, 1e-7) && isClose(place.longitude, former.longitude, 1e-7) && isClose(place.altitude, former.altitude, 0.01)
                && isClose(place.horizontalAccuracy, former.horizontalAccuracy, 0.01) && isClose(place.direction, former.direction, 0.01)
                && isClose(place.speed, former.speed, 0.01)
        }
    }

    package var date = Date.asItIs
    /// What the file says beside it, such as the satellites' clock, stays where the file says this very place.
    package var place: Place?
    package var title: String?
    package var caption: String?
    package var keywords: [String] = []
    /// 0 is unset, else 1 to 5.
    package var rating = 0
    /// Joins the halves of a Live Photo; `nil` leaves what the file says. The only one of these that movies take.
    package var contentIdentifier: String?
    /// When the still of a Live Photo was taken, in seconds from its movie's beginning, for a movie that does not say so; `nil` is the middle.
    package var stillTime: Double?
    /// True where only the identifier is written, and the file's own words on all else stay.
    package var isIdentifierOnly = false
    /// What an application's dictionary says, instead of all that is above.
    package var properties: WrittenProperties?

    package init() {}
}

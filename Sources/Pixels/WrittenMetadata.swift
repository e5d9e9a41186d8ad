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

    /// Where it was taken: WGS 84 degrees, metres above the sea.
    package struct Place: Sendable, Equatable, Codable {
        package var latitude: Double
        package var longitude: Double
        package var altitude: Double?

        package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
            (self.latitude, self.longitude, self.altitude) = (latitude, longitude, altitude)
        }
    }

    package var date = Date.asItIs
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

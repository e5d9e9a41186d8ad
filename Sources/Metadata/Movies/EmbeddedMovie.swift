import PhotoModel

/// A movie that lies in the file of a picture, as motion photos have one.
package struct EmbeddedMovie: Sendable, Equatable, Codable {
    /// The bytes of the file that are the movie; never its first.
    package var range: Range<Int>
    /// Of the movie, by its content.
    package var uniformType: String
    /// What the movie says of where it was taken.
    package var location: GeoLocation?

    package init(range: Range<Int>, uniformType: String, location: GeoLocation? = nil) {
        (self.range, self.uniformType, self.location) = (range, uniformType, location)
    }
}

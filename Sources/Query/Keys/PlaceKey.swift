/// A key that stands for a place whose degrees two other keys hold. It is compared with nil, or measured from:
/// `distance(location, {47.6, 8.5}) < 1000`.
package struct PlaceKey: Sendable {
    package let name: String
    package let latitude: String
    package let longitude: String

    package init(_ name: String, latitude: String, longitude: String) {
        (self.name, self.latitude, self.longitude) = (name, latitude, longitude)
    }
}

/// Where an asset of a list was taken.
package struct ListedPlace: Sendable, Hashable {
    /// Its index in the list.
    package let index: Int32
    /// Degrees × 10⁷.
    package let latitude: Int32, longitude: Int32

    package init(index: Int32, latitude: Int32, longitude: Int32) { (self.index, self.latitude, self.longitude) = (index, latitude, longitude) }
}

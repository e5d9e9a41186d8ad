/// What `photos` has `photos-demonstration` make: its one argument, as JSON.
package struct DemonstrationOrder: Codable, Sendable {
    /// The program's name, which `photos` finds beside itself.
    package static let program = "photos-demonstration"
    package static let usualPhotos = 300
    package static let usualSeed: UInt64 = 1826

    /// The library's folder.
    package var path: String
    /// Photographs, by default `usualPhotos`; a few films come on top.
    package var photos: Int?
    /// The same seed makes the same files; by default `usualSeed`.
    package var seed: UInt64?
    /// Pixels of the largest pictures, but for panoramas.
    package var longestSide: Int
    /// Whether one that is there is made anew.
    package var isFresh: Bool
    /// Seconds to wait for another writer of one that is there.
    package var busyTimeout: Double

    package init(path: String, photos: Int?, seed: UInt64?, longestSide: Int, isFresh: Bool, busyTimeout: Double) {
        (self.path, self.photos, self.seed) = (path, photos, seed)
        (self.longestSide, self.isFresh, self.busyTimeout) = (longestSide, isFresh, busyTimeout)
    }
}

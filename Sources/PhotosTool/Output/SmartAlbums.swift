/// What smart albums are called. Their identifiers are fixed, since they are computed and not stored.
enum SmartAlbums {
    static func title(subtype: Int) -> String { titles[subtype] ?? EnumerationNames.albumSubtype(subtype) }

    /// The same in every library.
    static func localIdentifier(subtype: Int) -> String {
        let digits = String(subtype)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits + "/L0/040"
    }

    private static let titles = [
        201: "Panoramas", 202: "Videos", 203: "Favorites", 204: "Time-lapse", 205: "Hidden", 206: "Recently Added", 207: "Bursts",
        208: "Slo-mo", 209: "Recents", 210: "Selfies", 211: "Screenshots", 212: "Portrait", 213: "Live Photos", 214: "Animated",
        215: "Long Exposure", 216: "Unable to Upload", 217: "RAW", 218: "Cinematic", 219: "Spatial", 220: "Screen Recordings",
    ]
}

import Foundation
import Query

/// What smart albums are called. Their identifiers are fixed, since they are computed and not stored.
enum SmartAlbums {
    static func title(subtype: Int) -> String { titles[subtype] ?? EnumerationNames.albumSubtype(subtype) }

    /// The same in every library, and the one that `PHAssetCollection` gives: "SMART" and the subtype.
    static func localIdentifier(subtype: Int) -> String { IdentifierText.album(uuid(subtype: subtype)) }

    static func uuid(subtype: Int) -> UUID {
        UUID(uuid: (0x53, 0x4D, 0x41, 0x52, 0x54, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: subtype >> 8), UInt8(truncatingIfNeeded: subtype)))
    }

    /// The subtype that somebody means by an identifier, a title such as `Live Photos`, or a name such as `livePhotos`.
    static func subtype(meantBy text: String, among subtypes: [Int]) -> Int? {
        if let named = EnumerationNames.smartAlbumSubtype(named: text), subtypes.contains(named) { return named }
        if let uuid = LocalIdentifier.uuid(from: text) { return subtypes.first { self.uuid(subtype: $0) == uuid } }
        return subtypes.first { title(subtype: $0).lowercased() == text.lowercased() }
    }

    private static let titles = [
        201: "Panoramas", 202: "Videos", 203: "Favorites", 204: "Time-lapse", 205: "Hidden", 206: "Recently Saved", 207: "Bursts",
        208: "Slo-mo", 209: "Recents", 210: "Selfies", 211: "Screenshots", 212: "Portrait", 213: "Live Photos", 214: "Animated",
        215: "Long Exposure", 216: "Unable to Upload", 217: "RAW", 218: "Cinematic", 219: "Spatial", 220: "Screen Recordings",
    ]
}

import Columns

/// A smart album whose membership follows from columns. Subtypes are raw values of `PHAssetCollectionSubtype`.
struct SmartAlbum {
    var subtype: Int
    var rule: SmartAlbumRule
    /// A playback variation, which the census does not know, for an album of it; that has a census of its own.
    var variation: Int?
    /// Shows hidden assets, and only them.
    var isHidden = false
    /// Newest addition first, of the last 30 days.
    var isRecentlyAdded = false

    /// Seconds that an asset counts as recently added.
    static let recentPeriod: Double = 30 * 24 * 60 * 60

    /// Not here, as nothing we know decides it: smart albums of no kind (200), uploads that failed (216).
    static let all: [SmartAlbum] = [
        SmartAlbum(subtype: 201, rule: .subtypes(1 << 0)),
        SmartAlbum(subtype: 202, rule: .field("mediaType", AssetFlags.mediaType, 2)),
        SmartAlbum(subtype: 203, rule: .flag("favorite", .favorite)),
        SmartAlbum(subtype: 204, rule: .subtypes(1 << 18)),
        SmartAlbum(subtype: 205, rule: .everything, isHidden: true),
        SmartAlbum(subtype: 206, rule: .everything, isRecentlyAdded: true),
        SmartAlbum(subtype: 207, rule: .flag("inBurst", .inBurst)),
        SmartAlbum(subtype: 208, rule: .subtypes(1 << 17)),
        SmartAlbum(subtype: 209, rule: .everything),
        SmartAlbum(subtype: 210, rule: .flag("frontFacing", .frontFacing)),
        SmartAlbum(subtype: 211, rule: .subtypes(1 << 2)),
        SmartAlbum(subtype: 212, rule: .subtypes(1 << 4)),
        SmartAlbum(subtype: 213, rule: .subtypes(1 << 3)),
        SmartAlbum(subtype: 214, rule: .field("playbackStyle", AssetFlags.playbackStyle, 2)),
        SmartAlbum(subtype: 215, rule: .field("playbackVariation", AssetFlags.playbackVariation, 3), variation: 3),
        SmartAlbum(subtype: 217, rule: .flag("raw", .raw)),
        SmartAlbum(subtype: 218, rule: .subtypes(1 << 21)),
        SmartAlbum(subtype: 219, rule: .subtypes(1 << 10)),
        SmartAlbum(subtype: 220, rule: .subtypes(1 << 19)),
    ]

    static func with(subtype: Int) -> SmartAlbum? { all.first { $0.subtype == subtype } }
}

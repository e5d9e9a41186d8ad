/// A smart album whose membership follows from columns. Subtypes are raw values of `PHAssetCollectionSubtype`.
struct SmartAlbum {
    var subtype: Int
    /// Over columns that `asset` and `asset_census` both have; `nil` is everything.
    var condition: String?
    /// Whether the census knows what decides; else its own index is counted, which holds just its members.
    var isCounted = true
    /// Shows hidden assets, and only them.
    var isHidden = false
    /// Newest addition first, of the last 30 days.
    var isRecentlyAdded = false

    /// Seconds that an asset counts as recently added.
    static let recentPeriod: Double = 30 * 24 * 60 * 60

    /// Not here, as nothing we know decides it: smart albums of no kind (200), uploads that failed (216).
    static let all: [SmartAlbum] = [
        SmartAlbum(subtype: 201, condition: "(mediaSubtypes & 1) <> 0"),
        SmartAlbum(subtype: 202, condition: "mediaType = 2"),
        SmartAlbum(subtype: 203, condition: "favorite = 1"),
        SmartAlbum(subtype: 204, condition: "(mediaSubtypes & 262144) <> 0"),
        SmartAlbum(subtype: 205, condition: nil, isHidden: true),
        SmartAlbum(subtype: 206, condition: nil, isRecentlyAdded: true),
        SmartAlbum(subtype: 207, condition: "inBurst = 1"),
        SmartAlbum(subtype: 208, condition: "(mediaSubtypes & 131072) <> 0"),
        SmartAlbum(subtype: 209, condition: nil),
        SmartAlbum(subtype: 210, condition: "frontFacing = 1"),
        SmartAlbum(subtype: 211, condition: "(mediaSubtypes & 4) <> 0"),
        SmartAlbum(subtype: 212, condition: "(mediaSubtypes & 16) <> 0"),
        SmartAlbum(subtype: 213, condition: "(mediaSubtypes & 8) <> 0"),
        SmartAlbum(subtype: 214, condition: "playbackStyle = 2"),
        SmartAlbum(subtype: 215, condition: "playbackVariation = 3", isCounted: false),
        SmartAlbum(subtype: 217, condition: "raw = 1"),
        SmartAlbum(subtype: 218, condition: "(mediaSubtypes & 2097152) <> 0"),
        SmartAlbum(subtype: 219, condition: "(mediaSubtypes & 1024) <> 0"),
        SmartAlbum(subtype: 220, condition: "(mediaSubtypes & 524288) <> 0"),
    ]

    static func with(subtype: Int) -> SmartAlbum? { all.first { $0.subtype == subtype } }
}

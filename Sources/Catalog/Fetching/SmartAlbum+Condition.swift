import Columns
import PhotoModel

extension SmartAlbum {
    /// Over columns that `asset` and `asset_census` both have, spelled as their partial indexes are; `nil` is everything.
    var condition: String? {
        switch rule {
        case nil, .everything: nil
        case .mediaType(let type): "mediaType = \(type.rawValue)"
        case .mediaSubtypes(let subtypes): "(mediaSubtypes & \(subtypes.rawValue)) <> 0"
        case .playbackStyle(let style): "playbackStyle = \(style.rawValue)"
        case .playbackVariation(let variation): "playbackVariation = \(variation.rawValue)"
        case .favorite: "favorite = 1"
        case .inBurst: "inBurst = 1"
        case .frontFacing: "frontFacing = 1"
        case .raw: "raw = 1"
        }
    }

    /// The same over columns; `nil` for an album that is not offered.
    var columnTests: [ColumnTest]? {
        switch rule {
        case nil: nil
        case .everything: []
        case .mediaType(let type): [.field(AssetFlags.mediaType, is: type)]
        case .mediaSubtypes(let subtypes): [.subtypes(haveAnyOf: UInt32(truncatingIfNeeded: subtypes.rawValue))]
        case .playbackStyle(let style): [.field(AssetFlags.playbackStyle, is: style)]
        case .playbackVariation(let variation): [.field(AssetFlags.playbackVariation, is: variation)]
        case .favorite: [.has(.favorite)]
        case .inBurst: [.has(.inBurst)]
        case .frontFacing: [.has(.frontFacing)]
        case .raw: [.has(.raw)]
        }
    }
}

import Columns

extension SmartAlbum {
    /// Its condition over columns; `nil` where they don't know it.
    var columnTests: [ColumnTest]? {
        switch subtype {
        case 205, 206, 209: []
        case 201: [.subtypes(haveAnyOf: 1)]
        case 202: [.field(AssetFlags.mediaType, is: 2)]
        case 203: [.has(.favorite)]
        case 204: [.subtypes(haveAnyOf: 262_144)]
        case 207: [.has(.inBurst)]
        case 208: [.subtypes(haveAnyOf: 131_072)]
        case 210: [.has(.frontFacing)]
        case 211: [.subtypes(haveAnyOf: 4)]
        case 212: [.subtypes(haveAnyOf: 16)]
        case 213: [.subtypes(haveAnyOf: 8)]
        case 214: [.field(AssetFlags.playbackStyle, is: 2)]
        case 215: [.field(AssetFlags.playbackVariation, is: 3)]
        case 217: [.has(.raw)]
        case 218: [.subtypes(haveAnyOf: 2_097_152)]
        case 219: [.subtypes(haveAnyOf: 1_024)]
        case 220: [.subtypes(haveAnyOf: 524_288)]
        default: nil
        }
    }
}

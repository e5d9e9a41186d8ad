import Columns

/// What puts an asset into a smart album, said once for SQL and for the columns.
enum SmartAlbumRule {
    case everything
    /// Any of these bits of `PHAssetMediaSubtype`.
    case subtypes(UInt32)
    /// A column that is 1, and its flag.
    case flag(String, AssetFlags)
    /// A column with this value, and its field.
    case field(String, AssetFlags.Field, UInt32)
}

extension SmartAlbum {
    /// Over columns that `asset` and `asset_census` both have, spelled as their partial indexes are; `nil` is everything.
    var condition: String? {
        switch rule {
        case .everything: nil
        case .subtypes(let bits): "(mediaSubtypes & \(bits)) <> 0"
        case .flag(let column, _): "\(column) = 1"
        case .field(let column, _, let value): "\(column) = \(value)"
        }
    }

    /// The same over columns.
    var columnTests: [ColumnTest] {
        switch rule {
        case .everything: []
        case .subtypes(let bits): [.subtypes(haveAnyOf: bits)]
        case .flag(_, let flag): [.has(flag)]
        case .field(_, let field, let value): [.field(field, is: value)]
        }
    }
}

import PhotoModel

/// What kind of object a persistent change is about. <https://developer.apple.com/documentation/photos/phobjecttype>
public enum PHObjectType: Int, Sendable {
    /// An asset.
    case asset = 1
    /// An album.
    case assetCollection = 2
    /// A folder.
    case collectionList = 3

    var entity: ChangeItem.Entity {
        switch self {
        case .asset: .asset
        case .assetCollection: .collection
        case .collectionList: .list
        }
    }
}

import Catalog

/// What kind of object a persistent change is about. <https://developer.apple.com/documentation/photos/phobjecttype>
public enum PHObjectType: Int, Sendable {
    case asset = 1
    case assetCollection = 2
    case collectionList = 3

    var entity: ChangeItem.Entity {
        switch self {
        case .asset: .asset
        case .assetCollection: .collection
        case .collectionList: .list
        }
    }
}

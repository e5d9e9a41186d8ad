extension NSNotification.Name {
    /// Posted on the main queue, with the `ALAssetsLibrary` as its object, when the library's contents changed, here or in another program. A library object
    /// must be kept for it.
    ///
    /// `userInfo` says what is to be asked for anew, by the keys below; where it is `nil` that is everything. Nothing is posted where nothing is.
    public static let ALAssetsLibraryChanged = NSNotification.Name("ALAssetsLibraryChangedNotification")
}

/// Key of `ALAssetsLibraryChanged`: URLs of assets that were changed, a `Set<URL>`.
public let ALAssetLibraryUpdatedAssetsKey = "ALAssetLibraryUpdatedAssetsKey"
/// Key of `ALAssetsLibraryChanged`: URLs of groups that are new, a `Set<URL>`.
public let ALAssetLibraryInsertedAssetGroupsKey = "ALAssetLibraryInsertedAssetGroupsKey"
/// Key of `ALAssetsLibraryChanged`: URLs of groups that were changed, or that assets came into or left, a `Set<URL>`. New, deleted and hidden assets are told so.
public let ALAssetLibraryUpdatedAssetGroupsKey = "ALAssetLibraryUpdatedAssetGroupsKey"
/// Key of `ALAssetsLibraryChanged`: URLs of groups that were deleted, a `Set<URL>`.
public let ALAssetLibraryDeletedAssetGroupsKey = "ALAssetLibraryDeletedAssetGroupsKey"

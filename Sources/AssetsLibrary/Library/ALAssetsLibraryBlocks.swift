/// Called with each group, and once more with `nil` when all were told. Setting the flag ends the enumeration, and then no call with `nil` follows.
public typealias ALAssetsLibraryGroupsEnumerationResultsBlock = (ALAssetsGroup?, UnsafeMutablePointer<ObjCBool>?) -> Void
/// Called with each asset and its index, and once more with `nil` and `NSNotFound` when all were told. Setting the flag ends the enumeration, and then no call
/// with `nil` follows. In a call with `nil` that has the flag set, something is missing: without access it is
/// the only one, and it is the last of an enumeration in whose middle the library went away.
public typealias ALAssetsGroupEnumerationResultsBlock = (ALAsset?, Int, UnsafeMutablePointer<ObjCBool>?) -> Void
/// Called with the asset that has the URL; `nil` where there is none.
public typealias ALAssetsLibraryAssetForURLResultBlock = (ALAsset?) -> Void
/// Called with the group that has the URL, or that was made; `nil` where there is none, and where one with the name is there already.
public typealias ALAssetsLibraryGroupResultBlock = (ALAssetsGroup?) -> Void
/// Called with the reason why the library can't be used, of the domain `ALAssetsLibraryErrorDomain`.
public typealias ALAssetsLibraryAccessFailureBlock = ((any Error)?) -> Void
/// Called with the URL of the asset that was written and no error, or with no URL and the reason.
public typealias ALAssetsLibraryWriteImageCompletionBlock = (URL?, (any Error)?) -> Void
/// Called with the URL of the asset that was written and no error, or with no URL and the reason.
public typealias ALAssetsLibraryWriteVideoCompletionBlock = (URL?, (any Error)?) -> Void

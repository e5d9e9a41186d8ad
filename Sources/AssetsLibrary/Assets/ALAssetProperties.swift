/// What `ALAsset.value(forProperty:)` gives for a property that the asset does not have: a photo has no duration, and nothing has a key that is none of these.
public let ALErrorInvalidProperty = "ALErrorInvalidProperty"

/// Key of `ALAsset.value(forProperty:)`: `ALAssetTypePhoto`, `ALAssetTypeVideo` or `ALAssetTypeUnknown`.
public let ALAssetPropertyType = "ALAssetPropertyType"
/// Key of `ALAsset.value(forProperty:)`: where it was taken, a `CLLocation`; `nil` where nobody said.
public let ALAssetPropertyLocation = "ALAssetPropertyLocation"
/// Key of `ALAsset.value(forProperty:)`: how long the video is, an `NSNumber` of seconds; `ALErrorInvalidProperty` for a photo.
public let ALAssetPropertyDuration = "ALAssetPropertyDuration"
/// Key of `ALAsset.value(forProperty:)`: how the default representation's pixels are turned, an `NSNumber` with the value of an `ALAssetOrientation`.
public let ALAssetPropertyOrientation = "ALAssetPropertyOrientation"
/// Key of `ALAsset.value(forProperty:)`: when it was taken, a `Date`; `nil` where nobody said.
public let ALAssetPropertyDate = "ALAssetPropertyDate"
/// Key of `ALAsset.value(forProperty:)`: the uniform types of its representations, a `[String]` with that of the default one first.
public let ALAssetPropertyRepresentations = "ALAssetPropertyRepresentations"
/// Key of `ALAsset.value(forProperty:)`: the URLs of its representations by their uniform types, a `[String: URL]`.
public let ALAssetPropertyURLs = "ALAssetPropertyURLs"
/// Key of `ALAsset.value(forProperty:)`: what finds the asset again by `ALAssetsLibrary.asset(for:)`, a `URL`.
public let ALAssetPropertyAssetURL = "ALAssetPropertyAssetURL"

/// Value of `ALAssetPropertyType`: a picture, a Live Photo too.
public let ALAssetTypePhoto = "ALAssetTypePhoto"
/// Value of `ALAssetPropertyType`: a video.
public let ALAssetTypeVideo = "ALAssetTypeVideo"
/// Value of `ALAssetPropertyType`: neither photo nor video, such as a sound.
public let ALAssetTypeUnknown = "ALAssetTypeUnknown"

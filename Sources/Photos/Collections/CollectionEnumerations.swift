/// Kinds of album. <https://developer.apple.com/documentation/photos/phassetcollectiontype>
public enum PHAssetCollectionType: Int, Sendable {
    /// An album that a person or an import filled.
    case album = 1
    /// An album whose assets follow from a rule.
    case smartAlbum = 2
    /// What was taken in one place at one time.
    case moment = 3
}

/// Albums by where they came from, smart albums by what is in them; `.any` is for fetches.
/// <https://developer.apple.com/documentation/photos/phassetcollectionsubtype>
public enum PHAssetCollectionSubtype: Int, Sendable, CaseIterable {
    /// Made by a person or an application.
    case albumRegular = 2
    /// An event synced from another computer.
    case albumSyncedEvent = 3
    /// A person's pictures, synced from another computer.
    case albumSyncedFaces = 4
    /// An album synced from another computer.
    case albumSyncedAlbum = 5
    /// What was imported from a camera.
    case albumImported = 6
    /// The user's photo stream.
    case albumMyPhotoStream = 100
    /// Shared by somebody through a cloud.
    case albumCloudShared = 101
    /// None of the others. Nothing here is in it, so fetches leave it out.
    case smartAlbumGeneric = 200
    /// Assets of the subtype `photoPanorama`.
    case smartAlbumPanoramas = 201
    /// Assets of the type `video`.
    case smartAlbumVideos = 202
    /// Favourites.
    case smartAlbumFavorites = 203
    /// Assets of the subtype `videoTimelapse`.
    case smartAlbumTimelapses = 204
    /// Hidden assets, and only these.
    case smartAlbumAllHidden = 205
    /// What came into the library in the last 30 days, newest first.
    case smartAlbumRecentlyAdded = 206
    /// Bursts, each by its representative and the user's picks.
    case smartAlbumBursts = 207
    /// Assets of the subtype `videoHighFrameRate`.
    case smartAlbumSlomoVideos = 208
    /// Everything that is the user's own and not hidden.
    case smartAlbumUserLibrary = 209
    /// Taken with a camera's front lens.
    case smartAlbumSelfPortraits = 210
    /// Assets of the subtype `photoScreenshot`.
    case smartAlbumScreenshots = 211
    /// Assets of the subtype `photoDepthEffect`.
    case smartAlbumDepthEffect = 212
    /// Assets of the subtype `photoLive`.
    case smartAlbumLivePhotos = 213
    /// Assets of the playback style `imageAnimated`.
    case smartAlbumAnimated = 214
    /// Live Photos that play as one long exposure.
    case smartAlbumLongExposures = 215
    /// Assets that a cloud refused. Nothing here knows, so fetches leave it out.
    case smartAlbumUnableToUpload = 216
    /// Assets with a RAW file.
    case smartAlbumRAW = 217
    /// Assets of the subtype `videoCinematic`.
    case smartAlbumCinematic = 218
    /// Assets of the subtype `spatialMedia`.
    case smartAlbumSpatial = 219
    /// Assets of the subtype `videoScreenRecording`.
    case smartAlbumScreenRecordings = 220
    /// All subtypes of a type; for fetches only.
    case any = 9223372036854775807
}

/// Kinds of folder. <https://developer.apple.com/documentation/photos/phcollectionlisttype>
public enum PHCollectionListType: Int, Sendable {
    /// Moments that belong together. Apple deprecated it with iOS 13.
    case momentList = 1
    /// A folder that a person made, or the top level.
    case folder = 2
    /// A folder synced from another computer.
    case smartFolder = 3
}

/// Folders by what is in them; `.any` is for fetches. <https://developer.apple.com/documentation/photos/phcollectionlistsubtype>
public enum PHCollectionListSubtype: Int, Sendable {
    /// Moments up to a pause of two days or a leap of 50 km.
    case momentListCluster = 1
    /// The moments of a year.
    case momentListYear = 2
    /// A folder that a person made.
    case regularFolder = 100
    /// The top level, which holds what is in no folder.
    case rootFolder = 101
    /// Events synced from another computer.
    case smartFolderEvents = 200
    /// People synced from another computer.
    case smartFolderFaces = 201
    /// All subtypes of a type; for fetches only.
    case any = 9223372036854775807
}

/// What may be done to a collection or what is in it: <doc:CanPerform>.
/// <https://developer.apple.com/documentation/photos/phcollectioneditoperation>
public enum PHCollectionEditOperation: Int, Sendable {
    /// Delete what is in it from the library.
    case deleteContent = 1
    /// Take out what is in it; it stays in the library.
    case removeContent = 2
    /// Put in what is in the library.
    case addContent = 3
    /// Make something new in it.
    case createContent = 4
    /// Change the order of what is in it.
    case rearrangeContent = 5
    /// Delete the collection itself.
    case delete = 6
    /// Change its title.
    case rename = 7
}

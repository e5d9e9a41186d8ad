/// The Swift case names of the API for the raw values that the catalogue keeps.
///
/// A value that is no case of the API (a library written by a later version) is shown as its number.
package enum EnumerationNames {
    package static func mediaType(_ value: Int) -> String { name(value, in: mediaTypes) }
    package static func playbackStyle(_ value: Int) -> String { name(value, in: playbackStyles) }
    package static func resourceType(_ value: Int) -> String { name(value, in: resourceTypes) }
    package static func albumSubtype(_ value: Int) -> String { name(value, in: albumSubtypes) }
    package static func folderSubtype(_ value: Int) -> String { name(value, in: folderSubtypes) }

    package static func mediaSubtypes(_ value: UInt) -> [String] {
        var rest = value
        var names: [String] = []
        for (bit, name) in subtypeBits where rest & bit != 0 {
            names.append(name)
            rest &= ~bit
        }
        if rest != 0 { names.append(String(rest)) }
        return names
    }

    /// The smart album subtype of that name, such as `smartAlbumFavorites`, upper and lower case alike; the prefix may be missing.
    package static func smartAlbumSubtype(named text: String) -> Int? {
        let wanted = text.lowercased()
        return albumSubtypes.first { value, name in
            value >= 200 && (name.lowercased() == wanted || name.dropFirst("smartAlbum".count).lowercased() == wanted)
        }?.key
    }

    private static func name(_ value: Int, in names: [Int: String]) -> String { names[value] ?? String(value) }

    private static let mediaTypes = [0: "unknown", 1: "image", 2: "video", 3: "audio"]
    private static let playbackStyles = [0: "unsupported", 1: "image", 2: "imageAnimated", 3: "livePhoto", 4: "video", 5: "videoLooping"]
    private static let resourceTypes = [
        1: "photo", 2: "video", 3: "audio", 4: "alternatePhoto", 5: "fullSizePhoto", 6: "fullSizeVideo", 7: "adjustmentData",
        8: "adjustmentBasePhoto", 9: "pairedVideo", 10: "fullSizePairedVideo", 11: "adjustmentBasePairedVideo", 12: "adjustmentBaseVideo",
        19: "photoProxy",
        // No case of the API has it: PhotoKit knows no sidecars.
        1001: "sidecar",
    ]
    private static let subtypeBits: [(UInt, String)] = [
        (1 << 0, "photoPanorama"), (1 << 1, "photoHDR"), (1 << 2, "photoScreenshot"), (1 << 3, "photoLive"), (1 << 4, "photoDepthEffect"),
        (1 << 6, "photoAnimation"), (1 << 10, "spatialMedia"), (1 << 16, "videoStreamed"), (1 << 17, "videoHighFrameRate"),
        (1 << 18, "videoTimelapse"), (1 << 19, "videoScreenRecording"), (1 << 21, "videoCinematic"),
    ]
    private static let albumSubtypes = [
        2: "albumRegular", 3: "albumSyncedEvent", 4: "albumSyncedFaces", 5: "albumSyncedAlbum", 6: "albumImported",
        100: "albumMyPhotoStream", 101: "albumCloudShared", 200: "smartAlbumGeneric", 201: "smartAlbumPanoramas", 202: "smartAlbumVideos",
        203: "smartAlbumFavorites", 204: "smartAlbumTimelapses", 205: "smartAlbumAllHidden", 206: "smartAlbumRecentlyAdded",
        207: "smartAlbumBursts", 208: "smartAlbumSlomoVideos", 209: "smartAlbumUserLibrary", 210: "smartAlbumSelfPortraits",
        211: "smartAlbumScreenshots", 212: "smartAlbumDepthEffect", 213: "smartAlbumLivePhotos", 214: "smartAlbumAnimated",
        215: "smartAlbumLongExposures", 216: "smartAlbumUnableToUpload", 217: "smartAlbumRAW", 218: "smartAlbumCinematic",
        219: "smartAlbumSpatial", 220: "smartAlbumScreenRecordings",
    ]
    private static let folderSubtypes = [
        1: "momentListCluster", 2: "momentListYear", 100: "regularFolder", 101: "rootFolder", 200: "smartFolderEvents", 201: "smartFolderFaces",
    ]
}

/// Which part of an asset a file is. <https://developer.apple.com/documentation/photos/phassetresourcetype>
public enum PHAssetResourceType: Int, Sendable {
    /// The photo as it came in.
    case photo = 1
    /// The video as it came in.
    case video = 2
    /// The sound as it came in.
    case audio = 3
    /// The same photo in another format: the RAW beside a JPEG or HEIF, or the other way round.
    case alternatePhoto = 4
    /// The photo with its edits.
    case fullSizePhoto = 5
    /// The video with its edits.
    case fullSizeVideo = 6
    /// What the edits are, for the application that made them.
    case adjustmentData = 7
    /// The photo that edits were made on, where it is not the one that came in.
    case adjustmentBasePhoto = 8
    /// The movie of a Live Photo as it came in.
    case pairedVideo = 9
    /// The movie of a Live Photo with its edits.
    case fullSizePairedVideo = 10
    /// The movie of a Live Photo that edits were made on.
    case adjustmentBasePairedVideo = 11
    /// The video that edits were made on.
    case adjustmentBaseVideo = 12
    /// A smaller photo that stands for the one that came in until that is there.
    case photoProxy = 19
}

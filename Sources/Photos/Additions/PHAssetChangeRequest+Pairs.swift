/// Live Photos, how they play, and pairs of a RAW and a JPEG, by hand.
extension PHAssetChangeRequest {
    /// Makes a Live Photo of this photo and a video, or one asset of a JPEG, HEIC or other photo and its RAW, whichever of the two this is. The photo, of a RAW and another the
    /// other, keeps its identifier, dates and albums, and with a video its edit; the video's or RAW's asset goes to Recently Deleted with all that was said of it, and both share
    /// its file. The RAW becomes the `.alternatePhoto`, and the photo stays the original. What is a Live Photo already, or no photo, and what is neither video nor RAW, fail the
    /// block with `.requestNotSupportedForAsset`; an edited video, an edited photo or RAW of a pair, a photo that has another beside it already, and an asset that takes no
    /// changes, with `.changeNotSupported`. Addition.
    public func pair(with other: PHAsset) { content = .pair(other) }

    /// Makes a photo and a video of a Live Photo. The photo keeps its identifier; the video is the asset it was before it was paired, as long as that is in Recently
    /// Deleted, and else a new one. What is no Live Photo fails the block with `.requestNotSupportedForAsset`; a movie that was edited, or is a part of its
    /// picture's file, with `.changeNotSupported`, and a file that is in the cloud only with `.networkAccessRequired`. Addition.
    public func separateVideo() { content = .separate(.pairedVideo) }

    /// Makes two photos of one that has its RAW beside it. The photo keeps its identifier and its edit; the RAW is the asset it was before it was paired, as long as that is in
    /// Recently Deleted, and else a new one with the file's own date and place. What is no such pair fails the block with `.requestNotSupportedForAsset`; one whose original is the
    /// RAW with `.changeNotSupported` (``revertAssetContent(to:)`` chooses the other), and a RAW that is in the cloud only with `.networkAccessRequired`. Addition.
    public func separateRaw() { content = .separate(.alternatePhoto) }

    /// How a Live Photo plays: once, in a loop, forth and back, or not at all, as a long exposure. `playbackStyle` follows: `.livePhoto`, `.videoLooping` for the two
    /// that repeat, and `.image`. The files stay as they are. What is no Live Photo fails the block with `.requestNotSupportedForAsset`. Default: as it is, `.none`
    /// for a new asset. Addition.
    public var playbackVariation: PHAsset.PlaybackVariation {
        get { edits.playbackVariation ?? asset?.playbackVariation ?? .none }
        set { edits.playbackVariation = newValue }
    }
}

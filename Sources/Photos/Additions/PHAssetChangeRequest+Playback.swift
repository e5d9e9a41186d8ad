/// How Live Photos play.
extension PHAssetChangeRequest {
    /// How a Live Photo plays: once, in a loop, forth and back, or not at all, as a long exposure. `playbackStyle` follows: `.livePhoto`, `.videoLooping` for the two
    /// that repeat, and `.image`. The files stay as they are. What is no Live Photo fails the block with `.requestNotSupportedForAsset`. Default: as it is, `.none`
    /// for a new asset. Addition.
    public var playbackVariation: PHAsset.PlaybackVariation {
        get { edits.playbackVariation ?? asset?.playbackVariation ?? .none }
        set { edits.playbackVariation = newValue }
    }
}

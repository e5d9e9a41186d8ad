extension AssetRecord {
    /// Taken as a Live Photo, whether it plays as one or not.
    package var isLivePhoto: Bool { mediaSubtypes & 8 != 0 }

    /// Whether anybody may change it: synced and shared assets are others', and those in Recently Deleted are restored first.
    package var takesChanges: Bool { !isTrashed && sourceType == 1 }

    /// Lets a Live Photo appear as a still image, or play in its variation again.
    package mutating func setLivePhotoPlayback(_ isEnabled: Bool) {
        playsLivePhoto = isEnabled
        // Loops and bounces are movies, long exposures are stills.
        let style = [3, 5, 5, 1][min(max(playbackVariation, 0), 3)]
        playbackStyle = isEnabled ? style : 1
    }
}

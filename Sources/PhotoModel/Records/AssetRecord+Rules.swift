extension AssetRecord {
    /// Taken as a Live Photo, whether it plays as one or not.
    package var isLivePhoto: Bool { mediaSubtypes.contains(.photoLive) }

    /// Whether anybody may change it: synced and shared assets are others', and those in Recently Deleted are restored first.
    package var takesChanges: Bool { !isTrashed && sourceType == .userLibrary }

    /// Whether the user picked this frame of its burst, which is then shown beside the one that stands for it. What is of no burst is never picked.
    package var isBurstPick: Bool {
        get { burstIdentifier != nil && burstSelectionTypes.contains(.userPick) }
        set {
            guard burstIdentifier != nil else { return }
            if newValue { burstSelectionTypes.insert(.userPick) } else { burstSelectionTypes.remove(.userPick) }
        }
    }

    /// Whether its adjustments are those that the camera took the picture with, such as those of a portrait.
    package var isAdjustedByCamera: Bool { hasAdjustments && adjustmentEditor == "com.apple.camera" }

    /// How a Live Photo plays, by one of `PlaybackVariation.words`, or `still`. What is no such word changes nothing.
    package var playbackWord: String {
        get { playsLivePhoto ? PlaybackVariation.words.first { $0.value == playbackVariation }?.key ?? "live" : "still" }
        set {
            let variation = PlaybackVariation.words.first { $0.key == newValue }?.value
            guard variation != nil || newValue == "still" else { return }
            if let variation { playbackVariation = variation }
            setLivePhotoPlayback(variation != nil)
        }
    }

    /// Lets a Live Photo appear as a still image, or play in its variation again.
    package mutating func setLivePhotoPlayback(_ isEnabled: Bool) {
        playsLivePhoto = isEnabled
        playbackStyle =
            switch playbackVariation {
            case _ where !isEnabled: .image
            case .autoloop, .mirror: .videoLooping
            case .longExposure: .image
            default: .livePhoto
            }
    }
}

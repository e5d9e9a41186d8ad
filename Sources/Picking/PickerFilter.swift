import PhotoModel

/// Which assets a picker shows, as `PHPickerFilter` says it: kinds, and what is joined of them.
///
/// One value for the API, the sessions over HTTP, where it is JSON, and the tool, where it is text. `predicate` is what a fetch takes.
package indirect enum PickerFilter: Sendable, Hashable {
    case kind(PickerKind)
    case playbackStyle(PlaybackStyle)
    /// At least one; of none, nothing.
    case any([PickerFilter])
    /// Each; of none, everything.
    case all([PickerFilter])
    case not(PickerFilter)
}

/// A kind of asset that a picker can be limited to. The raw value is the name of `PHPickerFilter`'s constant.
package enum PickerKind: String, Sendable, CaseIterable {
    /// Live Photos, screenshots and all other photos.
    case images
    case videos
    case livePhotos
    /// Portraits: photos with a map of depths.
    case depthEffectPhotos
    /// Frames of bursts, of which a picker shows those that an album shows.
    case bursts
    case panoramas
    case screenshots
    case screenRecordings
    case slomoVideos
    case timelapseVideos
    case cinematicVideos
    /// Photos and videos for two eyes.
    case spatialMedia
}

/// What a filter may cost who reads it; one that code puts together may be larger, up to what a predicate may be.
package enum PickerFilterLimits {
    /// Filters in each other.
    package static let depth = 20
    /// Kinds and compositions together.
    package static let parts = 200
    /// Bytes of the text form.
    package static let length = 10_000
}

import Foundation
import PhotoModel
import Photos
import Picking

/// Which assets a picker shows. <https://developer.apple.com/documentation/photosui/phpickerfilter>
public struct PHPickerFilter: Equatable, Hashable, Sendable, CustomStringConvertible {
    package let filter: PickerFilter

    package init(_ filter: PickerFilter) { self.filter = filter }

    /// Photos, Live Photos and screenshots among them.
    public static let images = PHPickerFilter(.kind(.images))
    /// Videos.
    public static let videos = PHPickerFilter(.kind(.videos))
    /// Live Photos, also those that are to appear as stills.
    public static let livePhotos = PHPickerFilter(.kind(.livePhotos))
    /// Portraits: photos with a map of depths.
    public static let depthEffectPhotos = PHPickerFilter(.kind(.depthEffectPhotos))
    /// Bursts, each by the frames that albums show of it.
    public static let bursts = PHPickerFilter(.kind(.bursts))
    /// Panoramas.
    public static let panoramas = PHPickerFilter(.kind(.panoramas))
    /// Screenshots.
    public static let screenshots = PHPickerFilter(.kind(.screenshots))
    /// Recordings of a screen.
    public static let screenRecordings = PHPickerFilter(.kind(.screenRecordings))
    /// Videos in slow motion.
    public static let slomoVideos = PHPickerFilter(.kind(.slomoVideos))
    /// Time-lapse videos.
    public static let timelapseVideos = PHPickerFilter(.kind(.timelapseVideos))
    /// Videos whose focus can be moved.
    public static let cinematicVideos = PHPickerFilter(.kind(.cinematicVideos))
    /// Photos and videos for two eyes.
    public static let spatialMedia = PHPickerFilter(.kind(.spatialMedia))

    /// What plays in a certain way.
    public static func playbackStyle(_ playbackStyle: PHAsset.PlaybackStyle) -> PHPickerFilter {
        PHPickerFilter(.playbackStyle(PlaybackStyle(rawValue: playbackStyle.rawValue)))
    }

    /// What at least one of the filters shows; of none, nothing.
    public static func any(of subfilters: [PHPickerFilter]) -> PHPickerFilter { PHPickerFilter(.any(subfilters.map(\.filter))) }

    /// What each of the filters shows; of none, everything.
    public static func all(of subfilters: [PHPickerFilter]) -> PHPickerFilter { PHPickerFilter(.all(subfilters.map(\.filter))) }

    /// What the filter does not show.
    public static func not(_ filter: PHPickerFilter) -> PHPickerFilter { PHPickerFilter(.not(filter.filter)) }

    /// As the tool takes it: `all(images,not(screenshots))`. Addition.
    public var description: String { filter.description }

    /// The same as a condition of a fetch, for hosts that show assets themselves. Addition.
    public var predicate: NSPredicate { NSPredicate(filter.predicate) }
}

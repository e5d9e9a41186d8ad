import ArgumentParser
import LibraryEngine
import PhotoModel

/// How a Live Photo is to play, as it is typed.
enum LivePlayback: String, ExpressibleByArgument, CaseIterable {
    case live, loop, bounce
    case longExposure = "long-exposure"
    case still

    /// As a change of many.
    var change: BulkEdit.Playback {
        BulkEdit.Playback(variation: PlaybackVariation.words.first { $0.key == rawValue }?.value, plays: self != .still)
    }
}

import ArgumentParser
import PhotoModel

/// How a Live Photo is to play, as it is typed.
enum LivePlayback: String, ExpressibleByArgument, CaseIterable {
    case live, loop, bounce
    case longExposure = "long-exposure"
    case still

    func apply(to record: inout AssetRecord) {
        let variations: [LivePlayback: PlaybackVariation] = [.live: .none, .loop: .autoloop, .bounce: .mirror, .longExposure: .longExposure]
        if let variation = variations[self] { record.playbackVariation = variation }
        record.setLivePhotoPlayback(self != .still)
    }
}

import Adjustments
import Foundation

/// A part of a track that has one speed. <https://developer.apple.com/documentation/avfoundation/avassettracksegment>
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
    // Guarded by being immutable.

    /// From when to when in the file, and in the presentation.
    public let timeMapping: CMTimeMapping
    /// Whether there is nothing of a file in it. Never here.
    open var isEmpty: Bool { !timeMapping.source.isValid }

    init(_ timeMapping: CMTimeMapping) { self.timeMapping = timeMapping }
}

/// A part of a composition's track. <https://developer.apple.com/documentation/avfoundation/avcompositiontracksegment>
open class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
    // Guarded by being immutable.

    /// The file that it is of; `nil` for an empty one.
    public let sourceURL: URL?
    /// The track in that file.
    public let sourceTrackID: CMPersistentTrackID

    /// A part of a track of a file, and when it shows.
    public init(url: URL, trackID: CMPersistentTrackID, sourceTimeRange: CMTimeRange, targetTimeRange: CMTimeRange) {
        (sourceURL, sourceTrackID) = (url, trackID)
        super.init(CMTimeMapping(source: sourceTimeRange, target: targetTimeRange))
    }
}

/// A track that is put together of parts of a file. <https://developer.apple.com/documentation/avfoundation/avcompositiontrack>
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
    // Guarded by being immutable.
    private let parts: [AVCompositionTrackSegment]

    fileprivate init(_ description: MediaDescription.Track, _ parts: [AVCompositionTrackSegment], of asset: AVAsset) {
        self.parts = parts
        super.init(description, of: asset)
    }

    /// Each is an `AVCompositionTrackSegment`, with the file that it is of.
    open override var segments: [AVAssetTrackSegment] { parts }
}

/// A movie that is put together of parts: what a video in slow motion is asked for as. <https://developer.apple.com/documentation/avfoundation/avcomposition>
///
/// It is of one file, whose middle is slower. Its frames, its export and all times are those of the slow presentation; `segments` of its tracks say what is where in
/// the file. Nothing here makes others: there is no mutable one.
open class AVComposition: AVAsset, @unchecked Sendable {
    // Guarded by having no fields of its own.

    /// - Parameter description: of the file.
    package init(url: URL, description: MediaDescription, slowMotion: SlowMotion, inspector: (any MediaInspector)? = nil) {
        super.init(file: url, description: description.slowed(slowMotion), inspector: inspector, slowMotion: slowMotion)
    }

    /// The size of the picture in pixels, before it is turned.
    open override var naturalSize: CGSize { super.naturalSize }

    override func track(_ description: MediaDescription.Track) -> AVAssetTrack {
        AVCompositionTrack(description, slowMotion.map { parts(description, $0) } ?? [], of: self)
    }

    /// Before the slow part, the slow part and behind it, of which any may be missing.
    private func parts(_ track: MediaDescription.Track, _ slow: SlowMotion) -> [AVCompositionTrackSegment] {
        let scale = MediaDescription.scale(track), range = track.timeRange
        func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: scale) }
        let first = slow.film(range.start.seconds), last = slow.film(range.end.seconds)
        let edges = [first, min(max(slow.start, first), last), min(max(slow.end, first), last), last]
        return zip(edges, edges.dropFirst()).filter { $0 < $1 }.map { from, to in
            AVCompositionTrackSegment(
                url: file, trackID: track.identifier, sourceTimeRange: CMTimeRange(start: time(from), end: time(to)),
                targetTimeRange: CMTimeRange(start: time(slow.shown(from)), end: time(slow.shown(to))))
        }
    }
}

extension MediaDescription {
    /// Fine enough for a rate of an eighth, and for the times that cameras write.
    fileprivate static func scale(_ track: Track) -> CMTimeScale {
        let own = track.timeRange.duration.timescale
        return own < 600 ? 600 : own < 9000 ? own * 8 : own
    }

    /// The same with times as they are shown.
    fileprivate func slowed(_ slow: SlowMotion) -> MediaDescription {
        var made = self
        func time(_ time: CMTime, _ scale: CMTimeScale) -> CMTime { CMTime(seconds: slow.shown(time.seconds), preferredTimescale: scale) }
        made.tracks = tracks.map { track in
            var track = track
            let scale = Self.scale(track)
            track.timeRange = CMTimeRange(start: time(track.timeRange.start, scale), end: time(track.timeRange.end, scale))
            return track
        }
        made.duration = time(duration, max(600, duration.timescale))
        return made
    }
}

import Foundation

/// The number by which a container names a track.
public typealias CMPersistentTrackID = Int32
/// Names no track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

/// One track of a movie. <https://developer.apple.com/documentation/avfoundation/avassettrack>
///
/// Its facts were read with its asset, so nothing here waits.
open class AVAssetTrack: NSObject, NSCopying, @unchecked Sendable {
    // Guarded by being immutable; the weak reference is the runtime's.
    let facts: MediaDescription.Track
    /// The asset, as long as somebody keeps it.
    public private(set) weak var asset: AVAsset?

    init(_ description: MediaDescription.Track, of asset: AVAsset) {
        (facts, self.asset) = (description, asset)
    }

    /// The container's own number.
    open var trackID: CMPersistentTrackID { facts.identifier }
    /// What kind of track it is, such as `video` or `audio`.
    open var mediaType: AVMediaType { facts.mediaType }
    /// Four characters, such as `avc1`; `nil` where unknown.
    package var codec: String? { facts.codec }
    /// Pixels, before `preferredTransform`; zero for what has no picture.
    open var naturalSize: CGSize { facts.naturalSize }
    /// How the picture is laid out for display.
    open var preferredTransform: CGAffineTransform { facts.transform }
    /// Frames a second; 0 where unknown, and for sound.
    open var nominalFrameRate: Float { Float(facts.frameRate) }
    /// Bits a second; 0 where unknown.
    open var estimatedDataRate: Float { Float(facts.dataRate) }
    /// Where in the presentation it is to be seen or heard.
    open var timeRange: CMTimeRange { facts.timeRange }
    /// Units a second of the track's times.
    open var naturalTimeScale: CMTimeScale { facts.timeRange.duration.timescale }
    /// ISO 639-2, such as `eng`; `nil` where undetermined.
    open var languageCode: String? { facts.language }

    /// Which part of the file shows when, in order: of a file one, of a composition as many as have a speed of their own.
    open var segments: [AVAssetTrackSegment] { [AVAssetTrackSegment(CMTimeMapping(source: facts.timeRange, target: facts.timeRange))] }
    /// The part that shows at a time; `nil` for a time that the track doesn't have.
    open func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? { segments.first { $0.timeMapping.target.containsTime(trackTime) } }

    /// Itself: a track doesn't change.
    @discardableResult
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: AVAsynchronousKeyValueLoading

    /// Calls the handler on a queue of its own: a track's facts were read with its asset.
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil) {
        guard let handler else { return }
        MediaInspection.queue.addOperation { handler() }
    }

    /// Always `loaded`: a track's facts were read with its asset.
    open func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?) -> AVKeyValueStatus { .loaded }
}

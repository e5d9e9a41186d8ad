import Adjustments
import Foundation
import Synchronization

/// A movie or sound. <https://developer.apple.com/documentation/avfoundation/avasset>
///
/// What it says of itself is read once, when it is first asked for: by `load` without waiting, by the properties while the calling thread waits
/// for the disk. All members may be used from any thread.
open class AVAsset: NSObject, NSCopying, AVAssetMaking, @unchecked Sendable {
    private struct Content {
        let description: MediaDescription
        let tracks: [AVAssetTrack]
    }

    let file: URL
    /// `nil`: the process' own.
    let inspector: (any MediaInspector)?
    /// What is slower than in the file; all times of the asset count it as long as it takes.
    let slowMotion: SlowMotion?
    // Guarded by its lock; everything else is immutable.
    private let content: Mutex<Result<Content, AVError>?>

    init(file: URL, description: MediaDescription?, inspector: (any MediaInspector)? = nil, slowMotion: SlowMotion? = nil) {
        (self.file, self.inspector, self.slowMotion) = (file, inspector, slowMotion)
        content = Mutex(nil)
        super.init()
        if let description { fill(.success(description)) }
    }

    /// What its file is called, for messages.
    package var fileName: String { file.lastPathComponent }

    /// The length of the presentation; zero for a file that can't be read.
    open var duration: CMTime { (try? described())?.duration ?? .zero }
    /// In the file's order; none for a file that can't be read. The same objects every time.
    open var tracks: [AVAssetTrack] { (try? loaded())?.tracks ?? [] }
    /// The tracks of one kind, in the file's order; none for a file that can't be read.
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] { tracks.filter { $0.mediaType == mediaType } }
    /// The track with the container's number; `nil` where there is none.
    open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? { tracks.first { $0.trackID == trackID } }
    /// How the first picture is laid out for display; none where there is no picture.
    open var preferredTransform: CGAffineTransform { tracks(withMediaType: .video).first?.preferredTransform ?? .identity }
    /// The size of the first picture in pixels, before it is turned. Deprecated by Apple in favour of the track's.
    open var naturalSize: CGSize { tracks(withMediaType: .video).first?.naturalSize ?? .zero }
    /// Whether there is something to see or hear.
    open var isReadable: Bool { tracks.contains { $0.mediaType == .video || $0.mediaType == .audio } }

    /// Itself: an asset doesn't change.
    @discardableResult
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Tracks of one kind, without waiting on the calling thread.
    /// - Throws: `AVError` where the file can't be read.
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.mediaType == mediaType }
    }

    /// The track with this number; `nil` where there is none.
    /// - Throws: `AVError` where the file can't be read.
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? { try await load(.tracks).first { $0.trackID == trackID } }

    // MARK: AVAsynchronousKeyValueLoading

    /// Reads the file on a queue of its own, where the handler is then called too. Everything is read at once, whatever the keys are.
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil) {
        MediaInspection.queue.addOperation {
            _ = try? self.loaded()
            handler?()
        }
    }

    /// `unknown` before anything was read, then `loaded`, or `failed` with the reason in `outError`; the same for every key.
    open func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?) -> AVKeyValueStatus {
        switch content.withLock({ $0 }) {
        case nil: return .unknown
        case .success: return .loaded
        case .failure(let error):
            outError?.pointee = NSError(domain: AVFoundationErrorDomain, code: error.code.rawValue, userInfo: error.userInfo)
            return .failed
        }
    }

    /// Waits for the disk where nothing has been read yet.
    package func described() throws(AVError) -> MediaDescription { try loaded().description }

    private func loaded() throws(AVError) -> Content {
        if let content = content.withLock({ $0 }) { return try content.get() }
        return try fill(Result { () throws(AVError) in try MediaInspection.chosen(inspector).inspect(file) }).get()
    }

    /// A track of what was read, as this kind of asset has them.
    func track(_ description: MediaDescription.Track) -> AVAssetTrack { AVAssetTrack(description, of: self) }

    /// Whoever is first decides, so that tracks are the same objects for everybody.
    @discardableResult
    private func fill(_ reading: Result<MediaDescription, AVError>) -> Result<Content, AVError> {
        let made = reading.map { description in Content(description: description, tracks: description.tracks.map(track)) }
        return content.withLock { content in
            if let content { return content }
            content = made
            return made
        }
    }
}

/// So that `AVAsset(url:)` gives an `AVURLAsset`, as Apple's does.
public protocol AVAssetMaking {}

extension AVAssetMaking where Self == AVAsset {
    /// A movie in a file. Nothing is read yet.
    public init(url: URL) { self = AVURLAsset(url: url) }
}

/// Option of `AVURLAsset`: a Boolean. Durations here are those of the tracks, so it changes nothing.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// A movie or sound in a file. <https://developer.apple.com/documentation/avfoundation/avurlasset>
///
/// Those that `PHImageManager` gives name the library's own file: read it, never write it.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    // Guarded by having no fields of its own.

    /// A movie in a file. Nothing is read yet; options make no difference.
    public init(url: URL, options: [String: Any]? = nil) { super.init(file: url, description: nil) }

    package init(url: URL, inspector: any MediaInspector) { super.init(file: url, description: nil, inspector: inspector) }

    package init(url: URL, description: MediaDescription, inspector: (any MediaInspector)? = nil) {
        super.init(file: url, description: description, inspector: inspector)
    }

    /// The file it was made with.
    open var url: URL { file }
}

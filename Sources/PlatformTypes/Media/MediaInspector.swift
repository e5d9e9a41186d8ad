import Foundation
import Synchronization

/// What a movie or sound file says of itself.
package struct MediaDescription: Sendable {
    package struct Track: Sendable {
        package var mediaType: AVMediaType
        package var identifier: Int32
        /// Four characters, such as `avc1`; `nil` where unknown.
        package var codec: String?
        /// ISO 639-2; `nil` where undetermined.
        package var language: String?
        package var timeRange: CMTimeRange
        /// Pixels, before the transform.
        package var naturalSize: CGSize
        package var transform: CGAffineTransform
        /// Frames a second; 0 for sound.
        package var frameRate: Double
        /// Bits a second; 0 where unknown.
        package var dataRate: Double

        package init(mediaType: AVMediaType, identifier: Int32, timeRange: CMTimeRange) {
            (self.mediaType, self.identifier, self.timeRange) = (mediaType, identifier, timeRange)
            (naturalSize, transform, frameRate, dataRate) = (.zero, .identity, 0, 0)
        }
    }

    package var fileType: AVFileType
    package var duration: CMTime
    package var tracks: [Track]

    package init(fileType: AVFileType, duration: CMTime, tracks: [Track]) {
        (self.fileType, self.duration, self.tracks) = (fileType, duration, tracks)
    }
}

/// Reads movies for `AVAsset`. `Photos` brings one; this module stays a leaf that any neighbour may import.
package protocol MediaInspector: AnyObject, Sendable {
    init()
    /// Waits for the disk and a worker, so never on Swift's cooperative pool.
    func inspect(_ url: URL) throws(AVError) -> MediaDescription
    /// The frame that shows at a moment.
    /// - Parameters:
    ///   - size: of the picture in pixels; `nil` is the movie's own.
    ///   - isUpright: whether it is turned as the movie is shown.
    func frame(of url: URL, at seconds: Double, size: CGSize?, isUpright: Bool) throws(AVError) -> CGImage
    /// Writes what `plan` says into an open, empty file.
    /// - Parameter goesOn: gets how much is done, from 0 to 1; false ends it with `AVError.operationCancelled`.
    func export(_ url: URL, _ plan: ExportPlan, to descriptor: Int32, goesOn: @escaping (Double) -> Bool) throws(AVError)
}

package enum MediaInspection {
    private static let found = Mutex<(any MediaInspector)?>(nil)

    /// Found by its class name, so that a client may make an `AVURLAsset` before it touches the library.
    private static var inspector: (any MediaInspector)? {
        found.withLock { inspector in
            if inspector == nil, let type = NSClassFromString("Photos.ProcessMediaInspector") as? any MediaInspector.Type { inspector = type.init() }
            return inspector
        }
    }

    /// `given`, or else the program's own.
    static func chosen(_ given: (any MediaInspector)?) throws(AVError) -> any MediaInspector {
        guard let inspector = given ?? inspector else { throw AVError(.decoderNotFound, "Nothing in this program reads movies. Link the product Photos.") }
        return inspector
    }

    /// Where files are read for those who don't want to wait. Few threads: more would only make the disk seek.
    static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "photos.media"
        queue.maxConcurrentOperationCount = 4
        return queue
    }()

    /// Where movies are exported. An encoder keeps all cores busy, so two wait for nobody but each other.
    static let exports: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "photos.export"
        queue.maxConcurrentOperationCount = 2
        return queue
    }()
}

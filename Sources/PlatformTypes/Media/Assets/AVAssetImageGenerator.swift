import Foundation
import Synchronization

/// Frames of a movie as pictures. <https://developer.apple.com/documentation/avfoundation/avassetimagegenerator>
///
/// Each is the frame that shows at the time that was asked for, whatever the tolerances are: finding it takes no longer than finding one near it.
/// All members may be used from any thread.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    private struct State {
        var turns = false
        var size = CGSize.zero
        var before = CMTime.positiveInfinity
        var after = CMTime.positiveInfinity
        /// Counts what was cancelled, so that what began before can be told.
        var cancellations = 0
    }

    // Guarded by its lock; everything else is immutable.
    private let state = Mutex(State())
    /// Whose frames they are.
    public let asset: AVAsset

    /// For frames of a movie. Nothing is read yet.
    public init(asset: AVAsset) { self.asset = asset }

    /// Whether frames are turned upright, as the movie is shown. Default false.
    open var appliesPreferredTrackTransform: Bool {
        get { state.withLock { $0.turns } }
        set { state.withLock { $0.turns = newValue } }
    }
    /// Pixels that a picture has at most, its shape kept; a side of 0 has no limit. Default zero. Frames are never enlarged.
    open var maximumSize: CGSize {
        get { state.withLock { $0.size } }
        set { state.withLock { $0.size = newValue } }
    }
    /// How much earlier than asked for a frame may be: of a time after the movie's end the last one is given where this reaches it. Default
    /// `.positiveInfinity`.
    open var requestedTimeToleranceBefore: CMTime {
        get { state.withLock { $0.before } }
        set { state.withLock { $0.before = newValue } }
    }
    /// How much later than asked for a frame may be: of a time before 0 the first one is given where this reaches it. Default `.positiveInfinity`.
    open var requestedTimeToleranceAfter: CMTime {
        get { state.withLock { $0.after } }
        set { state.withLock { $0.after = newValue } }
    }

    /// The frame at a time, and that time within the movie.
    /// - Throws: `AVError`: `.noImageAtTime` for a time that is none or not in the movie, `.operationCancelled`, and why the file can't be read.
    open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        try await withCheckedThrowingContinuation { done in
            generateCGImageAsynchronously(for: time) { image, actual, error in
                if let image { done.resume(returning: (image, actual)) } else { done.resume(throwing: error ?? AVError(.unknown)) }
            }
        }
    }

    /// The same, on the calling thread, which waits for the disk and a worker.
    open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        let (image, time) = try make(requestedTime)
        actualTime?.pointee = time
        return image
    }

    /// The same, told once on a queue of its own: the picture and its time, or `nil`, the time that was asked for, and an `AVError`.
    open func generateCGImageAsynchronously(for requestedTime: CMTime, completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void) {
        generate(requestedTime, since: cancellations, handler)
    }

    /// The same for many times, one after the other, told once each in their order; a time that has no picture keeps none of the others back.
    /// - Parameters:
    ///   - requestedTimes: made by `NSValue(time:)`.
    ///   - handler: runs on a queue of its own, never twice at once.
    open func generateCGImagesAsynchronously(forTimes requestedTimes: [NSValue], completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler) {
        generateInTurn(requestedTimes.map { $0.timeValue }[...], since: cancellations, handler)
    }

    /// The frames at these times as they are made, one after the other in their order.
    open func images(for times: [CMTime]) -> Images { Images(self, times) }

    private func generateInTurn(_ times: ArraySlice<CMTime>, since begun: Int, _ handler: @escaping AVAssetImageGeneratorCompletionHandler) {
        guard let time = times.first else { return }
        generate(time, since: begun) { image, actual, error in
            handler(time, image, actual, Result(error), error)
            self.generateInTurn(times.dropFirst(), since: begun, handler)
        }
    }

    /// How often everything was cancelled.
    var cancellations: Int { state.withLock { $0.cancellations } }

    /// - Parameter begun: how often everything had been cancelled when this was asked for.
    func generate(_ requestedTime: CMTime, since begun: Int, _ handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void) {
        MediaInspection.queue.addOperation {
            guard self.cancellations == begun else { return handler(nil, requestedTime, Self.cancellation) }
            do throws(AVError) {
                let (image, time) = try self.make(requestedTime)
                if self.cancellations != begun { handler(nil, requestedTime, Self.cancellation) } else { handler(image, time, nil) }
            } catch {
                handler(nil, requestedTime, error)
            }
        }
    }

    /// Ends what was asked for and is not there yet with `AVError.operationCancelled`.
    open func cancelAllCGImageGeneration() { state.withLock { $0.cancellations += 1 } }

    private static let cancellation = AVError(.operationCancelled, "The picture was cancelled.")

    private func make(_ requested: CMTime) throws(AVError) -> (CGImage, CMTime) {
        let wanted = state.withLock { $0 }, movie = try asset.described(), name = asset.file.lastPathComponent
        guard let track = movie.tracks.first(where: { $0.mediaType == .video }) else {
            throw AVError(.operationNotSupportedForAsset, "There is no picture in \(name), only sound.")
        }
        let time = min(max(requested, .zero), movie.duration)
        guard requested.isNumeric, requested - time <= wanted.before, time - requested <= wanted.after else {
            throw AVError(.noImageAtTime, "\(name) has no picture at \(requested.seconds) seconds. It lasts \(movie.duration.seconds).")
        }
        let (width, height) = (track.naturalSize.width, track.naturalSize.height), lies = wanted.turns && track.transform.a == 0 && track.transform.d == 0
        let shown = lies ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
        let limits = [(wanted.size.width, shown.width), (wanted.size.height, shown.height)].map { $0 > 0 && $1 > 0 ? $0 / $1 : 1 }
        let scale = min(1, limits[0], limits[1])
        let size = scale < 1 ? CGSize(width: max(1, (shown.width * scale).rounded()), height: max(1, (shown.height * scale).rounded())) : nil
        let image = try MediaInspection.chosen(asset.inspector).frame(of: asset.file, at: asset.slowMotion?.film(time.seconds) ?? time.seconds, size: size, isUpright: wanted.turns)
        return (image, time)
    }
}

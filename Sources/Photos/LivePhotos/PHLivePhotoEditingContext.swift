import Foundation
import Synchronization

/// Edits the still, the movie and the sound of a Live Photo. <https://developer.apple.com/documentation/photos/phlivephotoeditingcontext>
///
/// A block gets every frame and gives another one; a playable preview is made of these, or an edit is saved into an output. One processing runs at a time: a new
/// one cancels the one before. May be used from any thread; the block is called on a thread of the context's, one frame after the other.
open class PHLivePhotoEditingContext: NSObject, @unchecked Sendable {
    // Guarded by the mutex; all else is immutable.

    private struct State {
        var processor: Unchecked<PHLivePhotoFrameProcessingBlock?> = Unchecked(nil)
        var volume: Float = 1
        var processing: LivePhotoProcessing?
    }

    private let state = Mutex(State())
    private let source: LivePhotoEditingSource?
    private let session: EditingSession?
    private let still: CIImage

    /// Where Live Photos are processed. An encoder keeps all cores busy.
    private static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "photos.live-editing"
        queue.maxConcurrentOperationCount = 2
        return queue
    }()

    /// `nil` for an input that is of no Live Photo.
    public init?(livePhotoEditingInput livePhotoInput: PHContentEditingInput) {
        guard let source = livePhotoInput.live else { return nil }
        (self.source, session, still) = (source, livePhotoInput.editing, source.image())
    }

    /// A context of nothing, for test doubles: its image is empty, and everything it is asked to do fails.
    public override init() { (source, session, still) = (nil, nil, CIImage.empty()) }

    /// The still without the edit, as its file has it: `orientation` says how it is turned. It is decoded when its pixels are needed.
    open var fullSizeImage: CIImage { still }
    /// How long the movie is.
    open var duration: CMTime { source?.duration ?? .zero }
    /// When the still was taken, from the movie's beginning; where the movie doesn't say, its middle.
    open var photoTime: CMTime { source?.photoTime ?? .zero }
    /// How `fullSizeImage` and all frames are turned to stand upright.
    open var orientation: CGImagePropertyOrientation { source?.orientation ?? .up }

    /// Makes the frames. A processing goes on with the block that was set when it began. Default `nil`: they stay as they are.
    open var frameProcessor: PHLivePhotoFrameProcessingBlock? {
        get { state.withLock { $0.processor }.value }
        set {
            let new = Unchecked(newValue)
            state.withLock { $0.processor = new }
        }
    }

    /// What the sound is multiplied by, from 0 to 1; what is beyond counts as the nearest. 0 leaves the sound out. Default 1.
    open var audioVolume: Float {
        get { state.withLock { $0.volume } }
        set { state.withLock { $0.volume = newValue.isNaN ? 1 : min(max(newValue, 0), 1) } }
    }

    /// Makes a Live Photo that shows the edit, as large as it is going to be looked at. Its files are temporary, and go with it.
    /// - Parameters:
    ///   - targetSize: pixels that the still and the movie fit into; zero is full size.
    ///   - options: `PHLivePhotoEditingOption.shouldRenderAtPlaybackTime`, which makes no difference.
    ///   - handler: called once, on the main queue: with `PHPhotosError.userCancelled` where it was cancelled, and what the block left where that failed.
    open func prepareLivePhotoForPlayback(
        withTargetSize targetSize: CGSize, options: [String: Any]? = nil, completionHandler handler: @escaping (PHLivePhoto?, (any Error)?) -> Void
    ) {
        process(handler) { try $0.livePhoto(fitting: targetSize) }
    }

    /// The same, awaited. Cancelling the task cancels the processing.
    open func prepareLivePhotoForPlayback(withTargetSize targetSize: CGSize, options: [String: Any]? = nil) async throws -> PHLivePhoto {
        try await awaited { prepareLivePhotoForPlayback(withTargetSize: targetSize, options: nil, completionHandler: $0) }
    }

    /// The same by the name that it has in newer SDKs.
    open func livePhotoForPlayback(targetSize: CGSize, options: [String: Any]? = nil) async throws -> PHLivePhoto {
        try await prepareLivePhotoForPlayback(withTargetSize: targetSize, options: options)
    }

    /// Writes the edit into an output: the still as a JPEG to its `renderedContentURL`, and the movie beside it, in full size and upright; both or neither. The
    /// output's `adjustmentData` is the application's to set.
    /// - Parameters:
    ///   - output: of the input that the context was made with.
    ///   - options: none.
    ///   - handler: called once, on the main queue, as that of `prepareLivePhotoForPlayback`; `PHPhotosError.changeNotSupported` for an output of another input.
    open func saveLivePhoto(to output: PHContentEditingOutput, options: [String: Any]? = nil, completionHandler handler: @escaping (Bool, (any Error)?) -> Void) {
        let target = Unchecked(output), session = session
        process({ handler($0 == true, $1) }) { processing in
            guard case .edit(let own) = target.value.subject, own === session else {
                throw PHPhotosError(.changeNotSupported, "The output is of another input than this context. Make it of the same.")
            }
            try processing.save(to: target.value)
            return true
        }
    }

    /// The same, awaited: true, or an error. Cancelling the task cancels the processing.
    @discardableResult
    open func saveLivePhoto(to output: PHContentEditingOutput, options: [String: Any]? = nil) async throws -> Bool {
        try await awaited { handler in saveLivePhoto(to: output, options: nil) { handler($0 ? true : nil, $1) } }
    }

    /// Ends the processing that runs, whose handler gets `PHPhotosError.userCancelled`. Without effect where there is none.
    open func cancel() { state.withLock { $0.processing }?.cancel() }

    private func process<Result: Sendable>(_ handler: @escaping (Result?, (any Error)?) -> Void, _ work: @escaping @Sendable (LivePhotoProcessing) throws -> Result) {
        let handler = Unchecked(handler)
        guard let source else {
            let error = PHPhotosError(.requestNotSupportedForAsset, "This context is of no Live Photo. Make one of an editing input.")
            return DispatchQueue.main.async { handler.value(nil, error) }
        }
        let (processing, former) = state.withLock { state in
            let new = LivePhotoProcessing(source, state.processor, volume: state.volume), former = state.processing
            state.processing = new
            return (new, former)
        }
        former?.cancel()
        Self.queue.addOperation { [self] in
            let result = Swift.Result { try processing.run(work) }
            state.withLock { if $0.processing === processing { $0.processing = nil } }
            DispatchQueue.main.async {
                switch result {
                case .success(let value): handler.value(value, nil)
                case .failure(let error): handler.value(nil, error)
                }
            }
        }
    }

    private func awaited<Value: Sendable>(_ begin: (@escaping (Value?, (any Error)?) -> Void) -> Void) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
                begin { value, error in
                    if let value {
                        continuation.resume(returning: value)
                    } else {
                        continuation.resume(throwing: error ?? PHPhotosError(.internalError, "The Live Photo could not be processed."))
                    }
                }
                if Task.isCancelled { cancel() }
            }
        } onCancel: {
            cancel()
        }
    }
}

import Foundation
import LibraryEngine
import Synchronization

/// The file of one request for data: read on a thread that waits for the disk, and downloaded before where it must be and may be.
///
/// Ends once: with the file, the reason why there is none, or `CancellationError` where it was cancelled or its download ended.
final class ImageFileReading: Sendable {
    typealias End = Result<ImageFile, any Error>

    private struct State {
        /// Ends the download that is under way.
        var stop: (@Sendable () -> Void)?
        /// Whom to tell; `nil` once the end was told.
        var done: (@Sendable (End) -> Void)?
        var isCancelled = false
    }

    /// Apart from the readers of callbacks, which wait until the main queue has taken what they read.
    private static let awaited: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "photos.awaited-data"
        queue.maxConcurrentOperationCount = 4
        return queue
    }()

    private let source: AssetSource
    private let state = Mutex(State())

    init(_ source: AssetSource) { self.source = source }

    /// Call it once.
    /// - Parameter done: called once, on a thread of the queue or the download's, which lasts until it returns; on the calling thread where it was
    ///   cancelled before.
    func start(on queue: OperationQueue, done: @escaping @Sendable (End) -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.done = done }
            return state.isCancelled
        }
        if isCancelled { return done(.failure(CancellationError())) }
        read(on: queue, mayFetch: source.progress != nil)
    }

    /// Nothing more is read or downloaded for it.
    func cancel() {
        let stop = state.withLock { state in
            state.isCancelled = true
            defer { state.stop = nil }
            return state.stop
        }
        stop?()
        end(.failure(CancellationError()))
    }

    /// On the calling thread, which also waits for the download.
    static func now(_ source: AssetSource) throws -> ImageFile {
        do { return try ImageFile(source) } catch {
            guard source.progress != nil, ImageFile.isInCloud(error) else { throw error }
        }
        let outcome = Mutex<Result<Void, any Error>>(.success(())), done = DispatchSemaphore(value: 0)
        _ = source.fetch { result in
            outcome.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        try outcome.withLock { $0 }.get()
        return try ImageFile(source)
    }

    private func read(on queue: OperationQueue, mayFetch: Bool) {
        queue.addOperation { [self] in
            // Nobody waits for it any more: it is not read.
            guard state.withLock({ $0.done != nil }) else { return }
            let result = Result { try ImageFile(source) }
            if mayFetch, case .failure(let error) = result, ImageFile.isInCloud(error) { fetch(queue) } else { end(result) }
        }
    }

    private func fetch(_ queue: OperationQueue) {
        let stop = source.fetch { result in
            self.state.withLock { $0.stop = nil }
            switch result {
            case .success: self.read(on: queue, mayFetch: false)
            case .failure(let error): self.end(.failure(error))
            }
        }
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.stop = stop }
            return state.isCancelled
        }
        if isCancelled { stop() }
    }

    private func end(_ result: End) {
        let done = state.withLock { state in
            defer { state.done = nil }
            return state.done
        }
        done?(result)
    }
}

extension ImageFileReading {
    /// Call it once.
    /// - Throws: `CancellationError` once the task is cancelled, also while the file is being read; a `PHPhotosError`.
    nonisolated(nonsending) func result() async throws -> ImageFile {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { task in
                start(on: Self.awaited) { result in
                    task.resume(with: result.mapError { $0 is CancellationError ? $0 : PHPhotosError($0) })
                }
            }
        } onCancel: {
            cancel()
        }
    }
}

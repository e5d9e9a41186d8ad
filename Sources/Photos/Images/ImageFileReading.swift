import Foundation
import LibraryEngine
import Synchronization

/// A file that one task waits for while another thread reads it. Ends once: with the file, the reason why there is none, or the task's cancellation.
final class ImageFileReading: Sendable {
    private struct State {
        var waiting: CheckedContinuation<ImageFile, any Error>?
        var isCancelled = false
    }

    /// Apart from the readers of callbacks, which wait until the main queue has taken what they read.
    private static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "photos.awaited-data"
        queue.maxConcurrentOperationCount = 4
        return queue
    }()

    private let work: @Sendable () throws -> ImageFile
    private let state = Mutex(State())

    init(_ work: @escaping @Sendable () throws -> ImageFile) { self.work = work }

    /// Call it once.
    /// - Throws: `CancellationError` once the task is cancelled, also while the file is being read; what the work throws.
    nonisolated(nonsending) func result() async throws -> ImageFile {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { start($0) }
        } onCancel: {
            end(.failure(CancellationError()))
        }
    }

    private func start(_ task: CheckedContinuation<ImageFile, any Error>) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.waiting = task }
            return state.isCancelled
        }
        if isCancelled { return task.resume(throwing: CancellationError()) }
        Self.queue.addOperation { [self] in
            // Nobody waits for it any more: it is not read.
            guard state.withLock({ $0.waiting != nil }) else { return }
            end(Result { try work() }.mapError { PHPhotosError($0) })
        }
    }

    private func end(_ result: Result<ImageFile, any Error>) {
        let task = state.withLock { state in
            defer { state.waiting = nil }
            if case .failure(is CancellationError) = result { state.isCancelled = true }
            return state.waiting
        }
        task?.resume(with: result)
    }
}

import Foundation
import LibraryEngine
import Synchronization

/// What the pipeline has made for a task and the task has not taken yet: the newest picture, and how the request ended.
///
/// The task is woken from the pipeline's threads, past the main queue. A picture that is overtaken by a better one before it is taken is dropped.
/// The pipeline's budget counts a picture while the task that it woke has not run yet. What waits for a task that is busy with the picture before
/// is not counted, or a loop that takes its time would stop everybody's pictures; a request has one of those at most.
final class ImageMailbox: Sendable {
    private struct State {
        var newest: ImageResult?
        /// Whether the budget counts `newest`.
        var isHeld = false
        var end: Result<Void, any Error>?
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// Tasks that were woken and have not looked yet.
        var waking = 0
    }

    private let images: ImagePipeline
    private let id: ImageRequestID
    private let state = Mutex(State())

    init(_ images: ImagePipeline) { (self.images, id) = (images, images.reserveID()) }

    func start(_ request: ImageRequest) {
        images.request(request, id: id) { self.receive($0) }
    }

    func receive(_ event: ImageEvent) {
        switch event {
        case .degraded(let result): put(result, end: nil)
        case .finished(let result): put(result, end: .success(()))
        case .failed(let error): put(nil, end: .failure(PHPhotosError(error)))
        case .cancelled: put(nil, end: .failure(CancellationError()))
        }
    }

    /// The newest picture, waited for where there is none; `nil` after the last.
    /// - Throws: `CancellationError` once the task is cancelled; a `PHPhotosError`.
    func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> ImageResult? {
        while true {
            await withTaskCancellationHandler {
                await withCheckedContinuation(isolation: actor) { wait($0) }
            } onCancel: {
                cancel()
            }
            let (picture, isHeld, end) = state.withLock { state -> (ImageResult?, Bool, Result<Void, any Error>?) in
                defer { (state.newest, state.isHeld) = (nil, false) }
                state.waking -= 1
                return (state.newest, state.isHeld, state.end)
            }
            if let picture {
                if isHeld { images.release(picture) }
                return picture
            }
            if let end {
                try end.get()
                return nil
            }
        }
    }

    /// Ends the request, also where its last picture is there and nobody has taken it.
    func cancel() {
        let (woken, unheld) = state.withLock { state -> ([CheckedContinuation<Void, Never>], ImageResult?) in
            if state.end == nil || state.newest != nil { state.end = .failure(CancellationError()) }
            let unheld = state.isHeld ? state.newest : nil
            (state.newest, state.isHeld) = (nil, false)
            return (Self.wake(&state), unheld)
        }
        images.cancel(id)
        if let unheld { images.release(unheld) }
        for task in woken { task.resume() }
    }

    private func wait(_ task: CheckedContinuation<Void, Never>) {
        let isNow = state.withLock { state in
            let isNow = state.newest != nil || state.end != nil
            if isNow { state.waking += 1 } else { state.waiting.append(task) }
            return isNow
        }
        if isNow { task.resume() }
    }

    private func put(_ picture: ImageResult?, end: Result<Void, any Error>?) {
        // Counted before anybody can take it and let go of it.
        if let picture { images.hold(picture) }
        let (woken, unheld) = state.withLock { state -> ([CheckedContinuation<Void, Never>], [ImageResult?]) in
            // Cancelled: nobody is there to take it.
            guard state.end == nil else { return ([], [picture]) }
            state.end = end
            let woken = Self.wake(&state)
            guard let picture else { return (woken, []) }
            let overtaken = state.isHeld ? state.newest : nil
            (state.newest, state.isHeld) = (picture, state.waking > 0)
            return (woken, [overtaken, state.isHeld ? nil : picture])
        }
        for case let picture? in unheld { images.release(picture) }
        for task in woken { task.resume() }
    }

    private static func wake(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        state.waking += state.waiting.count
        defer { state.waiting = [] }
        return state.waiting
    }
}

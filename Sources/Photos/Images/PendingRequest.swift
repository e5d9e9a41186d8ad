import Foundation
import Imaging
import Synchronization

/// One asynchronous request of a client: keeps its handler, and the promise that nothing is heard after the last call.
///
/// The pipeline ends a request once; but the call that tells it travels through the main queue, and a cancellation may overtake it there.
final class PendingRequest: Sendable {
    enum Delivery: Sendable {
        case degraded(ImageResult)
        case finished(ImageResult)
        case data(Data, uniformType: String, orientation: CGImagePropertyOrientation)
        case failed(PHPhotosError)
        case cancelled
    }

    private struct State {
        var isCancelled = false
        var isDone = false
        /// Stops the work, once there is some to stop.
        var stop: (@Sendable () -> Void)?
    }

    let id: PHImageRequestID
    private let state = Mutex(State())
    private let handler: @Sendable (Delivery) -> Void
    private let ended: @Sendable () -> Void

    /// `handler` is called on the main thread; `ended` after its last call.
    init(id: PHImageRequestID, handler: @escaping @Sendable (Delivery) -> Void, ended: @escaping @Sendable () -> Void) {
        (self.id, self.handler, self.ended) = (id, handler, ended)
    }

    /// Tells how to stop the work; stops it at once where the request was cancelled meanwhile.
    func started(stop: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            // What stops the work may hold the work, which holds this: it is kept only while there is something to stop.
            if !state.isCancelled, !state.isDone { state.stop = stop }
            return state.isCancelled
        }
        if isCancelled { stop() }
    }

    func cancel() {
        let stop = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isDone, !state.isCancelled else { return nil }
            state.isCancelled = true
            defer { state.stop = nil }
            return state.stop ?? {}
        }
        guard let stop else { return }
        stop()
        deliver(.cancelled)
    }

    /// May be called from any thread. `done` runs when the handler has, or would have.
    func deliver(_ delivery: Delivery, then done: @escaping @Sendable () -> Void = {}) {
        DispatchQueue.main.async {
            self.hand(delivery)
            done()
        }
    }

    private func hand(_ delivery: Delivery) {
        let isTerminal = if case .degraded = delivery { false } else { true }
        let told = state.withLock { state -> Delivery? in
            guard !state.isDone else { return nil }
            if isTerminal { (state.isDone, state.stop) = (true, nil) }
            guard state.isCancelled else { return delivery }
            return isTerminal ? .cancelled : nil
        }
        guard let told else { return }
        handler(told)
        if isTerminal { ended() }
    }
}

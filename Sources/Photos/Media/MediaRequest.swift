import Foundation
import Synchronization

/// What every request can be told, whatever it is for.
protocol CancellableRequest: Sendable {
    func cancel()
}

/// One request for something that moves: keeps its handler, and the promise that it hears exactly one last call, on its queue.
final class MediaRequest<Value: Sendable>: CancellableRequest {
    enum Delivery: Sendable {
        /// Another call follows.
        case degraded(Value)
        /// The last call; with fast delivery it may be a degraded one.
        case finished(Value, isDegraded: Bool = false)
        case failed(PHPhotosError)
        case cancelled

        fileprivate var isLast: Bool { if case .degraded = self { false } else { true } }
    }

    private struct State {
        var isCancelled = false
        /// Stops the work that is under way.
        var stop: (@Sendable () -> Void)?
        /// `nil` after the last call.
        var handler: (@Sendable (Delivery) -> Void)?
    }

    private let state: Mutex<State>
    private let queue: DispatchQueue
    private let ended: @Sendable () -> Void

    /// - Parameters:
    ///   - queue: serial; where `handler` is called.
    ///   - ended: called after the last call.
    init(on queue: DispatchQueue, handler: @escaping @Sendable (Delivery) -> Void, ended: @escaping @Sendable () -> Void) {
        (self.queue, self.ended) = (queue, ended)
        state = Mutex(State(handler: handler))
    }

    /// Whether anybody still waits for a result.
    var isWanted: Bool { state.withLock { !$0.isCancelled && $0.handler != nil } }

    /// Tells how to stop what goes on now; stops it at once where the request was cancelled meanwhile.
    func started(stop: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled, state.handler != nil { state.stop = stop }
            return state.isCancelled
        }
        if isCancelled { stop() }
    }

    func cancel() {
        let stop = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.handler != nil, !state.isCancelled else { return nil }
            state.isCancelled = true
            defer { state.stop = nil }
            return state.stop ?? {}
        }
        guard let stop else { return }
        stop()
        deliver(.cancelled)
    }

    /// May be called from any thread; what comes after the last call is dropped.
    func deliver(_ delivery: Delivery) {
        queue.async { self.hand(delivery) }
    }

    private func hand(_ delivery: Delivery) {
        // A cancellation overtakes what was on its way when it came.
        let told = state.withLock { state -> (handler: (@Sendable (Delivery) -> Void), delivery: Delivery)? in
            guard let handler = state.handler, delivery.isLast || !state.isCancelled else { return nil }
            if delivery.isLast { (state.handler, state.stop) = (nil, nil) }
            return (handler, state.isCancelled ? .cancelled : delivery)
        }
        guard let told else { return }
        told.handler(told.delivery)
        if delivery.isLast { ended() }
    }
}

/// Requests that have not had their last call, by the numbers that cancel them.
final class MediaRequests: Sendable {
    private let running = Mutex<[Int32: any CancellableRequest]>([:])

    func begin<Value>(
        _ id: Int32, on queue: DispatchQueue, handler: @escaping @Sendable (MediaRequest<Value>.Delivery) -> Void
    ) -> MediaRequest<Value> {
        let request = MediaRequest<Value>(on: queue, handler: handler) { [weak self] in self?.running.withLock { $0[id] = nil } }
        running.withLock { $0[id] = request }
        return request
    }

    /// Nothing happens for a number that names none.
    func cancel(_ id: Int32) { running.withLock { $0[id] }?.cancel() }
}

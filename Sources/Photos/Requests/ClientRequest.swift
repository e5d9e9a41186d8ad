import Foundation
import Synchronization

/// One asynchronous request of a client, whatever it asks for: keeps its handler, and the promise that it hears exactly one last call, on its queue.
///
/// The work ends once; but the call that tells of it travels through a queue, and a cancellation may overtake it there.
final class ClientRequest<Value: Sendable>: CancellableRequest {
    enum Delivery: Sendable {
        /// Another call follows.
        case degraded(Value)
        /// The last call; with fast delivery it may be a degraded one.
        case finished(Value, isDegraded: Bool = false)
        case failed(PHPhotosError)
        case cancelled

        init(_ result: Result<Value, any Error>) {
            self =
                switch result {
                case .success(let value): .finished(value)
                case .failure(is CancellationError): .cancelled
                case .failure(let error): .failed(PHPhotosError(error))
                }
        }

        fileprivate var isLast: Bool { if case .degraded = self { false } else { true } }

        /// What a handler is called with.
        func answer(_ id: PHImageRequestID) -> (value: Value?, info: [AnyHashable: Any]) {
            switch self {
            case .degraded(let value): (value, RequestInfo.success(id, isDegraded: true))
            case .finished(let value, let isDegraded): (value, RequestInfo.success(id, isDegraded: isDegraded))
            case .failed(let error): (nil, RequestInfo.failure(id, error))
            case .cancelled: (nil, RequestInfo.cancelled(id))
            }
        }
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
            // What stops the work may hold the work, which holds this: it is kept only while there is something to stop.
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

    /// May be called from any thread; what comes after the last call is dropped. `done` runs when the handler has, or would have.
    func deliver(_ delivery: Delivery, then done: @escaping @Sendable () -> Void = {}) {
        queue.async {
            self.hand(delivery)
            done()
        }
    }

    private func hand(_ delivery: Delivery) {
        // A cancellation overtakes what was on its way when it came.
        let (told, handler, stop) = state.withLock { state -> (Delivery, (@Sendable (Delivery) -> Void)?, (@Sendable () -> Void)?) in
            guard delivery.isLast || !state.isCancelled else { return (delivery, nil, nil) }
            defer { if delivery.isLast { (state.handler, state.stop) = (nil, nil) } }
            return (state.isCancelled ? .cancelled : delivery, state.handler, state.stop)
        }
        guard let handler else { return }
        handler(told)
        // Let go of outside the lock, as the handler is.
        withExtendedLifetime(stop) {}
        if delivery.isLast { ended() }
    }
}

/// What every request can be told, whatever it is for.
protocol CancellableRequest: Sendable {
    func cancel()
}

/// Requests that have not had their last call, by the numbers that cancel them.
final class ClientRequests: Sendable {
    private let running = Mutex<[PHImageRequestID: any CancellableRequest]>([:])

    /// The request, known by its number from here on; nothing is told of it before work for it begins.
    func begin<Value>(
        _ id: PHImageRequestID, on queue: DispatchQueue, handler: @escaping @Sendable (ClientRequest<Value>.Delivery) -> Void
    ) -> ClientRequest<Value> {
        let request = ClientRequest<Value>(on: queue, handler: handler) { self.running.withLock { $0[id] = nil } }
        running.withLock { $0[id] = request }
        return request
    }

    /// Nothing happens for a number that names none.
    func cancel(_ id: PHImageRequestID) { running.withLock { $0[id] }?.cancel() }
}

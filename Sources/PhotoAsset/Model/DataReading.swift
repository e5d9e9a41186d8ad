import Foundation
import Synchronization

/// Collects the pieces of one request for data, which a cancelled task ends.
final class DataReading: Sendable {
    private struct State {
        var data = Data()
        var isCancelled = false
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var data: Data { state.withLock { $0.data } }

    func append(_ piece: Data) { state.withLock { $0.data.append(piece) } }

    /// The request runs; `cancel` ends it, which it does at once where the task was cancelled before.
    func started(_ cancel: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.cancel = cancel
            return state.isCancelled
        }
        if isCancelled { cancel() }
    }

    func cancel() {
        let cancel = state.withLock { state in
            state.isCancelled = true
            return state.cancel
        }
        cancel?()
    }
}

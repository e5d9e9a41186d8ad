import Synchronization

/// So many of each client at a time; what comes beyond waits in line, and no line waits for another.
final class Turns<Client: Hashable & Sendable>: Sendable {
    private struct Line {
        var running = 0
        var waiting: [(number: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
    }

    private struct State {
        var lines: [Client: Line] = [:]
        var last: UInt64 = 0
    }

    private let most: Int
    private let state = Mutex(State())

    init(most: Int) { self.most = most }

    /// The result of `body`, once it is its turn.
    /// - Throws: what `body` throws; `CancellationError` where the task ends before.
    func run<T: Sendable>(for client: Client, _ body: () async throws -> T) async throws -> T {
        try await come(client)
        defer { leave(client) }
        return try await body()
    }

    /// Those that run and those that wait, for tests.
    func counts(of client: Client) -> WorkCounts {
        state.withLock { state in WorkCounts(running: state.lines[client]?.running ?? 0, waiting: state.lines[client]?.waiting.count ?? 0) }
    }

    private func come(_ client: Client) async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    // Whoever was cancelled before it stood in line is found by nobody there.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard state.lines[client, default: Line()].running >= most else {
                        state.lines[client, default: Line()].running += 1
                        return .success(())
                    }
                    state.lines[client]?.waiting.append((number, continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let given = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard let index = state.lines[client]?.waiting.firstIndex(where: { $0.number == number }) else { return nil }
                return state.lines[client]?.waiting.remove(at: index).continuation
            }
            given?.resume(throwing: CancellationError())
        }
    }

    private func leave(_ client: Client) {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard var line = state.lines[client] else { return nil }
            // The turn goes to the next in line, so that nobody else comes between.
            let next = line.waiting.isEmpty ? nil : line.waiting.removeFirst().continuation
            if next == nil { line.running -= 1 }
            state.lines[client] = line.running == 0 ? nil : line
            return next
        }
        next?.resume()
    }
}

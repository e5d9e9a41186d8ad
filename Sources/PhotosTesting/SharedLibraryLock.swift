import Synchronization

/// Lets one test at a time decide what `PHPhotoLibrary.shared()` gives, in the whole process, so that suites of several test targets may run
/// side by side.
public enum SharedLibraryLock {
    private struct State {
        var isLocked = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private static let state = Mutex(State())

    /// Runs `body` once all earlier callers are done. Not recursive.
    public static func withLock<T: Sendable>(_ body: () async throws -> T) async rethrows -> T {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                defer { state.isLocked = true }
                if state.isLocked { state.waiting.append(continuation) }
                return !state.isLocked
            }
            if isFree { continuation.resume() }
        }
        defer { unlock() }
        return try await body()
    }

    private static func unlock() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isLocked = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
